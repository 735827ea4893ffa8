import { useTexts } from '#client/texts/texts.tsx'
import { useFigures } from '../figures/use-figures.ts'

export function VisitorMessage({ text, date }: { text: string; date: string }) {
  const { chat } = useTexts()
  const { time } = useFigures()
  return (
    <article className="chat-visitor" aria-label={chat.messageOf(chat.you, time(date))} tabIndex={-1}>
      <p className="chat-bubble">{text}</p>
      <time dateTime={date}>{time(date)}</time>
    </article>
  )
}
