import {
  and,
  asc,
  count,
  eq,
  gt,
  inArray,
  isNotNull,
  isNull,
  lte,
  notExists,
  or,
  type Placeholder,
  sql,
} from 'drizzle-orm'
import { insertMany } from '#server/db/insert-many.ts'
import { prepared } from '#server/db/prepared.ts'
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

type Generation = Pick<IndexRow, 'id' | 'generation'>

/**
 * Whether searches of the index find the chunk. The pluses keep SQLite from reading all chunks of the index instead of
 * those that the rest of the statement names.
 */
export function isLive({ generation }: { generation: number | Placeholder }) {
  const { addedIn, removedIn } = indexChunks
  return sql`+${addedIn} <= ${generation} and (${removedIn} is null or +${removedIn} > ${generation})`
}

/** Whether the chunk is prepared for the next generation. */
function isStaged({ generation }: Pick<IndexRow, 'generation'>) {
  return and(eq(indexChunks.addedIn, generation + 1), isNull(indexChunks.removedIn))
}

/** Whether the chunk is live, and missing in the next generation. */
function isLeaving({ generation }: Pick<IndexRow, 'generation'>) {
  return and(eq(indexChunks.removedIn, generation + 1), lte(indexChunks.addedIn, generation))
}

const spaceSelect = prepared((db: Reader) =>
  db
    .select()
    .from(vectorSpaces)
    .where(
      and(
        eq(vectorSpaces.userId, sql.placeholder('userId')),
        eq(vectorSpaces.key, sql.placeholder('key')),
        isNull(vectorSpaces.removedDate),
      ),
    )
    .limit(1)
    .prepare(),
)
const indexSelect = prepared((db: Reader) =>
  db
    .select()
    .from(indexes)
    .where(
      and(
        eq(indexes.userId, sql.placeholder('userId')),
        eq(indexes.name, sql.placeholder('name')),
        isNull(indexes.removedDate),
      ),
    )
    .limit(1)
    .prepare(),
)

export async function findSpace(db: Reader, userId: string, key: string) {
  const [row] = await spaceSelect(db).execute({ userId, key })
  return row
}

/** The space that is there afterwards: this one, or that of a rival. */
export async function insertSpace(tx: Writer, row: VectorSpaceRow) {
  await tx.insert(vectorSpaces).values(row).onConflictDoNothing()
  return (await findSpace(tx, row.userId, row.key)) ?? row
}

export const insertEmbedded = insertMany(embeddedTexts, (tx, rows) =>
  tx.insert(embeddedTexts).values(rows).onConflictDoNothing(),
)

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

export function listLiveHashes(db: Reader, index: IndexRow) {
  return db
    .select({ hash: indexChunks.hash })
    .from(indexChunks)
    .where(and(eq(indexChunks.indexId, index.id), isLive(index)))
}

export async function findIndex(db: Reader, userId: string, name: string) {
  const [row] = await indexSelect(db).execute({ userId, name })
  return row
}

export async function insertIndex(tx: Writer, row: IndexRow) {
  await tx.insert(indexes).values(row).onConflictDoNothing()
  return (await findIndex(tx, row.userId, row.name)) ?? row
}

export async function updateIndex(tx: Writer, id: string, changes: Changes<IndexRow>) {
  await tx.update(indexes).set(changes).where(eq(indexes.id, id))
}

export function listRecords(db: Reader, index: IndexRow) {
  return db
    .select({ key: indexChunks.id, source: indexChunks.source })
    .from(indexChunks)
    .where(and(eq(indexChunks.indexId, index.id), isLive(index)))
    .orderBy(asc(indexChunks.number))
}

/** Returns the inserted rows: chunks that are there already are left out. */
export const insertChunks = insertMany(
  indexChunks,
  (tx, rows) =>
    tx
      .insert(indexChunks)
      .values(rows)
      .onConflictDoNothing()
      .returning({ number: indexChunks.number, content: indexChunks.content }),
  { except: ['number'] },
)

/** Chunks that have been removed, or are about to be, are in the next generation after all. */
export async function restoreChunks(tx: Writer, { id, generation }: Generation, ids: readonly string[]) {
  const { addedIn, removedIn } = indexChunks
  const wasLive = sql`${addedIn} <= ${generation} and ${removedIn} > ${generation}`
  await tx
    .update(indexChunks)
    .set({ addedIn: sql`case when ${wasLive} then ${addedIn} else ${generation + 1} end`, removedIn: null })
    .where(and(eq(indexChunks.indexId, id), inArray(indexChunks.id, [...ids]), isNotNull(removedIn)))
}

/** Live chunks with these ids are not in the next generation. */
export async function markStale(tx: Writer, index: Generation, ids: readonly string[]) {
  const isTheirs = and(eq(indexChunks.indexId, index.id), inArray(indexChunks.id, [...ids]))
  await tx
    .update(indexChunks)
    .set({ removedIn: index.generation + 1 })
    .where(and(isTheirs, isLive(index)))
}

/** Of these chunks, those that this generation and the next one have. */
export function listStaying(db: Reader, index: Generation, ids: readonly string[]) {
  return db
    .select({ id: indexChunks.id, hash: indexChunks.hash })
    .from(indexChunks)
    .where(
      and(
        ...[eq(indexChunks.indexId, index.id), inArray(indexChunks.id, [...ids])],
        ...[isLive(index), isNull(indexChunks.removedIn)],
      ),
    )
}

/** In the order of their numbers. */
export function listStaged(
  db: Reader,
  index: Generation,
  { after, limit }: { after: number; limit: number },
) {
  return db
    .select({ id: indexChunks.id, number: indexChunks.number, hash: indexChunks.hash })
    .from(indexChunks)
    .where(and(eq(indexChunks.indexId, index.id), isStaged(index), gt(indexChunks.number, after)))
    .orderBy(asc(indexChunks.number))
    .limit(limit)
}

/** What the next generation adds and removes. */
export async function countChanges(db: Reader, index: Generation) {
  const isTheirs = eq(indexChunks.indexId, index.id)
  const [[added], [removed]] = await Promise.all([
    db
      .select({ count: count() })
      .from(indexChunks)
      .where(and(isTheirs, isStaged(index))),
    db
      .select({ count: count() })
      .from(indexChunks)
      .where(and(isTheirs, isLeaving(index))),
  ])
  return { added: added?.count ?? 0, removed: removed?.count ?? 0 }
}

/** Staged chunks with these ids will not be found. */
export async function discardChunks(tx: Writer, index: Generation, ids: readonly string[]) {
  await tx
    .update(indexChunks)
    .set({ removedIn: sql`${indexChunks.addedIn}` })
    .where(and(eq(indexChunks.indexId, index.id), isStaged(index), inArray(indexChunks.id, [...ids])))
}

/** All staged chunks will not be found. */
export async function discardStaged(tx: Writer, index: Generation) {
  await tx
    .update(indexChunks)
    .set({ removedIn: sql`${indexChunks.addedIn}` })
    .where(and(eq(indexChunks.indexId, index.id), isStaged(index)))
}

/** Live chunks that were to leave stay. */
export async function keepLeaving(tx: Writer, index: Generation) {
  await tx
    .update(indexChunks)
    .set({ removedIn: null })
    .where(and(eq(indexChunks.indexId, index.id), isLeaving(index)))
}

/** Live and staged chunks of the source cannot be found from now on. Returns how many were live. */
export async function removeSource(tx: Writer, { id, generation }: Generation, source: string) {
  const { addedIn, removedIn } = indexChunks
  const now = sql`case when ${addedIn} > ${generation} then ${addedIn} else ${generation} end`
  const marked = await tx
    .update(indexChunks)
    .set({ removedIn: now })
    .where(
      and(
        ...[eq(indexChunks.indexId, id), eq(indexChunks.source, source)],
        or(isNull(removedIn), gt(removedIn, now)),
      ),
    )
    .returning({ addedIn })
  return marked.filter((chunk) => chunk.addedIn <= generation).length
}
