import { and, asc, eq, gt, gte, inArray, isNull, lt, not, notExists, or, sql } from 'drizzle-orm'
import type { Changes, Reader, Writer } from '#server/db/store.ts'
import { flowDrafts, flows, flowVersions } from '#server/features/flows/flows.table.ts'
import {
  type EmbeddedTextRow,
  embeddedTexts,
  type IndexChunkRow,
  type IndexRow,
  indexChunks,
  indexes,
  type VectorSpaceRow,
  vectorSpaces,
} from './indexes.table.ts'

/** Databases limit the number of parameters of a statement. */
const AT_ONCE = 500
const MAX_HOMELESS = 10_000

export async function findSpace(db: Reader, userId: string, key: string) {
  const [row] = await db
    .select()
    .from(vectorSpaces)
    .where(and(eq(vectorSpaces.userId, userId), eq(vectorSpaces.key, key)))
    .limit(1)
  return row
}

/** The space that is there afterwards: this one, or that of a rival. */
export async function insertSpace(tx: Writer, row: VectorSpaceRow) {
  await tx.insert(vectorSpaces).values(row).onConflictDoNothing()
  return (await findSpace(tx, row.userId, row.key)) ?? row
}

export async function insertEmbedded(tx: Writer, rows: EmbeddedTextRow[]) {
  await tx.insert(embeddedTexts).values(rows).onConflictDoNothing()
}

/** In the order of their numbers. */
export function listChunksAfter(db: Reader, after: number, limit: number) {
  const { number, indexId, content } = indexChunks
  return db
    .select({ number, indexId, content })
    .from(indexChunks)
    .where(gt(number, after))
    .orderBy(asc(number))
    .limit(limit)
}

export async function listVectors(db: Reader, spaceId: string, hashes: readonly Buffer[]) {
  const found: Pick<EmbeddedTextRow, 'hash' | 'vector'>[] = []
  for (let from = 0; from < hashes.length; from += AT_ONCE) {
    const some = hashes.slice(from, from + AT_ONCE)
    const rows = await db
      .select({ hash: embeddedTexts.hash, vector: embeddedTexts.vector })
      .from(embeddedTexts)
      .where(and(eq(embeddedTexts.spaceId, spaceId), inArray(embeddedTexts.hash, some)))
    found.push(...rows)
  }
  return found
}

/** Of these hashes, those with a vector in the space. */
export async function listEmbedded(db: Reader, spaceId: string, hashes: readonly Buffer[]) {
  const found: Buffer[] = []
  for (let from = 0; from < hashes.length; from += AT_ONCE) {
    const some = hashes.slice(from, from + AT_ONCE)
    const rows = await db
      .select({ hash: embeddedTexts.hash })
      .from(embeddedTexts)
      .where(and(eq(embeddedTexts.spaceId, spaceId), inArray(embeddedTexts.hash, some)))
    found.push(...rows.map(({ hash }) => hash))
  }
  return found
}

export function listLiveHashes(db: Reader, indexId: string) {
  return db
    .select({ hash: indexChunks.hash })
    .from(indexChunks)
    .where(and(eq(indexChunks.indexId, indexId), indexChunks.isLive))
}

export function listIdsOfSource(db: Reader, indexId: string, source: string) {
  return db
    .select({ id: indexChunks.id })
    .from(indexChunks)
    .where(and(eq(indexChunks.indexId, indexId), eq(indexChunks.source, source)))
}

export async function findIndex(db: Reader, userId: string, name: string) {
  const [row] = await db
    .select()
    .from(indexes)
    .where(and(eq(indexes.userId, userId), eq(indexes.name, name)))
    .limit(1)
  return row
}

export async function insertIndex(tx: Writer, row: IndexRow) {
  await tx.insert(indexes).values(row).onConflictDoNothing()
  return (await findIndex(tx, row.userId, row.name)) ?? row
}

export async function updateIndex(tx: Writer, id: string, changes: Changes<IndexRow>) {
  await tx.update(indexes).set(changes).where(eq(indexes.id, id))
}

export function listRecords(db: Reader, indexId: string) {
  return db
    .select({ key: indexChunks.id, source: indexChunks.source })
    .from(indexChunks)
    .where(and(eq(indexChunks.indexId, indexId), indexChunks.isLive))
    .orderBy(asc(indexChunks.number))
}

/** Returns the inserted rows: chunks that are there already are left out. */
export function insertChunks(tx: Writer, rows: Omit<IndexChunkRow, 'number'>[]) {
  return tx
    .insert(indexChunks)
    .values(rows)
    .onConflictDoNothing()
    .returning({ number: indexChunks.number, content: indexChunks.content })
}

/** Deletes the chunks with these ids. Returns their numbers. */
export async function deleteChunks(tx: Writer, indexId: string, ids: readonly string[]) {
  const numbers: number[] = []
  for (let from = 0; from < ids.length; from += AT_ONCE) {
    const some = ids.slice(from, from + AT_ONCE)
    const deleted = await tx
      .delete(indexChunks)
      .where(and(eq(indexChunks.indexId, indexId), inArray(indexChunks.id, some)))
      .returning({ number: indexChunks.number })
    numbers.push(...deleted.map(({ number }) => number))
  }
  return numbers
}

/** Live and staged chunks whose text has no vector in the space. */
export function listWithoutVector(db: Reader, indexId: string, spaceId: string, limit: number) {
  const vector = db
    .select({ one: sql`1` })
    .from(embeddedTexts)
    .where(and(eq(embeddedTexts.spaceId, spaceId), eq(embeddedTexts.hash, indexChunks.hash)))
  return db
    .select({ id: indexChunks.id, isLive: indexChunks.isLive })
    .from(indexChunks)
    .where(and(eq(indexChunks.indexId, indexId), notExists(vector)))
    .limit(limit)
}

export async function publishChunks(tx: Writer, indexId: string) {
  await tx
    .update(indexChunks)
    .set({ isLive: true })
    .where(and(eq(indexChunks.indexId, indexId), not(indexChunks.isLive)))
}

/** Returns their numbers. */
export async function deleteStaged(tx: Writer, indexId: string) {
  const deleted = await tx
    .delete(indexChunks)
    .where(and(eq(indexChunks.indexId, indexId), not(indexChunks.isLive)))
    .returning({ number: indexChunks.number })
  return deleted.map(({ number }) => number)
}

export function countLive(db: Reader, indexId: string) {
  return db.$count(indexChunks, and(eq(indexChunks.indexId, indexId), indexChunks.isLive))
}

export async function deleteIndex(tx: Writer, id: string) {
  const deleted = await tx
    .delete(indexChunks)
    .where(eq(indexChunks.indexId, id))
    .returning({ number: indexChunks.number })
  await tx.delete(indexes).where(eq(indexes.id, id))
  return deleted.map(({ number }) => number)
}

export function listIndexesOf(db: Reader, userId: string) {
  return db.select({ id: indexes.id }).from(indexes).where(eq(indexes.userId, userId))
}

/** With their vectors. */
export async function deleteSpacesOf(tx: Writer, userId: string) {
  const theirs = tx.select({ id: vectorSpaces.id }).from(vectorSpaces).where(eq(vectorSpaces.userId, userId))
  await tx.delete(embeddedTexts).where(inArray(embeddedTexts.spaceId, theirs))
  await tx.delete(vectorSpaces).where(eq(vectorSpaces.userId, userId))
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
    .where(and(lt(indexes.updatedDate, changedBefore), notExists(home)))
    .orderBy(asc(indexes.updatedDate), asc(indexes.id))
    .limit(MAX_HOMELESS)
}

/** Whether a flow of the owner names the index as its collection, in any of its versions. */
export async function isCollectionUsed(db: Reader, { userId, name }: IndexRow): Promise<boolean> {
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

/** Spaces without an index, with their vectors, where nothing has been embedded since. */
export async function deleteUnusedSpaces(tx: Writer, embeddedBefore: Date) {
  const index = tx.select({ one: sql`1` }).from(indexes).where(eq(indexes.spaceId, vectorSpaces.id))
  const recent = tx
    .select({ one: sql`1` })
    .from(embeddedTexts)
    .where(and(eq(embeddedTexts.spaceId, vectorSpaces.id), gte(embeddedTexts.createdDate, embeddedBefore)))
  const unused = await tx
    .select({ id: vectorSpaces.id })
    .from(vectorSpaces)
    .where(and(lt(vectorSpaces.createdDate, embeddedBefore), notExists(index), notExists(recent)))
    .limit(MAX_HOMELESS)
  for (const { id } of unused) {
    await tx.delete(embeddedTexts).where(eq(embeddedTexts.spaceId, id))
    await tx.delete(vectorSpaces).where(eq(vectorSpaces.id, id))
  }
}
