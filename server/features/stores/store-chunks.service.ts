import type { z } from 'zod'
import type { Store, Writer } from '#server/db/store.ts'
import type { Json } from '#server/engine/inputs.ts'
import type { JobsService } from '#server/features/jobs/jobs.service.ts'
import { AppError } from '#shared/errors.ts'
import type {
  chunksPageInput,
  chunksPageSchema,
  deleteChunkInput,
  deleteChunksInput,
  updateChunkInput,
} from '#shared/stores.ts'
import { CHUNKS_PER_PAGE } from '#shared/stores.ts'
import { readingOf, toLoader } from './show-store.ts'
import * as chunkRows from './store-chunks.repository.ts'
import type { StoreReads } from './store-reads.ts'
import * as rows from './store-sources.repository.ts'
import type { StoreChunkRow } from './stores.table.ts'

type Deps = {
  store: Store
  now: () => Date
  reads: StoreReads
  jobs: Pick<JobsService, 'listOpen'>
}

/** Chunks as they are shown and edited: those of the last complete reading. */
export function createStoreChunks({ store, now, reads, jobs }: Deps) {
  async function page(
    userId: string,
    { storeId, loaderId, ref, search }: z.output<typeof chunksPageInput>,
  ): Promise<z.input<typeof chunksPageSchema>> {
    const { name, description } = await reads.getOwn(store.db, userId, storeId)
    const sourceId = loaderId === 'all' ? undefined : loaderId
    const source = sourceId && ((await rows.findSource(store.db, storeId, sourceId)) ?? rejectUnknownSource())
    const filter = { storeId, sourceId, search }
    const [{ count, characters }, found] = await Promise.all([
      chunkRows.measureShown(store.db, filter),
      chunkRows.listChunks(store.db, filter, {
        limit: CHUNKS_PER_PAGE,
        offset: (ref - 1) * CHUNKS_PER_PAGE,
      }),
    ])
    return {
      ...{ chunks: found.map(toChunk), count, characters, currentPage: ref },
      ...(source && { file: toLoader(source, readingOf(source.id, await jobs.listOpen(storeId))) }),
      ...{ storeName: name, description: description ?? '', docId: loaderId },
    }
  }

  /** Throws CONFLICT when the chunk has changed since its editor has read it. */
  async function update(userId: string, input: z.output<typeof updateChunkInput>) {
    const { storeId, loaderId, ref, pageContent, metadata, revision } = input
    await store.transaction(async (tx) => {
      const chunk = await getChunk(tx, userId, { storeId, loaderId, ref })
      if (revision !== undefined && revision !== chunk.revision) {
        throw changed()
      }
      const text = pageContent.replaceAll('\0', '')
      const fields = { pageContent: text, metadata: metadata as Record<string, Json> }
      await ((await chunkRows.updateChunk(tx, chunk, fields)) ?? rejectChanged())
      await measure(tx, storeId, [loaderId])
    })
    return page(userId, { storeId, loaderId, ref: 1 })
  }

  async function remove(userId: string, input: z.output<typeof deleteChunkInput>) {
    const { storeId, loaderId } = input
    await store.transaction(async (tx) => {
      const { id } = await getChunk(tx, userId, input)
      await chunkRows.deleteChunks(tx, [id])
      await measure(tx, storeId, [loaderId])
    })
    return page(userId, { storeId, loaderId, ref: 1 })
  }

  /** Ids that do not exist any more are left out. */
  async function removeMany(userId: string, { storeId, ids }: z.output<typeof deleteChunksInput>) {
    return store.transaction(async (tx) => {
      await reads.getOwn(tx, userId, storeId)
      const found = await chunkRows.listByIds(tx, storeId, ids)
      if (found.length > 0) {
        await chunkRows.deleteChunks(
          tx,
          found.map(({ id }) => id),
        )
        await measure(tx, storeId, [...new Set(found.map(({ sourceId }) => sourceId))])
      }
      return { deleted: found.length }
    })
  }

  async function getChunk(tx: Writer, userId: string, { storeId, loaderId, ref }: ChunkRef) {
    await reads.getOwn(tx, userId, storeId)
    const chunk = await chunkRows.findChunk(tx, { storeId, id: ref })
    return chunk?.sourceId === loaderId ? chunk : rejectUnknown()
  }

  /** An upserted source is stale from now on, because its index has other chunks. */
  async function measure(tx: Writer, storeId: string, sourceIds: readonly string[]) {
    for (const id of sourceIds) {
      const source = (await rows.findSource(tx, storeId, id)) ?? rejectUnknownSource()
      const { chunks, chars } = await rows.measureChunks(tx, id, source.generation)
      await rows.updateSource(tx, id, {
        ...{ totalChunks: chunks, totalChars: chars, updatedDate: now() },
        ...(source.state === 'indexed' && { state: 'stale' }),
      })
    }
    await reads.touch(tx, storeId)
  }

  return { page, update, remove, removeMany }
}

export type StoreChunksService = ReturnType<typeof createStoreChunks>

type ChunkRef = z.output<typeof deleteChunkInput>

function toChunk({ id, sourceId, storeId, chunkNo, pageContent, metadata, revision }: StoreChunkRow) {
  return { id, docId: sourceId, storeId, chunkNo, pageContent, metadata: JSON.stringify(metadata), revision }
}

const changed = () =>
  new AppError(
    'CONFLICT',
    'This chunk has changed since you opened it. Reload it, or save again to overwrite.',
  )

function rejectChanged(): never {
  throw changed()
}

function rejectUnknown(): never {
  throw new AppError('NOT_FOUND', 'This chunk does not exist any more.')
}

function rejectUnknownSource(): never {
  throw new AppError('NOT_FOUND', 'This source does not exist.')
}
