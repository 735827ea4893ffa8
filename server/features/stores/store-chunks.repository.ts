import { and, asc, eq, gt, inArray, ne, sql } from 'drizzle-orm'
import { insertMany } from '#server/db/insert-many.ts'
import type { Changes, Reader, Writer } from '#server/db/store.ts'
import { type StoreChunkRow, storeChunks, storeSources } from './stores.table.ts'

export type ChunkFilter = { storeId: string; sourceId?: string | undefined; search?: string | undefined }

/** Chunks that are shown: those of the current generation. */
function shown({ storeId, sourceId, search }: ChunkFilter) {
  return and(
    eq(storeChunks.storeId, storeId),
    eq(storeChunks.generation, storeSources.generation),
    sourceId === undefined ? undefined : eq(storeChunks.sourceId, sourceId),
    search
      ? sql`lower(${storeChunks.pageContent}) like ${`%${escapeLike(search.toLowerCase())}%`} escape '!'`
      : undefined,
  )
}

const inOrder = [
  asc(storeSources.createdDate),
  asc(storeSources.id),
  asc(storeChunks.chunkNo),
  asc(storeChunks.id),
]

/** In the order of the sources. */
export async function listChunks(db: Reader, filter: ChunkFilter, page: { limit: number; offset: number }) {
  const found = await db
    .select({ chunk: storeChunks })
    .from(storeChunks)
    .innerJoin(storeSources, eq(storeSources.id, storeChunks.sourceId))
    .where(shown(filter))
    .orderBy(...inOrder)
    .limit(page.limit)
    .offset(page.offset)
  return found.map(({ chunk }) => chunk)
}

export async function measureShown(db: Reader, filter: ChunkFilter) {
  const [row] = await db
    .select({
      count: sql<number>`count(*)`.mapWith(Number),
      characters: sql<number>`coalesce(sum(length(${storeChunks.pageContent})), 0)`.mapWith(Number),
    })
    .from(storeChunks)
    .innerJoin(storeSources, eq(storeSources.id, storeChunks.sourceId))
    .where(shown(filter))
  return row ?? { count: 0, characters: 0 }
}

/** Chunks of one generation after a number, in order. */
export function listAfter(
  db: Reader,
  of: { sourceId: string; generation: number },
  after: number,
  limit: number,
) {
  return db
    .select()
    .from(storeChunks)
    .where(
      and(
        eq(storeChunks.sourceId, of.sourceId),
        eq(storeChunks.generation, of.generation),
        gt(storeChunks.chunkNo, after),
      ),
    )
    .orderBy(asc(storeChunks.chunkNo), asc(storeChunks.id))
    .limit(limit)
}

export async function findChunk(db: Reader, { storeId, id }: { storeId: string; id: string }) {
  const [found] = await db
    .select({ chunk: storeChunks })
    .from(storeChunks)
    .innerJoin(storeSources, eq(storeSources.id, storeChunks.sourceId))
    .where(and(shown({ storeId }), eq(storeChunks.id, id)))
    .limit(1)
  return found?.chunk
}

/** The chunk of a source with exactly this text. */
export async function findByContent(
  db: Reader,
  of: { storeId: string; sourceId: string | undefined },
  text: string,
) {
  const [found] = await db
    .select({ chunk: storeChunks })
    .from(storeChunks)
    .innerJoin(storeSources, eq(storeSources.id, storeChunks.sourceId))
    .where(and(shown(of), eq(storeChunks.pageContent, text)))
    .orderBy(...inOrder)
    .limit(1)
  return found?.chunk
}

export async function listByIds(db: Reader, storeId: string, ids: readonly string[]) {
  const found = await db
    .select({ chunk: storeChunks })
    .from(storeChunks)
    .innerJoin(storeSources, eq(storeSources.id, storeChunks.sourceId))
    .where(and(shown({ storeId }), inArray(storeChunks.id, [...ids])))
  return found.map(({ chunk }) => chunk)
}

export const insertChunks = insertMany(storeChunks, (tx, rows) => tx.insert(storeChunks).values(rows))

/** Undefined when the chunk has another revision. */
export async function updateChunk(
  tx: Writer,
  { id, revision }: StoreChunkRow,
  changes: Changes<StoreChunkRow>,
) {
  const [updated] = await tx
    .update(storeChunks)
    .set({ ...changes, revision: revision + 1 })
    .where(and(eq(storeChunks.id, id), eq(storeChunks.revision, revision)))
    .returning()
  return updated
}

export async function deleteChunks(tx: Writer, ids: readonly string[]) {
  await tx.delete(storeChunks).where(inArray(storeChunks.id, [...ids]))
}

export type ChunkOwner = { storeId: string; sourceId?: never } | { sourceId: string; storeId?: never }

/** Of any generation. Returns how many were deleted, at most `limit`. */
export async function deleteSome(tx: Writer, { storeId, sourceId }: ChunkOwner, limit: number) {
  const isTheirs =
    storeId === undefined ? eq(storeChunks.sourceId, sourceId) : eq(storeChunks.storeId, storeId)
  const some = tx.select({ id: storeChunks.id }).from(storeChunks).where(isTheirs).limit(limit)
  const deleted = await tx
    .delete(storeChunks)
    .where(inArray(storeChunks.id, some))
    .returning({ id: storeChunks.id })
  return deleted.length
}

/** Chunks of any other generation: those before, and those of a reading that has not ended. */
export async function deleteOthers(tx: Writer, of: { sourceId: string; generation: number }) {
  await tx
    .delete(storeChunks)
    .where(and(eq(storeChunks.sourceId, of.sourceId), ne(storeChunks.generation, of.generation)))
}

function escapeLike(text: string) {
  return text.replace(/[!%_]/g, '!$&')
}
