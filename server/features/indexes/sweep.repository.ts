import { and, asc, eq, gt, gte, inArray, isNotNull, isNull, lt, lte, notExists, or, sql } from 'drizzle-orm'
import type { Changes, Reader, Writer } from '#server/db/store.ts'
import { flowDrafts, flows, flowVersions } from '#server/features/flows/flows.table.ts'
import {
  embeddedTexts,
  type IndexRow,
  indexChunks,
  indexes,
  type VectorSpaceRow,
  vectorSpaces,
} from './indexes.table.ts'

const MAX_HOMELESS = 10_000

export async function markRemoved(tx: Writer, id: string, removedDate: Date) {
  await tx.update(indexes).set({ removedDate }).where(eq(indexes.id, id))
}

/** All indexes and spaces of a removed user. */
export async function markRemovedOf(tx: Writer, userId: string, removedDate: Date) {
  const isLeft = (table: typeof indexes | typeof vectorSpaces) =>
    and(eq(table.userId, userId), isNull(table.removedDate))
  await tx.update(indexes).set({ removedDate }).where(isLeft(indexes))
  await tx.update(vectorSpaces).set({ removedDate }).where(isLeft(vectorSpaces))
}

/** Chunks that no search finds any more and none will. */
const isGone = or(
  isNotNull(indexes.removedDate),
  lte(indexChunks.removedIn, indexes.generation),
  lte(indexChunks.removedIn, indexChunks.addedIn),
)

/** Indexes with chunks to delete, and removed ones. */
export async function listUnswept(db: Reader): Promise<string[]> {
  const withGone = await db
    .selectDistinct({ id: indexChunks.indexId })
    .from(indexChunks)
    .innerJoin(indexes, eq(indexes.id, indexChunks.indexId))
    .where(and(isNotNull(indexChunks.removedIn), isGone))
  const removed = await db.select({ id: indexes.id }).from(indexes).where(isNotNull(indexes.removedDate))
  return [...new Set([...withGone, ...removed].map(({ id }) => id))]
}

/** Returns the numbers of the deleted chunks, and whether more may be left. */
export async function deleteGone(tx: Writer, indexId: string, limit: number) {
  const gone = await tx
    .select({ number: indexChunks.number, isRemoved: isNotNull(indexes.removedDate).mapWith(Boolean) })
    .from(indexChunks)
    .innerJoin(indexes, eq(indexes.id, indexChunks.indexId))
    .where(
      and(
        eq(indexChunks.indexId, indexId),
        or(isNotNull(indexes.removedDate), isNotNull(indexChunks.removedIn)),
        isGone,
      ),
    )
    .limit(limit)
  const numbers = gone.map(({ number }) => number)
  const isOfRemoved = gone[0]?.isRemoved
  const deleted = await tx
    .delete(indexChunks)
    .where(
      and(
        inArray(indexChunks.number, numbers),
        // Another process may have restored one meanwhile.
        isOfRemoved ? undefined : isNotNull(indexChunks.removedIn),
      ),
    )
    .returning({ number: indexChunks.number })
  return { numbers: deleted.map(({ number }) => number), isMore: gone.length === limit }
}

/** A removed index without chunks. */
export async function deleteEmptyIndex(tx: Writer, id: string) {
  const chunk = tx.select({ one: sql`1` }).from(indexChunks).where(eq(indexChunks.indexId, id))
  await tx.delete(indexes).where(and(eq(indexes.id, id), isNotNull(indexes.removedDate), notExists(chunk)))
}

/** Removed spaces that no index names any more. */
export function listRemovedSpaces(db: Reader) {
  const index = db.select({ one: sql`1` }).from(indexes).where(eq(indexes.spaceId, vectorSpaces.id))
  return db
    .select({ id: vectorSpaces.id })
    .from(vectorSpaces)
    .where(and(isNotNull(vectorSpaces.removedDate), notExists(index)))
}

/** In the order of the hashes. */
export async function listHashes(
  db: Reader,
  spaceId: string,
  { after, limit }: { after: Buffer; limit: number },
) {
  const found = await db
    .select({ hash: embeddedTexts.hash })
    .from(embeddedTexts)
    .where(and(eq(embeddedTexts.spaceId, spaceId), gt(embeddedTexts.hash, after)))
    .orderBy(asc(embeddedTexts.hash))
    .limit(limit)
  return found.map(({ hash }) => hash)
}

export async function deleteVectors(tx: Writer, spaceId: string, hashes: readonly Buffer[]) {
  await tx.delete(embeddedTexts).where(isOneOf(spaceId, hashes))
}

export async function deleteSpace(tx: Writer, id: string) {
  await tx.delete(vectorSpaces).where(eq(vectorSpaces.id, id))
}

/** Indexes that have not changed since, and that are not named after a flow, store or pool that exists. */
export function listHomeless(db: Reader, changedBefore: Date) {
  const home = db
    .select({ one: sql`1` })
    .from(flows)
    .where(and(eq(flows.id, indexes.name), isNull(flows.removedDate)))
  return db
    .select()
    .from(indexes)
    .where(and(lt(indexes.updatedDate, changedBefore), isNull(indexes.removedDate), notExists(home)))
    .orderBy(asc(indexes.updatedDate), asc(indexes.id))
    .limit(MAX_HOMELESS)
}

/** Whether a flow of the owner names the index as its collection, in any of its versions. */
export async function isCollectionUsed(
  db: Reader,
  { userId, name }: Pick<IndexRow, 'userId' | 'name'>,
): Promise<boolean> {
  // As in JSON text; a name that would be escaped there is not looked for, so it counts as used.
  if (JSON.stringify(name) !== `"${name}"`) {
    return true
  }
  const text = `%${name.replace(/[!%_]/g, '!$&')}%`
  const [found] = await db
    .select({ id: flows.id })
    .from(flows)
    .leftJoin(flowVersions, eq(flowVersions.flowId, flows.id))
    .leftJoin(flowDrafts, eq(flowDrafts.flowId, flows.id))
    .where(
      and(
        eq(flows.userId, userId),
        isNull(flows.removedDate),
        or(
          sql`${flowVersions.flowData} like ${text} escape '!'`,
          sql`${flowDrafts.flowData} like ${text} escape '!'`,
        ),
      ),
    )
    .limit(1)
  return found !== undefined
}

/** Spaces without an index where nothing has been embedded since. */
export async function markUnusedSpaces(tx: Writer, embeddedBefore: Date, removedDate: Date) {
  const index = tx
    .select({ one: sql`1` })
    .from(indexes)
    .where(and(eq(indexes.spaceId, vectorSpaces.id), isNull(indexes.removedDate)))
  const recent = tx
    .select({ one: sql`1` })
    .from(embeddedTexts)
    .where(and(eq(embeddedTexts.spaceId, vectorSpaces.id), gte(embeddedTexts.createdDate, embeddedBefore)))
  await tx
    .update(vectorSpaces)
    .set({ removedDate })
    .where(
      and(
        ...[lt(vectorSpaces.createdDate, embeddedBefore), isNull(vectorSpaces.removedDate)],
        ...[notExists(index), notExists(recent)],
      ),
    )
}

/** Spaces with an index whose vectors have not been compared with it since. */
export function listSpacesToCompare(db: Reader, sweptBefore: Date, limit: number) {
  return db
    .selectDistinct({ id: vectorSpaces.id })
    .from(vectorSpaces)
    .innerJoin(indexes, eq(indexes.spaceId, vectorSpaces.id))
    .where(
      and(
        isNull(vectorSpaces.removedDate),
        or(isNull(vectorSpaces.sweptDate), lt(vectorSpaces.sweptDate, sweptBefore)),
      ),
    )
    .limit(limit)
}

export async function updateSpace(tx: Writer, id: string, changes: Changes<VectorSpaceRow>) {
  await tx.update(vectorSpaces).set(changes).where(eq(vectorSpaces.id, id))
}

export function listIndexesIn(db: Reader, spaceId: string) {
  return db.select({ id: indexes.id }).from(indexes).where(eq(indexes.spaceId, spaceId))
}

/** Of all chunks of the index, also of staged ones, in the order of their ids. */
export function listChunkHashes(
  db: Reader,
  indexId: string,
  { after, limit }: { after: string; limit: number },
) {
  return db
    .select({ id: indexChunks.id, hash: indexChunks.hash })
    .from(indexChunks)
    .where(and(eq(indexChunks.indexId, indexId), gt(indexChunks.id, after)))
    .orderBy(asc(indexChunks.id))
    .limit(limit)
}

/** Vectors that counted as unused already. */
export function listMarked(db: Reader, spaceId: string) {
  return db
    .select({ hash: embeddedTexts.hash, unusedDate: embeddedTexts.unusedDate })
    .from(embeddedTexts)
    .where(and(eq(embeddedTexts.spaceId, spaceId), isNotNull(embeddedTexts.unusedDate)))
}

export async function markVectors(
  tx: Writer,
  spaceId: string,
  { hashes, unusedDate }: { hashes: readonly Buffer[]; unusedDate: Date | null },
) {
  await tx.update(embeddedTexts).set({ unusedDate }).where(isOneOf(spaceId, hashes))
}

const isOneOf = (spaceId: string, hashes: readonly Buffer[]) =>
  and(eq(embeddedTexts.spaceId, spaceId), inArray(embeddedTexts.hash, [...hashes]))
