import type { z } from 'zod'
import type { Store } from '#server/db/store.ts'
import { AppError } from '#shared/errors.ts'
import type { runTestSetInput, saveTestSetInput } from '#shared/store-calls.ts'
import { readTestSet, type TestResult } from './read-test-set.ts'
import type { StoreSearch } from './search-store.ts'
import type { StoreReads } from './store-reads.ts'
import { updateStore } from './stores.repository.ts'

type Deps = { store: Store; now: () => Date; reads: StoreReads; search: StoreSearch }

/** Questions with the chunk each should find, to compare settings. */
export function createTestSets({ store, now, reads, search }: Deps) {
  const get = async (userId: string, id: string) => readTestSet(await reads.getOwn(store.db, userId, id))

  /** The last result belongs to the questions it was made with. */
  async function save(userId: string, { id, questions }: z.output<typeof saveTestSetInput>) {
    await store.transaction(async (tx) => {
      await reads.getOwn(tx, userId, id)
      await updateStore(tx, id, { testSet: { questions, result: null } })
    })
    return get(userId, id)
  }

  async function run(
    userId: string,
    { id, inputs }: z.output<typeof runTestSetInput>,
    signal = new AbortController().signal,
  ): Promise<TestResult> {
    const found = await reads.getOwn(store.db, userId, id)
    const { questions } = readTestSet(found)
    if (questions.length === 0) {
      throw new AppError('INVALID_INPUT', 'Add questions to the test set first.')
    }
    const results = await search.findAll(
      found,
      questions.map(({ question }) => question),
      { inputs, signal },
    )
    const ranks = questions.map(({ chunkId }, place) => rankOf(chunkId, results[place]?.docs ?? []))
    const result: TestResult = {
      ranks,
      found: ranks.filter((rank) => rank !== null).length,
      timeTaken: results.reduce((sum, { timeTaken }) => sum + timeTaken, 0),
      date: now(),
    }
    if (!inputs) {
      const stored = { questions, result: { ...result, date: result.date.toISOString() } }
      await store.transaction((tx) => updateStore(tx, id, { testSet: stored }))
    }
    return result
  }

  return { get, save, run }
}

function rankOf(chunkId: string, docs: readonly { id: string }[]): number | null {
  const place = docs.findIndex(({ id }) => id === chunkId)
  return place < 0 ? null : place + 1
}
