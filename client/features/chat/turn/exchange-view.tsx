import './turn.css'
import { Button } from '@mui/joy'
import { RotateCcw } from 'lucide-react'
import { memo } from 'react'
import { useTexts } from '#client/texts/texts.tsx'
import type { Kind } from '#shared/kinds.ts'
import { useFigures } from '../figures/use-figures.ts'
import { answerOf } from '../run/answer.ts'
import type { Exchange } from '../run/conversation.ts'
import { SentList } from '../uploads/sent-list.tsx'
import type { SentUpload } from '../uploads/sent-uploads.ts'
import { BotTurn, type TurnActions } from './bot-turn.tsx'

type Props = Pick<TurnActions, 'onShowNode' | 'onShowRun' | 'onAnswer'> & {
  exchange: Exchange
  kindOfNode: (nodeId: string) => Kind
  /** Undefined while questions cannot be sent. */
  onRepeat: ((exchange: Exchange) => void) | undefined
}

/** Memoized, so that streaming one answer does not re-render the others. */
export const ExchangeView = memo(function ExchangeView({
  exchange,
  kindOfNode,
  onRepeat,
  onShowNode,
  onShowRun,
  onAnswer,
}: Props) {
  const { question, uploads, sentDate } = exchange
  const answer = answerOf(exchange, kindOfNode)
  const isRequested = Boolean(question) || uploads.length > 0
  const onResend = onRepeat && isRequested ? () => onRepeat(exchange) : undefined
  return (
    <>
      {isRequested && <VisitorMessage text={question ?? ''} uploads={uploads} date={sentDate} />}
      {answer ? (
        <BotTurn
          answer={answer}
          onShowNode={onShowNode}
          onShowRun={onShowRun}
          onResend={onResend}
          onAnswer={onAnswer}
        />
      ) : (
        <Unanswered onResend={onResend} />
      )}
    </>
  )
})

function Unanswered({ onResend }: Pick<TurnActions, 'onResend'>) {
  const { chat } = useTexts()
  return (
    <div className="chat-note row wraps text-13 line-18 text-secondary gap-4-8">
      {chat.unanswered}
      {onResend && (
        <Button
          size="sm"
          variant="plain"
          color="neutral"
          startDecorator={<RotateCcw size={14} />}
          onClick={onResend}
        >
          {chat.askAgain}
        </Button>
      )}
    </div>
  )
}

type MessageProps = { text: string; uploads: readonly SentUpload[]; date: string }

function VisitorMessage({ text, uploads, date }: MessageProps) {
  const { chat } = useTexts()
  const { time } = useFigures()
  return (
    <article
      className="chat-visitor stack gap-4 items-flex-end"
      aria-label={chat.messageOf(chat.you, time(date))}
      tabIndex={-1}
    >
      {uploads.length > 0 && <SentList uploads={uploads} />}
      {text && (
        <p className="chat-bubble pre-wrap breaks-anywhere pad-8-12 backdrop-accent text-accent-soft">
          {text}
        </p>
      )}
      <time className="text-12 line-16 text-tertiary tabular" dateTime={date}>
        {time(date)}
      </time>
    </article>
  )
}
