import type { EvaluatedVersion, EvaluationResult, Score } from '#shared/evaluations.ts'
import type { EvaluationResultRow, EvaluationVersionRow } from './evaluations.table.ts'
import { compare, meanOf, medianOf } from './statistics.ts'

/** The score that counts: a person's, where there is one. */
const countedScore = ({ score, corrected }: Pick<Score, 'score' | 'corrected'>) => corrected ?? score

export function toResult({
  evaluationId: _,
  round: __,
  scores,
  ...row
}: EvaluationResultRow): EvaluationResult {
  return { ...row, scores, score: row.isDone ? meanOf(scores.map(countedScore)) : null }
}

/** The heads of the columns: means, costs, times, and the difference to the first column. */
export function summarize(
  versions: readonly EvaluationVersionRow[],
  results: readonly EvaluationResult[],
): EvaluatedVersion[] {
  const scoresOf = (versionId: string) =>
    new Map(
      results.flatMap((result) =>
        result.versionId === versionId && result.score !== null ? [[result.row, result.score] as const] : [],
      ),
    )
  const base = scoresOf(versions[0]?.id ?? '')
  return versions.map(({ evaluationId: _, flowData: __, ...version }, position) => {
    const own = results.filter(({ versionId, isDone }) => versionId === version.id && isDone)
    const scores = scoresOf(version.id)
    const totalMicro = own.reduce((sum, { costMicro }) => sum + costMicro, 0)
    const pairs = [...scores].flatMap(([row, score]) => {
      const before = base.get(row)
      return before === undefined ? [] : [[before, score] as const]
    })
    return {
      ...version,
      done: own.length,
      mean: meanOf([...scores.values()]),
      costMicro: own.length === 0 ? 0 : Math.ceil(totalMicro / own.length),
      totalMicro,
      medianMs: Math.round(medianOf(own.map(({ latencyMs }) => latencyMs)) ?? 0),
      difference: position === 0 || pairs.length === 0 ? null : compare(pairs),
    }
  })
}
