import type { RecordingError } from '#client/chatbot/uploads/recorder.ts'
import { useTexts } from '#client/texts/texts.tsx'
import { useFigures } from '../figures/use-figures.ts'

type Props = {
  used: number
  limit: number
  hindrance: 'failed' | 'reading' | 'wordless' | undefined
  issue: RecordingError | undefined
  isRecording: boolean
}

export function Hint({ used, limit, hindrance, issue, isRecording }: Props) {
  const { chat, chatUploads } = useTexts()
  const { count } = useFigures()
  const nearLimit = limit - 1_000
  if (used >= nearLimit) {
    const isOver = used > limit
    return (
      <span
        className="chat-hint grows shrinks text-12 line-16 text-tertiary"
        data-over={isOver || undefined}
        role="status"
      >
        {isOver && `${chat.tooLong(count(limit))} · `}
        <span className="chat-figures text-12 monospace tabular">
          {chat.length(count(used), count(limit))}
        </span>
      </span>
    )
  }
  if (issue) {
    return (
      <span className="chat-hint grows shrinks text-12 line-16 text-tertiary" data-over role="alert">
        {chatUploads.voice[issue]}
      </span>
    )
  }
  return hindrance ? (
    <span className="chat-hint grows shrinks text-12 line-16 text-tertiary" role="status">
      {chatUploads.hints[hindrance]}
    </span>
  ) : (
    <span className="chat-hint chat-key-hint grows shrinks text-12 line-16 text-tertiary">
      {!isRecording && chat.newLineHint}
    </span>
  )
}
