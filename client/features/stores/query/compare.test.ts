import { expect, test } from 'vitest'
import { rankIn } from './compare.ts'
import { overridesOf } from './query-fields.ts'

const doc = (id: string) => ({ id, pageContent: id, metadata: {}, chunkNo: 1, score: 0.5 })
const other = [doc('a'), doc('c')]

test('a chunk keeps its rank, moves or is missing on the other side', () => {
  expect(rankIn(other, doc('a'), 0)).toEqual({ is: 'same' })
  expect(rankIn(other, doc('c'), 2)).toEqual({ is: 'moved', rank: 2 })
  expect(rankIn(other, doc('b'), 1)).toEqual({ is: 'missing' })
})

test('a trial overrides only what differs from the saved settings', () => {
  expect(overridesOf({ topK: 6, minScore: '' }, { topK: 4 })).toEqual({ topK: 6 })
  expect(overridesOf({ topK: 4 }, { topK: 4 })).toBeUndefined()
})
