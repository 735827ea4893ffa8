import './composer.css'
import { Button } from '@mui/joy'
import { CornerDownLeft, Square } from 'lucide-react'
import { type KeyboardEvent, type RefObject, useLayoutEffect, useState } from 'react'
import { useTexts } from '#client/texts/texts.tsx'
import { useFigures } from '../figures/use-figures.ts'
import { useWalk } from './use-walk.ts'

/** As many characters as the server takes (shared/chat.ts). */
const limit = 32_000
const nearLimit = 31_000

type Props = {
  inputRef: RefObject<HTMLTextAreaElement | null>
  placeholder: string
  disabled: boolean
  /** Disconnected: one can write, but not send. */
  isOffline: boolean
  isRunning: boolean
  isStopping: boolean
  questions: readonly string[]
  onSend: (question: string) => void
  /** Undefined until the server has taken the question. */
  onStop: (() => void) | undefined
}

export function Composer(props: Props) {
  const { inputRef, placeholder, disabled, isOffline, isRunning, questions, onSend } = props
  const { chat } = useTexts()
  const [text, setText] = useState('')
  const recall = useWalk(questions)
  const canSend = !disabled && !isOffline && text.length <= limit

  // Grows with its text as far as the style sheet lets it.
  useLayoutEffect(() => {
    const input = inputRef.current
    if (input) {
      input.style.height = 'auto'
      input.style.height = text ? `${input.scrollHeight}px` : ''
    }
  }, [text, inputRef])

  function send() {
    if (text.trim() === '') {
      inputRef.current?.focus()
    } else if (canSend && !isRunning) {
      onSend(text)
      setText('')
    }
  }

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    // While an input method composes a word, Enter and the arrows are its own.
    if (event.nativeEvent.isComposing || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) {
      return
    }
    const recalled = recall(event.key, text)
    if (recalled !== undefined) {
      event.preventDefault()
      setText(recalled)
    } else if (event.key === 'Enter') {
      event.preventDefault()
      send()
    }
  }

  return (
    <form
      className="chat-composer"
      data-disabled={disabled || undefined}
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <textarea
        ref={inputRef}
        rows={1}
        value={text}
        disabled={disabled}
        placeholder={placeholder}
        aria-label={chat.composer}
        aria-keyshortcuts="Control+/"
        aria-invalid={text.length > limit}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <div className="chat-composer-row">
        <Length used={text.length} />
        {isRunning ? <StopButton {...props} /> : <SendButton canSend={canSend} />}
      </div>
    </form>
  )
}

/** Silent until it matters. */
function Length({ used }: { used: number }) {
  const { chat } = useTexts()
  const { count } = useFigures()
  if (used < nearLimit) {
    return <span className="chat-hint chat-key-hint">{chat.newLineHint}</span>
  }
  const isOver = used > limit
  return (
    <span className="chat-hint" data-over={isOver || undefined} role="status">
      {isOver && `${chat.tooLong(count(limit))} · `}
      <span className="chat-figures">{chat.length(count(used), count(limit))}</span>
    </span>
  )
}

function SendButton({ canSend }: { canSend: boolean }) {
  const { chat } = useTexts()
  return (
    <Button
      type="submit"
      size="sm"
      disabled={!canSend}
      endDecorator={<CornerDownLeft size={15} aria-hidden />}
    >
      {chat.send}
    </Button>
  )
}

function StopButton({ onStop, isStopping }: Props) {
  const { chat } = useTexts()
  return (
    <Button
      type="button"
      size="sm"
      variant="soft"
      color="danger"
      disabled={!onStop || isStopping}
      startDecorator={<Square size={12} fill="currentColor" aria-hidden />}
      onClick={onStop}
    >
      {isStopping ? chat.stopping : chat.stop}
    </Button>
  )
}
