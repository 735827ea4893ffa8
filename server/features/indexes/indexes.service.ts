import { hash } from 'node:crypto'
import type { Store, Writer } from '#server/db/store.ts'
import type { EmbeddedTexts, IndexedChunk, NamedIndex, VectorCache } from '#server/engine/document-ports.ts'
import type { Upserted } from '#server/engine/handles.ts'
import type { NewId } from '#server/ids.ts'
import { fromBytes, meanOf, toBits, toBytes } from '#server/search/vector-bytes.ts'
import { DAY_MS } from '#shared/dates.ts'
import { AppError } from '#shared/errors.ts'
import { createIndexSearch } from './index-search.ts'
import * as rows from './indexes.repository.ts'
import type { IndexRow } from './indexes.table.ts'
import { deleteWords, insertWords } from './words.repository.ts'

type Deps = { store: Store; newId: NewId; now: () => Date }

/** Each batch holds the thread for some ten milliseconds, most of it for the words. */
const STAGED_AT_ONCE = 25
const UNUSED_MS = 7 * DAY_MS

/** Lasting indexes of chunks, and the vectors their owners have paid for. Owners never share either. */
export function createIndexesService({ store, newId, now }: Deps) {
  const search = createIndexSearch({ store })

  /** In the transaction of the charge for these vectors. Throws UPSTREAM_FAILED for vectors of unequal lengths. */
  async function storeEmbedded(tx: Writer, userId: string, { space: key, texts, vectors }: EmbeddedTexts) {
    const dimensions = vectors[0]?.length ?? 0
    if (texts.length === 0) {
      return
    }
    const known = await rows.findSpace(tx, userId, key)
    const space = known ?? (await rows.insertSpace(tx, firstOf(userId, key, vectors)))
    if (dimensions === 0 || vectors.some(({ length }) => length !== space.dimensions)) {
      throw new AppError('UPSTREAM_FAILED', 'The embedding model gave vectors of different lengths.')
    }
    const center = fromBytes(space.center)
    const createdDate = now()
    await rows.insertEmbedded(
      tx,
      texts.map((text, place) => {
        const vector = vectors[place] ?? []
        const bytes = { vector: toBytes(vector), bits: toBits(vector, center) }
        return { spaceId: space.id, hash: hashOf(text), ...bytes, createdDate }
      }),
    )
  }

  function firstOf(userId: string, key: string, vectors: EmbeddedTexts['vectors']) {
    const center = toBytes(meanOf(vectors))
    return { id: newId(), userId, key, dimensions: vectors[0]?.length ?? 0, center, createdDate: now() }
  }

  const vectorsOf = (userId: string): VectorCache => ({
    async find(key, texts) {
      const space = await rows.findSpace(store.db, userId, key)
      if (!space) {
        return texts.map(() => undefined)
      }
      const hashes = texts.map(hashOf)
      const found = await rows.listVectors(store.db, space.id, hashes)
      const vectors = new Map(found.map(({ hash: of, vector }) => [of.toString('hex'), vector]))
      return hashes.map((of) => {
        const bytes = vectors.get(of.toString('hex'))
        return bytes && Array.from(fromBytes(bytes))
      })
    },
  })

  /** `onPublished` runs in the transaction that publishes. */
  function namedIndex(
    userId: string,
    name: string,
    onPublished?: (tx: Writer, upserted: Upserted) => Promise<void>,
  ): NamedIndex {
    const find = () => rows.findIndex(store.db, userId, name)
    const findIn = async (key: string) => {
      const [index, space] = await Promise.all([find(), rows.findSpace(store.db, userId, key)])
      return index && space && index.spaceId === space.id ? { index, space } : undefined
    }

    return {
      async records(key) {
        const found = await findIn(key)
        return found ? rows.listRecords(store.db, found.index.id) : []
      },
      async stage(_, chunks) {
        for (let from = 0; from < chunks.length; from += STAGED_AT_ONCE) {
          const some = chunks.slice(from, from + STAGED_AT_ONCE)
          await store.transaction((tx) => stage(tx, { userId, name }, some), 'deferred')
        }
      },
      async publish(key, stale, upserted) {
        await store.transaction(async (tx) => {
          await publish(tx, { userId, name, key }, stale)
          await (upserted && onPublished?.(tx, upserted))
        })
      },
      async size() {
        return (await find())?.size ?? 0
      },
      async search(key, query) {
        const found = await findIn(key)
        return found ? search.find(found.index, found.space, query) : []
      },
      async neighbours(key, id, range) {
        const found = await findIn(key)
        return found ? search.neighbours(found.index, id, range) : []
      },
    }
  }

  async function stage(tx: Writer, of: Pick<IndexRow, 'userId' | 'name'>, chunks: readonly IndexedChunk[]) {
    const index = await open(tx, of)
    const inserted = await rows.insertChunks(
      tx,
      chunks.map(({ id, pageContent: content, metadata, source, position }) => ({
        ...{ indexId: index.id, id, content, metadata, source, position },
        ...{ hash: hashOf(content), isLive: false },
      })),
    )
    await insertWords(tx, index.id, inserted)
  }

  async function publish(
    tx: Writer,
    { userId, name, key }: { userId: string; name: string; key: string },
    stale: readonly string[],
  ) {
    const index = await open(tx, { userId, name })
    const space = await rows.findSpace(tx, userId, key)
    if (!space) {
      // Nothing has ever been embedded: the index is empty, or becomes so.
      await remove(tx, index.id, stale)
    } else {
      await remove(tx, index.id, stale)
      await removeUnembedded(tx, index, space.id)
    }
    await rows.publishChunks(tx, index.id)
    const size = await rows.countLive(tx, index.id)
    const version = index.version + 1
    await rows.updateIndex(tx, index.id, {
      ...{ version, size, updatedDate: now() },
      ...(space && { spaceId: space.id }),
    })
  }

  /** Chunks left from another embedding model. A staged one without a vector is an error of the caller. */
  async function removeUnembedded(tx: Writer, index: IndexRow, spaceId: string) {
    for (;;) {
      const found = await rows.listWithoutVector(tx, index.id, spaceId, STAGED_AT_ONCE)
      if (found.some(({ isLive }) => !isLive)) {
        throw new AppError('CONFLICT', 'Some chunks are not embedded yet. Upsert again.')
      }
      if (found.length === 0) {
        return
      }
      await remove(
        tx,
        index.id,
        found.map(({ id }) => id),
      )
    }
  }

  async function remove(tx: Writer, indexId: string, ids: readonly string[]) {
    await deleteWords(tx, await rows.deleteChunks(tx, indexId, ids))
  }

  async function open(tx: Writer, { userId, name }: Pick<IndexRow, 'userId' | 'name'>) {
    const date = now()
    const fresh = { id: newId(), userId, name, spaceId: null, version: 0, size: 0 }
    return (
      (await rows.findIndex(tx, userId, name)) ??
      (await rows.insertIndex(tx, { ...fresh, createdDate: date, updatedDate: date }))
    )
  }

  /** With its chunks. The vectors stay until nothing has used them for a while. */
  async function removeIndex(tx: Writer, userId: string, name: string) {
    const index = await rows.findIndex(tx, userId, name)
    if (index) {
      await deleteWords(tx, await rows.deleteIndex(tx, index.id))
    }
  }

  /** All of a removed user: indexes, vectors and spaces. */
  async function removeOf(tx: Writer, userId: string) {
    for (const { id } of await rows.listIndexesOf(tx, userId)) {
      await deleteWords(tx, await rows.deleteIndex(tx, id))
    }
    await rows.deleteSpacesOf(tx, userId)
  }

  /**
   * Indexes that no flow and no store of their owner uses any more, and vectors that no index has used for a week.
   * Returns the number of indexes.
   */
  async function removeUnused(): Promise<number> {
    const before = new Date(now().getTime() - UNUSED_MS)
    let removed = 0
    for (const index of await rows.listHomeless(store.db, before)) {
      if (!(await rows.isCollectionUsed(store.db, index))) {
        await store.transaction((tx) => removeIndex(tx, index.userId, index.name), 'deferred')
        removed += 1
      }
    }
    await store.transaction((tx) => rows.deleteUnusedSpaces(tx, before), 'deferred')
    return removed
  }

  /** Chunks of an upsert that has failed. Their vectors stay, so the next one embeds them for nothing. */
  async function discardStaged(tx: Writer, userId: string, name: string) {
    const index = await rows.findIndex(tx, userId, name)
    if (index) {
      await deleteWords(tx, await rows.deleteStaged(tx, index.id))
    }
  }

  /** What one source has written to an index. */
  async function removeSource(tx: Writer, userId: string, name: string, source: string) {
    const index = await rows.findIndex(tx, userId, name)
    if (!index) {
      return
    }
    const found = await rows.listIdsOfSource(tx, index.id, source)
    await remove(
      tx,
      index.id,
      found.map(({ id }) => id),
    )
    const size = await rows.countLive(tx, index.id)
    await rows.updateIndex(tx, index.id, { version: index.version + 1, size, updatedDate: now() })
  }

  /** The texts of these that have never been embedded in the space. */
  async function listUnembedded(userId: string, key: string, texts: readonly string[]): Promise<string[]> {
    const space = await rows.findSpace(store.db, userId, key)
    if (!space) {
      return [...texts]
    }
    const found = await rows.listEmbedded(store.db, space.id, texts.map(hashOf))
    const known = new Set(found.map((of) => of.toString('hex')))
    return texts.filter((text) => !known.has(hashOf(text).toString('hex')))
  }

  /** Which texts an index has. `version` changes whenever the texts do. */
  async function contentOf(userId: string, name: string) {
    const index = await rows.findIndex(store.db, userId, name)
    let read: Promise<Set<string>> | undefined
    const readAll = async () => {
      const all = index ? await rows.listLiveHashes(store.db, index.id) : []
      return new Set(all.map(({ hash: of }) => of.toString('hex')))
    }
    return {
      version: index ? `${index.id}:${index.version}` : '',
      async texts() {
        read ??= readAll()
        const hashes = await read
        return { has: (text: string) => hashes.has(hashOf(text).toString('hex')) }
      },
    }
  }

  return {
    storeEmbedded,
    vectorsOf,
    namedIndex,
    removeIndex,
    removeSource,
    discardStaged,
    removeOf,
    removeUnused,
    listUnembedded,
    contentOf,
  }
}

export type IndexesService = ReturnType<typeof createIndexesService>

function hashOf(text: string): Buffer {
  return hash('sha256', text, 'buffer').subarray(0, 16)
}
