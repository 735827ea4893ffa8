import { hash } from 'node:crypto'
import type { Store, Writer } from '#server/db/store.ts'
import { writeInSlices } from '#server/db/write-in-slices.ts'
import type { IndexChange, IndexedChunk } from '#server/engine/document-ports.ts'
import type { NewId } from '#server/ids.ts'
import { inSlices } from '#server/in-slices.ts'
import { AppError } from '#shared/errors.ts'
import { listChunkKeys } from './index-vectors.repository.ts'
import * as rows from './indexes.repository.ts'
import type { IndexRow, VectorSpaceRow } from './indexes.table.ts'
import { insertWords } from './words.repository.ts'

type Deps = { store: Store; newId: NewId; now: () => Date }
type Named = Pick<IndexRow, 'userId' | 'name'>

/**
 * Prepares the next generation of an index in slices of a few milliseconds, so that other requests run in between, and
 * publishes it by changing one row.
 */
export function createIndexWriter({ store, newId, now }: Deps) {
  /** Staging a chunk again changes nothing. */
  function stage(of: Named, chunks: readonly IndexedChunk[]) {
    return writeInSlices(store, chunks.length, (tx, from, to) => stageSome(tx, of, chunks.slice(from, to)))
  }

  async function stageSome(tx: Writer, of: Named, chunks: readonly IndexedChunk[]) {
    const index = await open(tx, of)
    await rows.restoreChunks(
      tx,
      index,
      chunks.map(({ id }) => id),
    )
    const inserted = await rows.insertChunks(
      tx,
      chunks.map(({ id, pageContent: content, metadata, source, position }) => ({
        ...{ indexId: index.id, id, content, metadata, source, position, hash: hashOf(content) },
        ...{ addedIn: index.generation + 1, removedIn: null },
      })),
    )
    await insertWords(tx, index.id, inserted)
  }

  /** `onPublished` runs in the transaction that publishes. Throws CONFLICT while a chunk has no vector. */
  async function publish(
    of: Named,
    key: string,
    { stale, fresh, onPublished }: IndexChange & { onPublished?: (tx: Writer) => Promise<void> },
  ) {
    const space = await rows.findSpace(store.db, of.userId, key)
    const index = await rows.findIndex(store.db, of.userId, of.name)
    if (index) {
      // Those of an upsert that was interrupted.
      await store.transaction((tx) => rows.keepLeaving(tx, index), 'deferred')
      await markStale(index, stale)
      if (space && index.spaceId !== null && index.spaceId !== space.id) {
        await markUnembedded(index, space)
      }
      await checkStaged(index, { space, fresh: new Set(fresh) })
    }
    await store.transaction(async (tx) => {
      const found = await rows.findSpace(tx, of.userId, key)
      // Vectors are deleted with their space.
      if (found?.id !== space?.id) {
        rejectUnembedded()
      }
      await publishNext(tx, await open(tx, of), space)
      await onPublished?.(tx)
    })
  }

  async function publishNext(tx: Writer, index: IndexRow, space: VectorSpaceRow | undefined) {
    const { added, removed } = await rows.countChanges(tx, index)
    await rows.updateIndex(tx, index.id, {
      ...{ generation: index.generation + 1, version: index.version + 1 },
      ...{ size: index.size + added - removed, updatedDate: now() },
      ...(space && { spaceId: space.id }),
    })
  }

  function markStale(index: IndexRow, ids: readonly string[]) {
    return writeInSlices(store, ids.length, (tx, from, to) => rows.markStale(tx, index, ids.slice(from, to)))
  }

  /** Live chunks of another embedding model. */
  async function markUnembedded(index: IndexRow, space: VectorSpaceRow) {
    let after = ''
    await inSlices(Number.POSITIVE_INFINITY, async (from, to) => {
      const some = await listChunkKeys(store.db, index, { after, limit: to - from })
      after = some.at(-1)?.id ?? after
      const known = await embeddedOf(space, some)
      const ids = some.flatMap(({ id, hash: of }) => (known.has(of.toString('hex')) ? [] : [id]))
      if (ids.length > 0) {
        await store.transaction((tx) => rows.markStale(tx, index, ids), 'deferred')
      }
      return some.length === to - from
    })
  }

  /** Chunks that an upsert has left behind are discarded; those of this one must all be there, with their vectors. */
  async function checkStaged(
    index: IndexRow,
    { space, fresh }: { space: VectorSpaceRow | undefined; fresh: ReadonlySet<string> },
  ) {
    const missing = new Set(fresh)
    let after = 0
    await inSlices(Number.POSITIVE_INFINITY, async (from, to) => {
      const some = await rows.listStaged(store.db, index, { after, limit: to - from })
      after = some.at(-1)?.number ?? after
      const [ours, left] = [some.filter(({ id }) => fresh.has(id)), some.filter(({ id }) => !fresh.has(id))]
      if (left.length > 0) {
        const ids = left.map(({ id }) => id)
        await store.transaction((tx) => rows.discardChunks(tx, index, ids), 'deferred')
      }
      await checkEmbedded(space, ours, missing)
      return some.length === to - from
    })
    // Embedded by another model, these chunks were there already.
    const others = [...missing]
    await inSlices(others.length, async (from, to) => {
      await checkEmbedded(space, await rows.listStaying(store.db, index, others.slice(from, to)), missing)
      return true
    })
    if (missing.size > 0) {
      rejectUnembedded()
    }
  }

  async function checkEmbedded(
    space: VectorSpaceRow | undefined,
    chunks: readonly { id: string; hash: Buffer }[],
    missing: Set<string>,
  ) {
    const known = space ? await embeddedOf(space, chunks) : new Set()
    for (const { id, hash: of } of chunks) {
      if (known.has(of.toString('hex'))) {
        missing.delete(id)
      }
    }
  }

  async function embeddedOf(space: VectorSpaceRow, chunks: readonly { hash: Buffer }[]) {
    const found = await rows.listEmbedded(
      store.db,
      space.id,
      chunks.map((chunk) => chunk.hash),
    )
    return new Set(found.map((each) => each.toString('hex')))
  }

  async function open(tx: Writer, { userId, name }: Named) {
    const date = now()
    const fresh = { id: newId(), userId, name, spaceId: null, version: 0, generation: 0, size: 0 }
    return (
      (await rows.findIndex(tx, userId, name)) ??
      (await rows.insertIndex(tx, { ...fresh, createdDate: date, updatedDate: date, removedDate: null }))
    )
  }

  return { stage, publish }
}

export function hashOf(text: string): Buffer {
  return hash('sha256', text, 'buffer').subarray(0, 16)
}

function rejectUnembedded(): never {
  throw new AppError('CONFLICT', 'Some chunks are not embedded yet. Upsert again.')
}
