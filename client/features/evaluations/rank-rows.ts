import { foldText } from '#client/components/fold-text.ts'
import { type Evaluation, type EvaluationResult, PASS_LINE } from '#shared/evaluations.ts'

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

/** Filters of rows. Several are combined: a row must fit all of them. */
export const rowFilters = ['low', 'differs', 'must', 'failed'] as const
export type RowFilter = (typeof rowFilters)[number]

const fits: Record<RowFilter, (row: RankedRow) => boolean> = {
  low: (row) => row.results.some((result) => result?.isDone && (result.score ?? 0) < PASS_LINE),
  differs: (row) => spreadOf(row) > 0,
  must: ({ mustPass }) => mustPass,
  failed: ({ results }) => results.some((result) => result?.isDone && result.error !== null),
}

/** `query` is looked for in the question, the expected answer and all answers. */
export function filterRows(
  rows: readonly RankedRow[],
  { query, filters }: { query: string; filters: readonly RowFilter[] },
) {
  const needle = foldText(query)
  return rows.filter(
    (row) =>
      filters.every((filter) => fits[filter](row)) &&
      foldText([row.input, row.output, ...row.results.map((result) => result?.answer)].join('\n')).includes(
        needle,
      ),
  )
}
