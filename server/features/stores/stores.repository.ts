import { and, asc, desc, eq, inArray, isNull, like, or } from 'drizzle-orm'
import type { Changes, Reader, Writer } from '#server/db/store.ts'
import { flowDrafts, flows, flowVersions } from '#server/features/flows/flows.table.ts'
import { upserts } from '#server/features/upserts/upserts.table.ts'
import { type StoreRow, storeChunks, storeSources, stores, storeUploads } from './stores.table.ts'

export type NamedStore = StoreRow & { name: string; description: string | null }

const MAX_COUNT = 1_000
const named = { store: stores, name: flows.name, description: flows.description }
type Found = { store: StoreRow; name: string; description: string | null }
const toNamed = ({ store, name, description }: Found): NamedStore => ({ ...store, name, description })

const owned = (userId: string) => and(eq(stores.userId, userId), eq(stores.kind, 'store'))

/** Newest change first. */
export async function listStores(db: Reader, userId: string, page?: { limit: number; offset: number }) {
  const found = await db
    .select(named)
    .from(stores)
    .innerJoin(flows, eq(flows.id, stores.id))
    .where(owned(userId))
    .orderBy(desc(stores.updatedDate), asc(stores.id))
    .limit(page?.limit ?? MAX_COUNT)
    .offset(page?.offset ?? 0)
  return found.map(toNamed)
}

/** Stores and pools by name, for choices. */
export function listNames(db: Reader, userId: string) {
  return db
    .select({ id: stores.id, kind: stores.kind, name: flows.name, description: flows.description })
    .from(stores)
    .innerJoin(flows, eq(flows.id, stores.id))
    .where(eq(stores.userId, userId))
    .orderBy(asc(flows.name), asc(stores.id))
    .limit(MAX_COUNT)
}

export function countStores(db: Reader, userId: string) {
  return db.$count(stores, owned(userId))
}

/** Also a pool, which is a store. */
export async function findStore(db: Reader, id: string) {
  const [found] = await db
    .select(named)
    .from(stores)
    .innerJoin(flows, eq(flows.id, stores.id))
    .where(eq(stores.id, id))
    .limit(1)
  return found && toNamed(found)
}

export async function insertStore(tx: Writer, row: StoreRow) {
  await tx.insert(stores).values(row)
}

export async function updateStore(tx: Writer, id: string, changes: Changes<StoreRow>) {
  await tx.update(stores).set(changes).where(eq(stores.id, id))
}

/** With its chunks, sources, uploads and upsert history. */
export async function deleteStore(tx: Writer, id: string) {
  await tx.delete(upserts).where(eq(upserts.subjectId, id))
  await tx.delete(storeChunks).where(eq(storeChunks.storeId, id))
  await tx.delete(storeSources).where(eq(storeSources.storeId, id))
  await tx.delete(storeUploads).where(eq(storeUploads.storeId, id))
  const deleted = await tx.delete(stores).where(eq(stores.id, id)).returning({ id: stores.id })
  return deleted.length
}

/** Stores and pools of a removed user, with all that belongs to them. */
export async function deleteStoresOf(tx: Writer, userId: string) {
  const theirs = await tx.select({ id: stores.id }).from(stores).where(eq(stores.userId, userId))
  for (const { id } of theirs) {
    await deleteStore(tx, id)
  }
}

/** Flows of the owner whose live version or draft contains one of the texts, with what they contain. */
export function listFlowsWith(db: Reader, userId: string, texts: readonly string[]) {
  const mentions = texts.flatMap((text) => [
    like(flowVersions.flowData, `%${text}%`),
    like(flowDrafts.flowData, `%${text}%`),
  ])
  return db
    .select({ id: flows.id, name: flows.name, live: flowVersions.flowData, draft: flowDrafts.flowData })
    .from(flows)
    .innerJoin(flowVersions, eq(flowVersions.id, flows.versionId))
    .leftJoin(flowDrafts, eq(flowDrafts.flowId, flows.id))
    .where(
      and(eq(flows.userId, userId), eq(flows.purpose, 'flow'), isNull(flows.removedDate), or(...mentions)),
    )
    .orderBy(asc(flows.name), asc(flows.id))
    .limit(MAX_COUNT)
}

export function listSourcesOf(db: Reader, storeIds: readonly string[]) {
  return db
    .select()
    .from(storeSources)
    .where(inArray(storeSources.storeId, [...storeIds]))
    .orderBy(asc(storeSources.createdDate), asc(storeSources.id))
}
