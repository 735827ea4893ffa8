import { attemptId } from '#server/engine/past-calls.ts'
import { idOf } from '#server/ids.ts'
import type { EvaluationResultRow } from './evaluations.table.ts'

/** Interruptions of one answer or judgement. More of them are no coincidence. */
export const MAX_ATTEMPTS = 30

type Place = Pick<EvaluationResultRow, 'evaluationId' | 'versionId' | 'row' | 'round'>

// The ids of runs follow from their place, so that a crashed evaluation finds them instead of asking again.

export const answerRunId = (place: Place) => idOf(textOf(place))
export const judgeRunId = (place: Place, evaluatorId: string) => idOf(`${textOf(place)}\n${evaluatorId}`)
export const attemptRunId = (id: string, attempt: number) =>
  attempt === 1 ? id : idOf(attemptId(id, attempt))

/** Every id that a run for this result may have: of all rounds and attempts, and of its judgements. */
export function possibleRunIds(result: Place, evaluatorIds: readonly string[]): string[] {
  const rounds = Array.from({ length: result.round }, (_, index) => ({ ...result, round: index + 1 }))
  const attempts = Array.from({ length: MAX_ATTEMPTS }, (_, index) => index + 1)
  return rounds
    .flatMap((place) => [answerRunId(place), ...evaluatorIds.map((id) => judgeRunId(place, id))])
    .flatMap((id) => attempts.map((attempt) => attemptRunId(id, attempt)))
}

function textOf({ evaluationId, versionId, row, round }: Place) {
  return `${evaluationId}\n${versionId}\n${row}\n${round}`
}
