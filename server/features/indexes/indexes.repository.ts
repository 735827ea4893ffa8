import { and, asc, eq, inArray, not, notExists, sql } from 'drizzle-orm'
import type { Changes, Reader, Writer } from '#server/db/store.ts'
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
