import { and, asc, count, eq, inArray, lte, sql } from 'drizzle-orm'
import type { Changes, Reader, Writer } from '#server/db/store.ts'
import type { ChunkOwner } from './store-chunks.repository.ts'
import { type StoreSourceRow, storeChunks, storeSources } from './stores.table.ts'

export function listSources(db: Reader, storeId: string) {
  return db
    .select()
    .from(storeSources)
    .where(eq(storeSources.storeId, storeId))
    .orderBy(asc(storeSources.createdDate), asc(storeSources.id))
}

export async function findSource(db: Reader, storeId: string, id: string) {
  const [row] = await db
    .select()
    .from(storeSources)
    .where(and(eq(storeSources.id, id), eq(storeSources.storeId, storeId)))
    .limit(1)
  return row
}

export function countSources(db: Reader, storeId: string) {
  return db.$count(storeSources, eq(storeSources.storeId, storeId))
}

export async function insertSource(tx: Writer, row: StoreSourceRow) {
  await tx.insert(storeSources).values(row)
}

export async function updateSource(tx: Writer, id: string, changes: Changes<StoreSourceRow>) {
  const [updated] = await tx.update(storeSources).set(changes).where(eq(storeSources.id, id)).returning()
  return updated
}

/** Read, and not in the index as it was read. */
export function isUnindexed({ state, totalChunks }: StoreSourceRow) {
  return (unindexed as readonly string[]).includes(state) && totalChunks > 0
}

const unindexed = ['read', 'stale'] as const

export async function failUnindexed(tx: Writer, storeId: string, error: string) {
  await tx
    .update(storeSources)
    .set({ state: 'failed', error })
    .where(and(eq(storeSources.storeId, storeId), inArray(storeSources.state, [...unindexed])))
}

/** The chunks of one source or of all of a store are not shown any more, and a reading in progress cannot end. */
export async function hideChunks(tx: Writer, { storeId, sourceId }: ChunkOwner, error: string) {
  await tx
    .update(storeSources)
    .set({
      ...{
        generation: sql`${storeSources.generation} + 1`,
        contentHash: null,
        totalChunks: 0,
        totalChars: 0,
      },
      ...{ state: 'failed', error },
    })
    .where(storeId === undefined ? eq(storeSources.id, sourceId) : eq(storeSources.storeId, storeId))
}

/** With its chunks. */
export async function deleteSource(tx: Writer, id: string) {
  await tx.delete(storeChunks).where(eq(storeChunks.sourceId, id))
  await tx.delete(storeSources).where(eq(storeSources.id, id))
}

/** Sources whose schedule has come, longest due first. */
export function listDue(db: Reader, date: Date, limit: number) {
  return db
    .select()
    .from(storeSources)
    .where(lte(storeSources.nextDate, date))
    .orderBy(asc(storeSources.nextDate), asc(storeSources.id))
    .limit(limit)
}

/** Undefined when another process was faster. */
export async function claimDue(tx: Writer, { id, nextDate }: StoreSourceRow, next: Date | null) {
  const [claimed] = await tx
    .update(storeSources)
    .set({ nextDate: next })
    .where(and(eq(storeSources.id, id), nextDate ? eq(storeSources.nextDate, nextDate) : undefined))
    .returning()
  return claimed
}

/** Counts of a source's chunks of one generation. */
export async function measureChunks(db: Reader, sourceId: string, generation: number) {
  const [row] = await db
    .select({
      chunks: count(),
      chars: sql<number>`coalesce(sum(length(${storeChunks.pageContent})), 0)`.mapWith(Number),
    })
    .from(storeChunks)
    .where(and(eq(storeChunks.sourceId, sourceId), eq(storeChunks.generation, generation)))
  return row ?? { chunks: 0, chars: 0 }
}
