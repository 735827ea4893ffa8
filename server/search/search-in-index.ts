import type { ScoredDocument } from '#server/engine/handles.ts'
import type { Json } from '#server/engine/inputs.ts'
import type { IndexSearch } from '#server/engine/ports.ts'
import { type IndexFile, vectorTable } from './index-file.ts'

export type IndexRow = { id: number; dimensions: number; size: number }
type Ranked = { id: number; score: number }

/** Results read from each list before fusion. */
const deepEnough = 40
/**
 * The usual constant of reciprocal rank fusion: a first place in one list does not outweigh second places in both.
 */
const fusionConstant = 60
const maxWords = 64

export function searchInIndex(file: IndexFile, index: IndexRow, search: IndexSearch): ScoredDocument[] {
  const { vector, words, filter } = search
  const count = Math.min(Math.max(1, Math.trunc(search.count)), Math.max(1, index.size))
  const allowed = filter && Object.keys(filter).length > 0 ? idsWith(file, index, filter) : undefined
  if (index.size === 0 || allowed?.length === 0) {
    return []
  }
  const isHybrid = vector !== undefined && words !== undefined
  const depth = isHybrid ? Math.min(index.size, Math.max(deepEnough, 4 * count)) : count
  const byVector = vector ? nearest(file, index, { vector, count: depth, allowed }) : []
  const byWords = words === undefined ? [] : matching(file, index, { words, count: depth, allowed })
  const ranked = isHybrid ? fuse([byVector, byWords]) : [...byVector, ...byWords]
  return readDocuments(file, ranked.slice(0, count))
}

type Expected = { count: number; allowed: number[] | undefined }

function nearest(
  file: IndexFile,
  index: IndexRow,
  { vector, count, allowed }: Expected & { vector: readonly number[] },
) {
  if (vector.length !== index.dimensions) {
    return []
  }
  const among = allowed ? 'and rowid in (select value from json_each(:allowed))' : ''
  const rows = file
    .prepare<[object], { id: number; distance: number | null }>(`
      select rowid as id, distance from ${vectorTable(index.dimensions)}
      where embedding match :vector and k = :count and index_id = :index ${among}
      order by distance
    `)
    .all({
      vector: new Float32Array(vector),
      count: BigInt(Math.min(count, 4096)),
      index: BigInt(index.id),
      ...(allowed && { allowed: JSON.stringify(allowed) }),
    })
  // A zero vector has no angle.
  return rows.map(({ id, distance }) => ({ id, score: 1 - (distance ?? 1) }))
}

function matching(
  file: IndexFile,
  index: IndexRow,
  { words, count, allowed }: Expected & { words: string },
): Ranked[] {
  const all = [...new Set(words.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])]
  const terms = tellingWords(all).slice(0, maxWords)
  if (terms.length === 0) {
    return []
  }
  const among = allowed ? 'and rowid in (select value from json_each(:allowed))' : ''
  return file
    .prepare<[object], Ranked>(`
      select rowid as id, -bm25(words, 0, 1) as score from words
      where words match :query ${among}
      order by bm25(words, 0, 1) limit :count
    `)
    .all({
      query: `part : "${partOf(index.id)}" AND content : (${terms.map((term) => `"${term}"`).join(' OR ')})`,
      count,
      ...(allowed && { allowed: JSON.stringify(allowed) }),
    })
}

/** A token in every document of an index, which restricts a full-text search to it. */
export function partOf(indexId: number): string {
  return `index${indexId}`
}

/** Reciprocal rank fusion. Scores are between 0 and 1; 1 for the first result of every list. */
function fuse(lists: readonly (readonly { id: number }[])[]): Ranked[] {
  const scores = new Map<number, number>()
  for (const list of lists) {
    for (const [rank, { id }] of list.entries()) {
      scores.set(
        id,
        (scores.get(id) ?? 0) + (fusionConstant + 1) / (fusionConstant + 1 + rank) / lists.length,
      )
    }
  }
  return [...scores].map(([id, score]) => ({ id, score })).sort((a, b) => b.score - a.score)
}

function idsWith(file: IndexFile, { id }: IndexRow, filter: Record<string, Json>): number[] {
  const entries = Object.entries(filter)
  const conditions = entries.map(() => 'and json_extract(metadata, ?) in (select value from json_each(?))')
  const values = entries.flatMap(([name, value]) => [
    `$."${name.replaceAll('"', '')}"`,
    JSON.stringify(Array.isArray(value) ? value : [value]),
  ])
  return file
    .prepare<unknown[], number>(`select id from documents where index_id = ? ${conditions.join(' ')}`)
    .pluck()
    .all(id, ...values)
}

function readDocuments(file: IndexFile, ranked: readonly Ranked[]): ScoredDocument[] {
  const read = file.prepare<[number], { content: string; metadata: string }>(
    'select content, metadata from documents where id = ?',
  )
  return ranked.flatMap(({ id, score }) => {
    const row = read.get(id)
    return row ? [{ pageContent: row.content, metadata: JSON.parse(row.metadata), score }] : []
  })
}

/** Words of every English or Turkish question. A passage that shares only these is not relevant. */
const functionWords = new Set(
  `a an the and or but of to in on at for from with by about into as is are was were be been am do does did have has had
  i me my you your he she it its we our us they them their this that these those there here what which who whom whose
  when where why how can could will would shall should may might must not no if then than so just also too very please
  much many some any tell give get want need know whether ve veya ya ile için bir bu şu o da de ta te ki mi mı mu mü ne nedir nasıl neden nerede kim hangi kaç
  ben sen biz siz onlar bana sana bize size benim senin bizim sizin var yok olarak gibi kadar daha ama eğer ise lütfen`.split(
    /\s+/,
  ),
)

function tellingWords(words: readonly string[]): readonly string[] {
  const telling = words.filter((word) => !functionWords.has(word))
  return telling.length > 0 ? telling : words
}
