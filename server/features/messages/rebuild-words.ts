import type { Store } from '#server/db/store.ts'
import * as words from './words.repository.ts'

const AT_ONCE = 500

/** Fills the empty index of words from the messages, which keep their numbers. Returns how many it has read. */
export async function rebuildMessageWords(store: Store): Promise<number> {
  let count = 0
  let after = 0
  for (;;) {
    const numbered = await words.listNumbered(store.db, after, AT_ONCE)
    if (numbered.length === 0) {
      await store.transaction((tx) => words.continueNumbers(tx))
      return count
    }
    await store.transaction((tx) => words.insertWords(tx, numbered))
    count += numbered.length
    after = numbered.at(-1)?.number ?? after
  }
}
