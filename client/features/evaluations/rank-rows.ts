import type { Evaluation, EvaluationResult } from '#shared/evaluations.ts'

export type RankedRow = Evaluation['rows'][number] & { results: (EvaluationResult | undefined)[] }

/** Rows with their results in the order of the versions: the largest difference of scores first. */
export function rankRows({
  rows,
  versions,
  results,
}: Pick<Evaluation, 'rows' | 'versions' | 'results'>): RankedRow[] {
  const found = new Map(results.map((result) => [`${result.row} ${result.versionId}`, result]))
  return rows
    .map((row) => ({ ...row, results: versions.map(({ id }) => found.get(`${row.number} ${id}`)) }))
    .toSorted(
      (one, other) =>
        spreadOf(other) - spreadOf(one) || lowestOf(one) - lowestOf(other) || one.number - other.number,
    )
}

const scoresOf = ({ results }: RankedRow) => results.flatMap((result) => result?.score ?? [])
const lowestOf = (row: RankedRow) => Math.min(1, ...scoresOf(row))

function spreadOf(row: RankedRow) {
  const scores = scoresOf(row)
  return scores.length < 2 ? 0 : Math.max(...scores) - Math.min(...scores)
}
