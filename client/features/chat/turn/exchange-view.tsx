import './turn.css'
import { memo } from 'react'
import type { Kind } from '#shared/kinds.ts'
import { answerOf } from '../run/answer.ts'
import type { Exchange } from '../run/conversation.ts'
import { BotTurn, type TurnActions } from './bot-turn.tsx'
import { Unanswered } from './unanswered.tsx'
import { VisitorMessage } from './visitor-message.tsx'

type Props = Pick<TurnActions, 'onShowNode' | 'onShowRun'> & {
  exchange: Exchange
  kindOfNode: (nodeId: string) => Kind
  /** Undefined while questions cannot be sent. */
  onAsk: ((exchange: Exchange) => void) | undefined
}

/** Memoized, so that streaming one answer does not re-render the others. */
export const ExchangeView = memo(function ExchangeView({
  exchange,
  kindOfNode,
  onAsk,
  onShowNode,
  onShowRun,
}: Props) {
  const { question, uploads, askedDate } = exchange
  const answer = answerOf(exchange, kindOfNode)
  const isRequested = Boolean(question) || uploads.length > 0
  const onAskAgain = onAsk && isRequested ? () => onAsk(exchange) : undefined
  return (
    <>
      {isRequested && <VisitorMessage text={question ?? ''} uploads={uploads} date={askedDate} />}
      {answer ? (
        <BotTurn answer={answer} onShowNode={onShowNode} onShowRun={onShowRun} onAskAgain={onAskAgain} />
      ) : (
        <Unanswered onAskAgain={onAskAgain} />
      )}
    </>
  )
})
