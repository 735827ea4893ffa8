import { and, asc, desc, eq, gte, isNull, like, lte, ne, sql } from 'drizzle-orm'
import type { Changes, Reader, Writer } from '#server/db/store.ts'
import { flows } from '#server/features/flows/flows.table.ts'
import {
  type StoreRow,
  type StoreSourceRow,
  type StoreUploadRow,
  storeChunks,
  storeSources,
  stores,
  storeUploads,
} from '#server/features/stores/stores.table.ts'
import { modelCalls } from '#server/features/usage/usage.table.ts'

export type PoolRow = StoreRow & { name: string; description: string | null }

const MAX_COUNT = 1_000
const named = { store: stores, name: flows.name, description: flows.description }
const isPool = eq(stores.kind, 'pool')

/** Newest change first. */
export async function listPools(db: Reader, userId: string): Promise<PoolRow[]> {
  const found = await db
    .select(named)
    .from(stores)
    .innerJoin(flows, eq(flows.id, stores.id))
    .where(and(isPool, eq(stores.userId, userId)))
    .orderBy(desc(stores.updatedDate), asc(stores.id))
    .limit(MAX_COUNT)
  return found.map(({ store, ...rest }) => ({ ...store, ...rest }))
}

export function countPools(db: Reader, userId: string) {
  return db.$count(stores, and(eq(stores.userId, userId), eq(stores.kind, 'pool')))
}

export async function findPool(db: Reader, id: string): Promise<PoolRow | undefined> {
  const [found] = await db
    .select(named)
    .from(stores)
    .innerJoin(flows, eq(flows.id, stores.id))
    .where(and(isPool, eq(stores.id, id)))
    .limit(1)
  return found && { ...found.store, name: found.name, description: found.description }
}

/** On PostgreSQL, others that touch the pool wait until the transaction ends, so that sums stay true. */
export async function touchPool(tx: Writer, id: string, updatedDate: Date) {
  await tx.update(stores).set({ updatedDate }).where(eq(stores.id, id))
}

export function listSources(db: Reader, poolId: string) {
  return db
    .select()
    .from(storeSources)
    .where(eq(storeSources.storeId, poolId))
    .orderBy(desc(storeSources.createdDate), asc(storeSources.id))
    .limit(MAX_COUNT)
}

/** Counts of the pools of one owner, by state. */
export function countSources(db: Reader, userId: string) {
  return db
    .select({
      poolId: storeSources.storeId,
      state: storeSources.state,
      count: sql<number>`count(*)`.mapWith(Number),
      bytes: sql<number>`coalesce(sum(${storeSources.bytes}), 0)`.mapWith(Number),
    })
    .from(storeSources)
    .innerJoin(stores, eq(stores.id, storeSources.storeId))
    .where(and(isPool, eq(stores.userId, userId)))
    .groupBy(storeSources.storeId, storeSources.state)
}

export async function findSource(db: Reader, poolId: string, id: string) {
  const [row] = await db
    .select()
    .from(storeSources)
    .where(and(eq(storeSources.storeId, poolId), eq(storeSources.id, id)))
    .limit(1)
  return row
}

/** The source that an upload has become: its file has the upload's id. */
export async function findByFile(db: Reader, poolId: string, fileId: string) {
  const [row] = await db
    .select()
    .from(storeSources)
    .where(
      and(eq(storeSources.storeId, poolId), like(sql`cast(${storeSources.files} as text)`, `%${fileId}%`)),
    )
    .limit(1)
  return row
}

export async function insertSource(tx: Writer, row: StoreSourceRow) {
  await tx.insert(storeSources).values(row)
}

export async function updateSource(tx: Writer, id: string, changes: Changes<StoreSourceRow>) {
  const [updated] = await tx.update(storeSources).set(changes).where(eq(storeSources.id, id)).returning()
  return updated
}

/** With its chunks. */
export async function deleteSource(tx: Writer, id: string) {
  await tx.delete(storeChunks).where(eq(storeChunks.sourceId, id))
  await tx.delete(storeSources).where(eq(storeSources.id, id))
}

type Space = { sources: number; bytes: number }

/** What a pool stores, with uploads in progress, and without a source that is to be replaced. */
export async function measurePool(db: Reader, poolId: string, without?: string): Promise<Space> {
  const [stored] = await db
    .select({
      sources: sql<number>`count(*)`.mapWith(Number),
      bytes: sql<number>`coalesce(sum(${storeSources.bytes}), 0)`.mapWith(Number),
    })
    .from(storeSources)
    .where(
      and(eq(storeSources.storeId, poolId), without === undefined ? undefined : ne(storeSources.id, without)),
    )
  const [uploading] = await db
    .select({
      sources:
        sql<number>`coalesce(sum(case when ${storeUploads.replaces} is null then 1 else 0 end), 0)`.mapWith(
          Number,
        ),
      bytes: sql<number>`coalesce(sum(${storeUploads.bytes}), 0)`.mapWith(Number),
    })
    .from(storeUploads)
    .where(eq(storeUploads.storeId, poolId))
  return {
    sources: (stored?.sources ?? 0) + (uploading?.sources ?? 0),
    bytes: (stored?.bytes ?? 0) + (uploading?.bytes ?? 0),
  }
}

/** Bytes of uploads in progress, by pool. */
export async function listUploadBytes(db: Reader, userId: string) {
  const found = await db
    .select({
      poolId: storeUploads.storeId,
      bytes: sql<number>`sum(${storeUploads.bytes})`.mapWith(Number),
    })
    .from(storeUploads)
    .innerJoin(stores, eq(stores.id, storeUploads.storeId))
    .where(and(isPool, eq(stores.userId, userId)))
    .groupBy(storeUploads.storeId)
  return new Map(found.map(({ poolId, bytes }) => [poolId, bytes]))
}

export async function findUpload(db: Reader, poolId: string, id: string) {
  const [row] = await db
    .select()
    .from(storeUploads)
    .where(and(eq(storeUploads.storeId, poolId), eq(storeUploads.id, id)))
    .limit(1)
  return row
}

type SameFile = Pick<StoreUploadRow, 'storeId' | 'name' | 'bytes' | 'replaces'>

export async function findInterrupted(db: Reader, { storeId, name, bytes, replaces }: SameFile) {
  const [row] = await db
    .select()
    .from(storeUploads)
    .where(
      and(
        eq(storeUploads.storeId, storeId),
        eq(storeUploads.name, name),
        eq(storeUploads.bytes, bytes),
        replaces === null ? isNull(storeUploads.replaces) : eq(storeUploads.replaces, replaces),
      ),
    )
    .orderBy(desc(storeUploads.received), asc(storeUploads.id))
    .limit(1)
  return row
}

export async function insertUpload(tx: Writer, row: StoreUploadRow) {
  await tx.insert(storeUploads).values(row)
}

/** Undefined when another part was faster. */
export async function addReceived(tx: Writer, { id, received }: StoreUploadRow, count: number) {
  const [updated] = await tx
    .update(storeUploads)
    .set({ received: received + count })
    .where(and(eq(storeUploads.id, id), eq(storeUploads.received, received)))
    .returning()
  return updated
}

/** Undefined when it is gone: only one caller gets the row. */
export async function deleteUpload(tx: Writer, id: string) {
  const [deleted] = await tx.delete(storeUploads).where(eq(storeUploads.id, id)).returning()
  return deleted
}

/** In progress, of a pool or of all stores of a user. */
export function listUploads(db: Reader, of: { poolId: string } | { userId: string }) {
  const mine = 'poolId' in of ? eq(stores.id, of.poolId) : eq(stores.userId, of.userId)
  return db
    .select({ id: storeUploads.id })
    .from(storeUploads)
    .innerJoin(stores, eq(stores.id, storeUploads.storeId))
    .where(mine)
}

export async function hasUpload(db: Reader, id: string): Promise<boolean> {
  return (await db.$count(storeUploads, eq(storeUploads.id, id))) > 0
}

export function listAbandoned(db: Reader, begunBefore: Date) {
  return db.select().from(storeUploads).where(lte(storeUploads.createdDate, begunBefore)).limit(MAX_COUNT)
}

/** What a pool has cost since a date. */
export async function sumUsage(db: Reader, poolId: string, since: Date, embeddingNode: string) {
  const isEmbedding = sql`${modelCalls.nodeId} = ${embeddingNode}`
  const [row] = await db
    .select({
      embeddingTokens:
        sql<number>`coalesce(sum(case when ${isEmbedding} then ${modelCalls.inputTokens} else 0 end), 0)`.mapWith(
          Number,
        ),
      costMicro: sql<number>`coalesce(sum(${modelCalls.costMicro}), 0)`.mapWith(Number),
    })
    .from(modelCalls)
    .where(and(eq(modelCalls.flowId, poolId), gte(modelCalls.createdDate, since)))
  return row ?? { embeddingTokens: 0, costMicro: 0 }
}

/** The chunk of a source with exactly this text. */
export async function findChunk(db: Reader, source: Pick<StoreSourceRow, 'id' | 'generation'>, text: string) {
  const [found] = await db
    .select({ chunkNo: storeChunks.chunkNo })
    .from(storeChunks)
    .where(
      and(
        eq(storeChunks.sourceId, source.id),
        eq(storeChunks.generation, source.generation),
        eq(storeChunks.pageContent, text),
      ),
    )
    .orderBy(asc(storeChunks.chunkNo))
    .limit(1)
  return found?.chunkNo
}

/** Chunks of the shown generation, in order. */
export function listChunks(
  db: Reader,
  source: Pick<StoreSourceRow, 'id' | 'generation'>,
  { from, to }: { from: number; to: number },
) {
  return db
    .select()
    .from(storeChunks)
    .where(
      and(
        eq(storeChunks.sourceId, source.id),
        eq(storeChunks.generation, source.generation),
        gte(storeChunks.chunkNo, from),
        lte(storeChunks.chunkNo, to),
      ),
    )
    .orderBy(asc(storeChunks.chunkNo), asc(storeChunks.id))
    .limit(MAX_COUNT)
}
