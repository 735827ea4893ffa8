import type { Store, Writer } from '#server/db/store.ts'
import type { EmbeddedTexts, NamedIndex, VectorCache } from '#server/engine/document-ports.ts'
import type { Upserted } from '#server/engine/handles.ts'
import type { NewId } from '#server/ids.ts'
import { fromBytes, meanOf, toBits, toBytes, toNumbers } from '#server/search/vector-bytes.ts'
import { AppError } from '#shared/errors.ts'
import { createIndexSearch } from './index-search.ts'
import { createIndexWriter, hashOf } from './index-writer.ts'
import * as rows from './indexes.repository.ts'
import { markRemovedOf } from './sweep.repository.ts'
import { createIndexSweep } from './sweep-indexes.ts'

type Deps = { store: Store; newId: NewId; now: () => Date }

/** Lasting indexes of chunks, and the vectors their owners have paid for. Owners never share either. */
export function createIndexesService({ store, newId, now }: Deps) {
  const search = createIndexSearch({ store })
  const writer = createIndexWriter({ store, newId, now })
  const { sweep, removeUnused } = createIndexSweep({ store, now })

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
        return { spaceId: space.id, hash: hashOf(text), ...bytes, createdDate, unusedDate: null }
      }),
    )
  }

  function firstOf(userId: string, key: string, vectors: EmbeddedTexts['vectors']) {
    const center = toBytes(meanOf(vectors))
    const dates = { createdDate: now(), sweptDate: null, removedDate: null }
    return { id: newId(), userId, key, dimensions: vectors[0]?.length ?? 0, center, ...dates }
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
        return bytes && toNumbers(fromBytes(bytes))
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
        return found ? rows.listRecords(store.db, found.index) : []
      },
      stage: (_, chunks) => writer.stage({ userId, name }, chunks),
      publish: (key, change, upserted) =>
        writer.publish({ userId, name }, key, {
          ...change,
          ...(upserted && onPublished && { onPublished: (tx) => onPublished(tx, upserted) }),
        }),
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

  /** With its chunks. The vectors stay until nothing has used them for a while. */
  async function removeIndex(tx: Writer, userId: string, name: string) {
    const index = await rows.findIndex(tx, userId, name)
    await (index && rows.updateIndex(tx, index.id, { removedDate: now() }))
  }

  /** Chunks of an upsert that has failed. Their vectors stay, so the next one embeds them for nothing. */
  async function discardStaged(tx: Writer, userId: string, name: string) {
    const index = await rows.findIndex(tx, userId, name)
    if (index) {
      await rows.discardStaged(tx, index)
      await rows.keepLeaving(tx, index)
    }
  }

  /** What one source has written to an index. */
  async function removeSource(tx: Writer, userId: string, name: string, source: string) {
    const index = await rows.findIndex(tx, userId, name)
    if (!index) {
      return
    }
    const size = index.size - (await rows.removeSource(tx, index, source))
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
      const all = index ? await rows.listLiveHashes(store.db, index) : []
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
    /** All of a removed user: indexes, vectors and spaces. */
    removeOf: (tx: Writer, userId: string) => markRemovedOf(tx, userId, now()),
    sweep,
    removeUnused,
    listUnembedded,
    contentOf,
  }
}

export type IndexesService = ReturnType<typeof createIndexesService>
