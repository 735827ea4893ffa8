import { hash } from 'node:crypto'
import type { DocumentIndex, IndexRecipe } from '#server/engine/ports.ts'
import { buildIndex, removeIndexes } from './build-index.ts'
import { hasIndexFile, type IndexFile, openIndexFile } from './index-file.ts'
import { recordsIn, removeRecords } from './records.ts'
import { type IndexRow, searchInIndex } from './search-in-index.ts'

type Deps = { folder: string; now: () => Date }

/** Days without use after which an index is deleted; it is rebuilt on the next request. */
const forgetAfterDays = 30

/**
 * Document indexes, built once per content and reused by later questions and after a restart. Vectors by
 * sqlite-vec, words by FTS5, both in one file beside the database.
 */
export function createSearch({ folder, now }: Deps) {
  let file: IndexFile | undefined
  const building = new Map<string, Promise<void>>()
  const today = () => Math.floor(now().getTime() / 86_400_000)

  // Opened on first use: most installations start without an index file.
  function open(): IndexFile {
    file ??= openIndexFile(folder)
    return file
  }

  function find(key: string): DocumentIndex | undefined {
    const opened = open()
    const index = opened
      .prepare<[string], IndexRow & { usedDay: number }>(
        'select id, dimensions, size, used_day as usedDay from indexes where key = ? and is_ready = 1',
      )
      .get(key)
    if (index && index.usedDay !== today()) {
      opened.prepare('update indexes set used_day = ? where id = ?').run(today(), index.id)
    }
    return index && { size: index.size, search: (search) => searchInIndex(opened, index, search) }
  }

  async function make(key: string, owner: string, recipe: IndexRecipe, signal: AbortSignal) {
    const opened = open()
    await buildIndex(opened, recipe, { key, owner, day: today(), signal })
    opened.transaction(() => removeIndexes(opened, 'used_day < ?', today() - forgetAfterDays))()
  }

  /**
   * Indexes and vectors are separate per owner, so that nothing can be found by guessing another's content. If the
   * build awaited here fails, the waiting caller builds it.
   */
  async function openIndex(owner: string, recipe: IndexRecipe, signal: AbortSignal): Promise<DocumentIndex> {
    const key = hash('sha256', JSON.stringify([owner, recipe.space, recipe.key]))
    for (;;) {
      signal.throwIfAborted()
      const found = find(key)
      if (found) {
        return found
      }
      const running = building.get(key)
      if (running) {
        await settled(running, signal)
        continue
      }
      const build = make(key, owner, recipe, signal).finally(() => building.delete(key))
      building.set(key, build)
      await build
    }
  }

  return {
    openIndex,
    /**
     * Records written to external stores. Kept until the owner is removed, because such a store cannot list its
     * records.
     */
    records: (owner: string, name: string) => recordsIn(open, owner, name),
    forget: (owner: string) => {
      if (!(file ?? hasIndexFile(folder))) {
        return
      }
      const opened = open()
      opened.transaction(() => {
        removeIndexes(opened, 'owner = ?', owner)
        removeRecords(opened, owner)
      })()
    },
    close: () => file?.close(),
  }
}

export type Search = ReturnType<typeof createSearch>

/** Resolves when the other build has succeeded or failed, or on abort. */
async function settled(running: Promise<void>, signal: AbortSignal) {
  const { promise, resolve } = Promise.withResolvers<void>()
  const stop = () => resolve()
  signal.addEventListener('abort', stop, { once: true })
  await Promise.race([running.catch(() => undefined), promise])
  signal.removeEventListener('abort', stop)
}
