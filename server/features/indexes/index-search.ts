import { LRUCache } from 'lru-cache'
import type { FoundChunk, IndexSearch } from '#server/engine/document-ports.ts'
import { toQueryWords } from '#server/search/search-words.ts'
import { cosine, fromBytes } from '#server/search/vector-bytes.ts'
import { createIndexFilters, type Filter } from './index-filters.ts'
import * as rows from './index-search.repository.ts'
import { readVectors } from './index-vectors.repository.ts'
import { createIndexVectors } from './index-vectors.ts'
import type { IndexRow, VectorSpaceRow } from './indexes.table.ts'

/** The cosine is unknown for a chunk that only its words have found. */
type Ranked = { number: number; score?: number }
type Counted = rows.QueryWord & { count: number }
type Expected = { filter: Filter | undefined; depth: number; count: number }

/** Results read from each list before fusion. */
const DEPTH = 40
/**
 * The constant of reciprocal rank fusion. With the usual 60 a weaker list pulls the result below the better one; see
 * index-quality.ts.
 */
const FUSION = 5
/** Candidates of the scan over bits that are scored exactly. */
const CANDIDATES = { min: 80, perResult: 2 }
/** Chunks to rank by words, which takes SQLite a microsecond each: at first, and if that finds too few. */
const RANKED = { first: 2_000, max: 12_000 }
/**
 * A word in this many chunks is not counted further, and takes part only in questions without a rarer one: it would hardly
 * change the order, but BM25 reads all chunks with it.
 */
const FREQUENT = 5_000
/** From this size on, words are searched in the background, where they take milliseconds. */
const LARGE = 5_000
/** Up to this many chunks, a filter is part of the statement. */
const MAX_LISTED = 2_000
const MAX_COUNTS = 10_000

/** Searches an index by words, by a vector or by both. The engine is the same on both databases. */
export function createIndexSearch({
  store,
  frequent = FREQUENT,
  ...limits
}: Parameters<typeof createIndexVectors>[0] & { frequent?: number }) {
  const vectors = createIndexVectors({ store, ...limits })
  const filters = createIndexFilters({ store })
  const readerOf = ({ size }: IndexRow) => (size < LARGE ? store.db : store.background)
  const counts = new LRUCache<string, number>({ maxSize: MAX_COUNTS, sizeCalculation: () => 1 })

  async function find(index: IndexRow, space: VectorSpaceRow, search: IndexSearch): Promise<FoundChunk[]> {
    const count = Math.max(1, Math.trunc(search.count))
    const filter = await filters.open(index, search.filter)
    const { vector, words } = search
    const depth = vector && words !== undefined ? Math.max(DEPTH, 4 * count) : count
    const [byVector, byWords] = await Promise.all([
      vector && nearest(index, space, { vector, filter, depth }),
      words === undefined ? undefined : matching(index, { text: words, filter, depth, count }),
    ])
    const ranked = byVector && byWords ? fuse([byVector, byWords]) : (byVector ?? byWords ?? [])
    return read(index, space, { ranked: ranked.slice(0, count), vector })
  }

  async function nearest(
    index: IndexRow,
    space: VectorSpaceRow,
    { vector, filter, depth }: { vector: readonly number[]; filter: Filter | undefined; depth: number },
  ): Promise<Ranked[]> {
    if (vector.length !== space.dimensions) {
      return []
    }
    const table = await vectors.open(index, space)
    if (table.isExact) {
      return table.nearest(vector, depth, filter?.isAllowed)
    }
    const candidates = table.nearest(
      vector,
      Math.max(CANDIDATES.min, CANDIDATES.perResult * depth),
      filter?.isAllowed,
    )
    const hashes = candidates.map(({ hash }) => hash)
    const found = await readVectors(store.db, space.id, { hashes, column: 'vector' })
    return candidates
      .flatMap(({ number, hash }) => {
        const bytes = found.get(hash.toString('hex'))
        return bytes ? [{ number, score: cosine(vector, fromBytes(bytes)) }] : []
      })
      .sort((a, b) => b.score - a.score)
      .slice(0, depth)
  }

  async function matching(index: IndexRow, { text, ...expected }: Expected & { text: string }) {
    const words = await countWords(index, toQueryWords(text))
    return words.length === 0 || expected.filter?.max === 0 ? [] : rankByWords(index, words, expected)
  }

  async function rankByWords(
    index: IndexRow,
    words: Counted[],
    { filter, depth, count }: Expected,
  ): Promise<Ranked[]> {
    const among = filter && filter.max <= MAX_LISTED ? filter.list() : undefined
    let found: number[] = []
    for (const choice of among ? [everyChunkWith(words)] : choicesOf(words, filter !== undefined)) {
      found = await firstLive(index, { ...choice, words, among }, { filter, depth })
      if (found.length >= count) {
        break
      }
    }
    return found.map((number) => ({ number }))
  }

  /** Rarest first; without words that occur nowhere, and without frequent ones if there are others. */
  async function countWords(index: IndexRow, words: readonly (readonly string[])[]): Promise<Counted[]> {
    const counted = await countUpTo(index, words, frequent)
    const rare = counted.filter(({ count }) => count < frequent)
    return rare.length > 0 || counted.length === 0 ? rare : countUpTo(index, words, index.size)
  }

  async function countUpTo(index: IndexRow, words: readonly (readonly string[])[], limit: number) {
    const counted = await Promise.all(
      words.map(async (forms) => {
        const key = `${index.id} ${index.version} ${limit} ${forms.join(' ')}`
        const count = counts.get(key) ?? (await rows.countWord(readerOf(index), index.id, { forms, limit }))
        counts.set(key, count)
        const weight = Math.log(1 + Math.max(0, index.size - count + 0.5) / (count + 0.5))
        return { forms, count, weight }
      }),
    )
    return counted.filter(({ count }) => count > 0).sort((a, b) => a.count - b.count)
  }

  /** Reads further while staged chunks or those of other filters take up the list. */
  async function firstLive(
    index: IndexRow,
    query: Omit<Parameters<typeof rows.rankByWords>[2], 'limit'>,
    { filter, depth }: { filter: Filter | undefined; depth: number },
  ): Promise<number[]> {
    const share = filter && !query.among ? index.size / Math.max(1, filter.max) : 1
    for (let limit = Math.ceil(depth * share) + 8; ; limit *= 4) {
      const found = await rows.rankByWords(readerOf(index), index.id, { ...query, limit })
      const allowed = filter ? found.filter(filter.isAllowed) : found
      const live = await rows.listLive(store.db, index, allowed.slice(0, limit))
      const numbers = allowed.filter((number) => live.has(number)).slice(0, depth)
      if (numbers.length >= depth || found.length < limit) {
        return numbers
      }
    }
  }

  async function read(
    index: IndexRow,
    space: VectorSpaceRow,
    { ranked, vector }: { ranked: readonly Ranked[]; vector: readonly number[] | undefined },
  ): Promise<FoundChunk[]> {
    const numbers = ranked.map(({ number }) => number)
    const chunks = new Map((await rows.readChunks(store.db, index, numbers)).map((row) => [row.number, row]))
    const unscored = ranked.flatMap(({ number, score }) =>
      score === undefined ? (chunks.get(number)?.hash ?? []) : [],
    )
    const bytes = vector
      ? await readVectors(store.db, space.id, { hashes: unscored, column: 'vector' })
      : new Map<string, Buffer>()
    return ranked.flatMap(({ number, score }, place) => {
      const chunk = chunks.get(number)
      if (!chunk) {
        return []
      }
      const { number: _, hash, ...found } = chunk
      const own = bytes.get(hash.toString('hex'))
      const similarity = own && vector ? cosine(vector, fromBytes(own)) : undefined
      return [{ ...found, score: score ?? similarity ?? (FUSION + 1) / (FUSION + 1 + place) }]
    })
  }

  async function neighbours(index: IndexRow, id: string, range: { before: number; after: number }) {
    const found = await rows.listNeighbours(store.db, index, { id, ...range })
    return found.map(({ number: _, hash: __, ...chunk }) => chunk)
  }

  return { find, neighbours }
}

type Choice = { required: Counted[]; isEvery: boolean }

/**
 * Which words select chunks, until that finds enough: both of the rarest, if even these are frequent, then the rarest
 * ones, then more. With a filter all words, because the chunks with rare ones may be excluded.
 */
function choicesOf(words: readonly Counted[], isFiltered: boolean): Choice[] {
  const [first, second] = words
  const isFrequent = second && (first?.count ?? 0) > RANKED.first
  const lists = [rarest(words, RANKED.first), isFiltered ? words : rarest(words, RANKED.max)]
  const different = lists.filter((list, place) => list.length !== lists[place - 1]?.length)
  return [
    ...(isFrequent ? [{ required: words.slice(0, 2), isEvery: true }] : []),
    ...different.map(everyChunkWith),
  ]
}

function everyChunkWith(words: readonly Counted[]): Choice {
  return { required: [...words], isEvery: false }
}

/** As many as select this number of chunks; at least one. */
function rarest(words: readonly Counted[], limit: number): Counted[] {
  let total = 0
  return words.filter(({ count }, place) => {
    total += count
    return place === 0 || total <= limit
  })
}

function fuse(lists: readonly (readonly Ranked[])[]): Ranked[] {
  const fused = new Map<number, Ranked & { rank: number }>()
  for (const list of lists) {
    for (const [place, each] of list.entries()) {
      const known = fused.get(each.number)
      fused.set(each.number, { ...each, ...known, rank: (known?.rank ?? 0) + 1 / (FUSION + place + 1) })
    }
  }
  return [...fused.values()].sort((a, b) => b.rank - a.rank)
}
