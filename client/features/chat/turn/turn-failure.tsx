import './failure.css'
import type { Answer } from '../run/answer.ts'
import type { TurnActions } from './bot-turn.tsx'
import { type Failure, FailureCard } from './failure-card.tsx'
import { NoBalanceCard } from './no-balance-card.tsx'

type Props = TurnActions & { failure: Failure; answer: Answer }

export function TurnFailure({ failure, answer, ...actions }: Props) {
  if (failure.code === 'INSUFFICIENT_FUNDS') {
    return <NoBalanceCard failure={failure} onResend={actions.onResend} />
  }
  return <FailureCard failure={failure} dollars={answer.figures?.dollars ?? 0} {...actions} />
}
