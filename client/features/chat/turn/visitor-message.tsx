import { useTexts } from '#client/texts/texts.tsx'
import { useFigures } from '../figures/use-figures.ts'
import { SentList } from '../uploads/sent-list.tsx'
import type { SentUpload } from '../uploads/sent-uploads.ts'

type Props = { text: string; uploads: readonly SentUpload[]; date: string }

export function VisitorMessage({ text, uploads, date }: Props) {
  const { chat } = useTexts()
  const { time } = useFigures()
  return (
    <article className="chat-visitor" aria-label={chat.messageOf(chat.you, time(date))} tabIndex={-1}>
      {uploads.length > 0 && <SentList uploads={uploads} />}
      {text && <p className="chat-bubble">{text}</p>}
      <time dateTime={date}>{time(date)}</time>
    </article>
  )
}
