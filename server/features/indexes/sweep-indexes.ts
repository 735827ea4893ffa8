import type { Store } from '#server/db/store.ts'
import { writeInSlices } from '#server/db/write-in-slices.ts'
import { inSlices } from '#server/in-slices.ts'
import { DAY_MS } from '#shared/dates.ts'
import * as rows from './sweep.repository.ts'
import { deleteWords } from './words.repository.ts'

type Deps = { store: Store; now: () => Date }

const UNUSED_MS = 7 * DAY_MS
/** Reading the hashes of 100,000 chunks takes a second. */
const COMPARED_EVERY_MS = DAY_MS
const COMPARED_AT_ONCE = 50
const NO_HASH = Buffer.alloc(0)

/**
 * Deletes what no search finds any more, in slices of a few milliseconds: chunks that an upsert has replaced, removed
 * indexes and unused vectors. An interrupted sweep goes on with the next one.
 */
export function createIndexSweep({ store, now }: Deps) {
  let sweeping: Promise<void> | undefined

  /** Chunks of earlier generations, removed indexes and removed spaces. Concurrent callers share one sweep. */
  function sweep(): Promise<void> {
    sweeping ??= sweepAll().finally(() => {
      sweeping = undefined
    })
    return sweeping
  }

  async function sweepAll() {
    for (const id of await rows.listUnswept(store.db)) {
      await deleteGone(id)
      await store.transaction((tx) => rows.deleteEmptyIndex(tx, id), 'deferred')
    }
    for (const { id } of await rows.listRemovedSpaces(store.db)) {
      await deleteSpace(id)
    }
  }

  function deleteGone(indexId: string) {
    return writeInSlices(store, Number.POSITIVE_INFINITY, async (tx, from, to) => {
      const { numbers, isMore } = await rows.deleteGone(tx, indexId, to - from)
      await deleteWords(tx, numbers)
      return isMore
    })
  }

  async function deleteSpace(id: string) {
    await writeInSlices(store, Number.POSITIVE_INFINITY, async (tx, from, to) => {
      const some = await rows.listHashes(tx, id, { after: NO_HASH, limit: to - from })
      await rows.deleteVectors(tx, id, some)
      return some.length === to - from
    })
    await store.transaction((tx) => rows.deleteSpace(tx, id), 'deferred')
  }

  /**
   * Removes indexes that no flow and no store of their owner uses any more, and vectors that no index has used for a week.
   * Returns the number of indexes.
   */
  async function removeUnused(): Promise<number> {
    const before = new Date(now().getTime() - UNUSED_MS)
    let removed = 0
    for (const { id, ...index } of await rows.listHomeless(store.db, before)) {
      if (!(await rows.isCollectionUsed(store.db, index))) {
        await store.transaction((tx) => rows.markRemoved(tx, id, now()), 'deferred')
        removed += 1
      }
    }
    await store.transaction((tx) => rows.markUnusedSpaces(tx, before, now()), 'deferred')
    await sweep()
    const sweptBefore = new Date(now().getTime() - COMPARED_EVERY_MS)
    for (const { id } of await rows.listSpacesToCompare(store.db, sweptBefore, COMPARED_AT_ONCE)) {
      await removeUnusedVectors(id, before)
    }
    return removed
  }

  /** Vectors of texts that no chunk has: noted at first, deleted a week later. */
  async function removeUnusedVectors(spaceId: string, before: Date) {
    const inUse = await hashesInUse(spaceId)
    const marked = await rows.listMarked(store.db, spaceId)
    const [used, unused] = [
      marked.filter(({ hash }) => inUse.has(hash.toString('hex'))),
      marked.filter(({ hash }) => !inUse.has(hash.toString('hex'))),
    ]
    await mark(spaceId, toHashes(used), null)
    const expired = toHashes(unused.filter(({ unusedDate }) => unusedDate && unusedDate < before))
    await writeInSlices(store, expired.length, (tx, from, to) =>
      rows.deleteVectors(tx, spaceId, expired.slice(from, to)),
    )
    await markUnused(spaceId, new Set([...inUse, ...marked.map(({ hash }) => hash.toString('hex'))]))
    await store.transaction((tx) => rows.updateSpace(tx, spaceId, { sweptDate: now() }), 'deferred')
  }

  async function markUnused(spaceId: string, known: ReadonlySet<string>) {
    let after: Buffer = NO_HASH
    await inSlices(Number.POSITIVE_INFINITY, async (from, to) => {
      const some = await rows.listHashes(store.db, spaceId, { after, limit: to - from })
      after = some.at(-1) ?? after
      const unused = some.filter((hash) => !known.has(hash.toString('hex')))
      await mark(spaceId, unused, now())
      return some.length === to - from
    })
  }

  function mark(spaceId: string, all: readonly Buffer[], unusedDate: Date | null) {
    return writeInSlices(store, all.length, (tx, from, to) =>
      rows.markVectors(tx, spaceId, { hashes: all.slice(from, to), unusedDate }),
    )
  }

  async function hashesInUse(spaceId: string) {
    const inUse = new Set<string>()
    for (const { id: indexId } of await rows.listIndexesIn(store.db, spaceId)) {
      let after = ''
      await inSlices(Number.POSITIVE_INFINITY, async (from, to) => {
        const some = await rows.listChunkHashes(store.db, indexId, { after, limit: to - from })
        after = some.at(-1)?.id ?? after
        for (const { hash } of some) {
          inUse.add(hash.toString('hex'))
        }
        return some.length === to - from
      })
    }
    return inUse
  }

  return { sweep, removeUnused }
}

const toHashes = (vectors: readonly { hash: Buffer }[]) => vectors.map(({ hash }) => hash)
