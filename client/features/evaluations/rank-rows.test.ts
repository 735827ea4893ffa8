import { expect, test } from 'vitest'
import { filterRows, rankRows } from './rank-rows.ts'

const versions = [{ id: 'live' }, { id: 'draft' }]

type Given = { input: string; mustPass?: boolean; scores: (number | null)[]; error?: string }

/** A null score is a result that is not done. */
function ran(given: readonly Given[]) {
  return rankRows({
    versions: versions as never,
    rows: given.map(({ input, mustPass = false }, index) => ({
      ...{ number: index + 1, rowId: '', evaluatorIds: [] },
      ...{ input, output: `Expected of ${input}`, mustPass },
    })),
    results: given.flatMap(({ input, scores, error = null }, index) =>
      scores.map((score, column) => ({
        ...{ versionId: versions[column]?.id ?? '', row: index + 1, isDone: score !== null, runId: '' },
        ...{ answer: `${input} İstanbul`, error, score, costMicro: 0, judgeMicro: 0, latencyMs: 0 },
        ...{ scores: [], steps: [] },
      })),
    ),
  })
}

const rows = ran([
  { input: 'equal', scores: [0.9, 0.9] },
  { input: 'low', scores: [0.5, 0.5], mustPass: true },
  { input: 'differs', scores: [1, 0.7], mustPass: true },
  { input: 'failed', scores: [0, 0], error: 'No model' },
  { input: 'waits', scores: [null, null] },
])
const shown = (query: string, filters: Parameters<typeof filterRows>[1]['filters'] = []) =>
  filterRows(rows, { query, filters }).map(({ input }) => input)

test('the largest difference comes first, then the lowest score', () => {
  expect(rows.map(({ input }) => input)).toEqual(['differs', 'failed', 'low', 'equal', 'waits'])
})

test('filters show what is low, different, required or unanswered; what waits is none of these', () => {
  expect(shown('', ['low'])).toEqual(['failed', 'low'])
  expect(shown('', ['differs'])).toEqual(['differs'])
  expect(shown('', ['must'])).toEqual(['differs', 'low'])
  expect(shown('', ['failed'])).toEqual(['failed'])
})

test('several filters are combined, also with a search in questions, expected and given answers', () => {
  expect(shown('', ['low', 'must'])).toEqual(['low'])
  expect(shown('expected of low', ['must'])).toEqual(['low'])
  expect(shown('ISTANBUL')).toHaveLength(rows.length)
  expect(shown('expected of low', ['differs'])).toEqual([])
})
