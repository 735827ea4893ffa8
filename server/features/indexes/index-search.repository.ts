import { and, asc, desc, eq, gt, lt, ne, type SQL, sql } from 'drizzle-orm'
import { dialect } from '#server/db/dialect.ts'
import { prepared } from '#server/db/prepared.ts'
import type { Reader } from '#server/db/store.ts'
import { isLive } from './indexes.repository.ts'
import { type IndexRow, indexChunks } from './indexes.table.ts'
import { indexWords, partOf } from './words.repository.ts'

type Found = Pick<IndexRow, 'id' | 'generation'>

/** A word of a query with its forms, any of which may match. */
export type QueryWord = { forms: readonly string[]; weight: number }

type WordQuery = {
  /** A chunk must contain one of these, or all with `isEvery`. */
  required: readonly QueryWord[]
  isEvery: boolean
  /** Count for the rank. */
  words: readonly QueryWord[]
  /** Numbers of chunks to choose from; absent for all. */
  among: readonly number[] | undefined
  limit: number
}

/** Chunks with one of these forms, including staged ones, but not more than `limit`. */
export async function countWord(
  db: Reader,
  indexId: string,
  { forms, limit }: { forms: readonly string[]; limit: number },
): Promise<number> {
  const query = anyOf(indexId, forms)
  const condition =
    dialect === 'postgres'
      ? sql`${indexWords.words} @@ ${query}::tsquery`
      : sql`index_words match ${`words:${query}`}`
  const some = db.select({ number: indexWords.rowid }).from(indexWords).where(condition).limit(limit)
  const [row] = await db.select({ count: sql`count(*)`.mapWith(Number) }).from(some.as('some'))
  return row?.count ?? 0
}

/** Numbers of chunks, best first. Some may be staged. */
export async function rankByWords(db: Reader, indexId: string, query: WordQuery): Promise<number[]> {
  const { condition, order } = dialect === 'postgres' ? inPostgres(indexId, query) : inSqlite(indexId, query)
  const among = query.among && isAmong(query.among)
  const found = await db
    .select({ number: indexWords.rowid })
    .from(indexWords)
    .where(and(condition, among))
    .orderBy(order)
    .limit(query.limit)
  return found.map(({ number }) => number)
}

function inSqlite(indexId: string, { required, isEvery, words }: WordQuery): { condition: SQL; order: SQL } {
  const each = (list: readonly QueryWord[]) => list.map(({ forms }) => anyOf(indexId, forms))
  const candidates = `words:(${each(required).join(isEvery ? ' AND ' : ' OR ')})`
  const all = `words:(${each(words).join(' OR ')})`
  // A chunk with a required word matches the second part anyway; its words are there to be counted.
  const query = required.length === words.length && !isEvery ? all : `${candidates} AND ${all}`
  return { condition: sql`index_words match ${query}`, order: sql`rank` }
}

/** Unlike BM25, PostgreSQL's rank does not know how rare a word is, so each counts with its weight. */
function inPostgres(
  indexId: string,
  { required, isEvery, words }: WordQuery,
): { condition: SQL; order: SQL } {
  const candidates = required.map(({ forms }) => anyOf(indexId, forms)).join(isEvery ? ' & ' : ' | ')
  const scores = words.map(
    ({ forms, weight }) =>
      sql`${weight}::float8 * ts_rank(${indexWords.words}, ${anyOf(indexId, forms)}::tsquery, 1)`,
  )
  return {
    condition: sql`${indexWords.words} @@ ${candidates}::tsquery`,
    order: sql`${sql.join(scores, sql` + `)} desc, ${indexWords.rowid}`,
  }
}

/** Forms hold only letters and digits, so quoting them is enough. */
function anyOf(indexId: string, forms: readonly string[]): string {
  const part = partOf(indexId)
  return dialect === 'postgres'
    ? `(${forms.map((form) => `'${part}${form}'`).join(' | ')})`
    : `(${forms.map((form) => `"${part}${form}"`).join(' OR ')})`
}

function isAmong(numbers: readonly number[]): SQL {
  const list = JSON.stringify(numbers)
  // The plus keeps SQLite from searching the words once per number.
  return dialect === 'postgres'
    ? sql`${indexWords.rowid} in (select value::bigint from json_array_elements_text(${list}::json))`
    : sql`+index_words.rowid in (select value from json_each(${list}))`
}

const atGeneration = { generation: sql.placeholder('generation') }
/** Of an index `id`, in a `list` of numbers in JSON. */
export const isNumbered =
  // The plus keeps SQLite from reading all chunks of the index instead of those with the numbers.
  dialect === 'postgres'
    ? sql`${indexChunks.number} in (select value::bigint from json_array_elements_text(${sql.placeholder('list')}::json)) and ${indexChunks.indexId} = ${sql.placeholder('id')}`
    : sql`${indexChunks.number} in (select value from json_each(${sql.placeholder('list')})) and +${indexChunks.indexId} = ${sql.placeholder('id')}`

const chunkColumns = {
  number: indexChunks.number,
  id: indexChunks.id,
  pageContent: indexChunks.content,
  metadata: indexChunks.metadata,
  source: indexChunks.source,
  position: indexChunks.position,
  hash: indexChunks.hash,
}

const chunkSelect = prepared((db: Reader) =>
  db
    .select(chunkColumns)
    .from(indexChunks)
    .where(and(isNumbered, isLive(atGeneration)))
    .prepare(),
)
const liveSelect = prepared((db: Reader) =>
  db
    .select({ number: indexChunks.number })
    .from(indexChunks)
    .where(and(isNumbered, isLive(atGeneration)))
    .prepare(),
)

/** Those of these chunks that can be found. */
export function readChunks(db: Reader, { id, generation }: Found, numbers: readonly number[]) {
  return chunkSelect(db).execute({ id, generation, list: JSON.stringify(numbers) })
}

export async function listLive(db: Reader, { id, generation }: Found, numbers: readonly number[]) {
  const found = await liveSelect(db).execute({ id, generation, list: JSON.stringify(numbers) })
  return new Set(found.map(({ number }) => number))
}

export function listMetadata(db: Reader, index: Found, { after, limit }: { after: string; limit: number }) {
  return db
    .select({ id: indexChunks.id, number: indexChunks.number, metadata: indexChunks.metadata })
    .from(indexChunks)
    .where(and(eq(indexChunks.indexId, index.id), gt(indexChunks.id, after), isLive(index)))
    .orderBy(asc(indexChunks.id))
    .limit(limit)
}

/** In the order of their positions, without the chunk itself. */
export async function listNeighbours(
  db: Reader,
  index: Found,
  { id, before, after }: { id: string; before: number; after: number },
) {
  const [chunk] = await db
    .select({ source: indexChunks.source, position: indexChunks.position })
    .from(indexChunks)
    .where(and(eq(indexChunks.indexId, index.id), eq(indexChunks.id, id), isLive(index)))
    .limit(1)
  if (chunk?.source == null) {
    return []
  }
  const beside = (side: SQL, order: SQL, limit: number) =>
    db
      .select(chunkColumns)
      .from(indexChunks)
      .where(
        and(
          eq(indexChunks.indexId, index.id),
          eq(indexChunks.source, chunk.source as string),
          side,
          ne(indexChunks.id, id),
          isLive(index),
        ),
      )
      .orderBy(order)
      .limit(limit)
  const [earlier, later] = await Promise.all([
    beside(lt(indexChunks.position, chunk.position), desc(indexChunks.position), before),
    beside(gt(indexChunks.position, chunk.position), asc(indexChunks.position), after),
  ])
  return [...earlier.toReversed(), ...later]
}
