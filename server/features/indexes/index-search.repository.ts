import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { dialect } from '#server/db/dialect.ts'
import type { Reader, Store } from '#server/db/store.ts'
import type { FoundChunk, IndexSearch } from '#server/engine/document-ports.ts'
import { toSearchWords } from '#server/search/search-words.ts'
import { cosine, fromBytes } from '#server/search/vector-bytes.ts'
import { embeddedTexts, type IndexRow, indexChunks, type VectorSpaceRow } from './indexes.table.ts'
import { indexWords, partOf } from './words.repository.ts'

type Ranked = { number: number; score: number }

/** Results read from each list before fusion. */
const DEPTH = 40
/** The usual constant of reciprocal rank fusion. */
const FUSION = 60
const MAX_WORDS = 64

export function createIndexSearch({ store }: { store: Store }) {
  async function find(index: IndexRow, space: VectorSpaceRow, search: IndexSearch): Promise<FoundChunk[]> {
    const count = Math.max(1, Math.trunc(search.count))
    const chunks = await read(store.db, await rank(index, space, search, count))
    const { filter } = search
    return chunks.filter((chunk) => !filter || fits(chunk, filter)).slice(0, count)
  }

  async function rank(
    index: IndexRow,
    space: VectorSpaceRow,
    { vector, words }: IndexSearch,
    count: number,
  ): Promise<Ranked[]> {
    const depth = vector && words !== undefined ? Math.max(DEPTH, 4 * count) : count
    const byVector = vector && (await nearest(store.db, index, space, vector))
    const byWords = words === undefined ? undefined : await matching(store.db, index.id, words, depth)
    return byVector && byWords ? fuse([byVector.slice(0, depth), byWords]) : (byVector ?? byWords ?? [])
  }
  return { find }
}

async function nearest(db: Reader, { id }: IndexRow, space: VectorSpaceRow, vector: readonly number[]) {
  const found = await db
    .select({ number: indexChunks.number, vector: embeddedTexts.vector })
    .from(indexChunks)
    .innerJoin(
      embeddedTexts,
      and(eq(embeddedTexts.spaceId, space.id), eq(embeddedTexts.hash, indexChunks.hash)),
    )
    .where(and(eq(indexChunks.indexId, id), indexChunks.isLive))
  return found
    .map(({ number, vector: bytes }): Ranked => ({ number, score: cosine(vector, fromBytes(bytes)) }))
    .toSorted((a, b) => b.score - a.score)
}

async function matching(db: Reader, indexId: string, text: string, limit: number): Promise<Ranked[]> {
  const words = [...new Set(toSearchWords(text))].slice(0, MAX_WORDS)
  if (words.length === 0) {
    return []
  }
  const { condition, score } = dialect === 'postgres' ? inPostgres(words) : inSqlite(words, indexId)
  return db
    .select({ number: indexChunks.number, score: score.mapWith(Number) })
    .from(indexWords)
    .innerJoin(indexChunks, eq(indexChunks.number, indexWords.rowid))
    .where(and(condition, eq(indexChunks.indexId, indexId), indexChunks.isLive))
    .orderBy(sql`2 desc`)
    .limit(limit)
}

function inSqlite(words: readonly string[], indexId: string): { condition: SQL; score: SQL } {
  const query = `part:${partOf(indexId)} AND words:(${words.map((word) => `"${word}"`).join(' OR ')})`
  return { condition: sql`index_words match ${query}`, score: sql`-bm25(index_words, 0, 1)` }
}

function inPostgres(words: readonly string[]): { condition: SQL; score: SQL } {
  const query = sql`to_tsquery('simple', ${words.map((word) => `'${word}'`).join(' | ')})`
  return {
    condition: sql`${indexWords.words} @@ ${query}`,
    score: sql`ts_rank_cd(${indexWords.words}, ${query})`,
  }
}

function fuse(lists: readonly Ranked[][]): Ranked[] {
  const scores = new Map<number, number>()
  for (const list of lists) {
    for (const [place, { number }] of list.entries()) {
      scores.set(number, (scores.get(number) ?? 0) + 1 / (FUSION + place + 1))
    }
  }
  return [...scores].map(([number, score]) => ({ number, score })).toSorted((a, b) => b.score - a.score)
}

async function read(db: Reader, ranked: readonly Ranked[]): Promise<FoundChunk[]> {
  const found = new Map<number, Omit<FoundChunk, 'score'>>()
  for (let from = 0; from < ranked.length; from += 500) {
    const numbers = ranked.slice(from, from + 500).map(({ number }) => number)
    const chunks = await db.select().from(indexChunks).where(inArray(indexChunks.number, numbers))
    for (const { number, id, content: pageContent, metadata, source, position } of chunks) {
      found.set(number, { id, pageContent, metadata, source, position })
    }
  }
  return ranked.flatMap(({ number, score }) => {
    const chunk = found.get(number)
    return chunk ? [{ ...chunk, score }] : []
  })
}

function fits({ metadata }: FoundChunk, filter: NonNullable<IndexSearch['filter']>) {
  return Object.entries(filter).every(([key, value]) => [value].flat().includes(metadata[key] as never))
}
