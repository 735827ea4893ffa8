import { Button } from '@mui/joy'
import { RotateCcw } from 'lucide-react'
import { useTexts } from '#client/texts/texts.tsx'
import type { Answer } from '../run/answer.ts'
import type { Ending } from '../run/run-turn.ts'
import type { TurnActions } from './bot-turn.tsx'
import { FailureCard } from './failure-card.tsx'
import { NoBalanceCard } from './no-balance-card.tsx'
import { TurnFooter } from './turn-footer.tsx'

type Props = TurnActions & { answer: Answer; ending: Ending }

/** How a turn ended when it did not end well. */
export function TurnEnding({ answer, ending, ...actions }: Props) {
  const { chat } = useTexts()
  if (ending.type === 'finished') {
    return null
  }
  if (ending.type === 'stopped') {
    return (
      <div className="chat-thread">
        <p className="chat-note">{answer.text ? chat.stopped : chat.stoppedEarly}</p>
        <TurnFooter answer={answer} onAskAgain={actions.onAskAgain} />
      </div>
    )
  }
  if (ending.code === 'INSUFFICIENT_FUNDS') {
    return <NoBalanceCard failure={ending} onAskAgain={actions.onAskAgain} />
  }
  return <FailureCard failure={ending} dollars={answer.figures?.dollars ?? 0} {...actions} />
}

/** A question of an earlier visit that nothing came of. */
export function Unanswered({ onAskAgain }: Pick<TurnActions, 'onAskAgain'>) {
  const { chat } = useTexts()
  return (
    <div className="chat-note">
      {chat.unanswered}
      {onAskAgain && (
        <Button
          size="sm"
          variant="plain"
          color="neutral"
          startDecorator={<RotateCcw size={14} />}
          onClick={onAskAgain}
        >
          {chat.askAgain}
        </Button>
      )}
    </div>
  )
}
