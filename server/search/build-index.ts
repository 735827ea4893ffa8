import { hash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import type { Document } from '#server/engine/handles.ts'
import type { IndexRecipe } from '#server/engine/ports.ts'
import { AppError } from '#shared/errors.ts'
import { type IndexFile, makeVectorTable, vectorTable } from './index-file.ts'
import { partOf } from './search-in-index.ts'

type Building = { key: string; owner: string; day: number; signal: AbortSignal }

/** Written in one go: it blocks the thread for a few milliseconds, then yields. */
const batchSize = 100
/** Larger collections belong in a document store or an external database. */
const maxDocuments = 100_000

/**
 * Reads, embeds and stores. Chunks already embedded in an earlier index of the same owner and space are reused, so
 * only changed chunks cost. An index becomes visible once complete; chunks of a failed attempt are reused by the
 * next.
 */
export async function buildIndex(
  file: IndexFile,
  recipe: IndexRecipe,
  { key, owner, day, signal }: Building,
) {
  const documents = (await recipe.load()).filter(({ pageContent }) => pageContent.trim() !== '')
  if (documents.length > maxDocuments) {
    throw new AppError(
      'TOO_LARGE',
      `An index takes at most ${maxDocuments} pieces; these are ${documents.length}.`,
    )
  }
  const id = Number(
    file
      .prepare(
        'insert into indexes (key, owner, space, dimensions, size, is_ready, used_day) values (?, ?, ?, 0, ?, 0, ?)',
      )
      .run(key, owner, recipe.space, documents.length, day).lastInsertRowid,
  )
  let dimensions = 0
  for (let from = 0; from < documents.length; from += batchSize) {
    signal.throwIfAborted()
    const batch = documents.slice(from, from + batchSize)
    const vectors = await vectorsOf(file, batch, { recipe, owner })
    dimensions ||= checkLength(vectors[0]?.length ?? 0)
    file.transaction(() => insert(file, { id, dimensions, documents: batch, vectors }))()
    await setImmediate()
  }
  file.transaction(() => {
    file.prepare('update indexes set is_ready = 1 where id = ?').run(id)
    removeIndexes(file, 'key = ? and id <> ?', key, id)
  })()
}

async function vectorsOf(
  file: IndexFile,
  documents: readonly Document[],
  { recipe, owner }: { recipe: IndexRecipe; owner: string },
): Promise<number[][]> {
  const texts = documents.map(({ pageContent }) => pageContent)
  const known = new Map(texts.map((text) => [text, knownVector(file, { text, owner, space: recipe.space })]))
  const unknown = [...known].flatMap(([text, vector]) => (vector ? [] : [text]))
  const vectors = unknown.length > 0 ? await recipe.embed(unknown) : []
  for (const [place, text] of unknown.entries()) {
    known.set(text, vectors[place])
  }
  return texts.map((text) => known.get(text) ?? [])
}

function knownVector(
  file: IndexFile,
  { text, owner, space }: { text: string; owner: string; space: string },
) {
  const row = file
    .prepare<unknown[], { id: number; dimensions: number }>(`
      select documents.id, dimensions from documents join indexes on indexes.id = index_id
      where hash = ? and owner = ? and space = ? and dimensions > 0 limit 1
    `)
    .get(hashOf(text), owner, space)
  const bytes =
    row &&
    file
      .prepare<unknown[], Buffer>(`select embedding from ${vectorTable(row.dimensions)} where rowid = ?`)
      .pluck()
      .get(BigInt(row.id))
  return (
    bytes &&
    Array.from(new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length)))
  )
}

type Batch = { id: number; dimensions: number; documents: readonly Document[]; vectors: number[][] }

function insert(file: IndexFile, { id, dimensions, documents, vectors }: Batch) {
  const table = makeVectorTable(file, dimensions)
  file.prepare('update indexes set dimensions = ? where id = ?').run(dimensions, id)
  const intoDocuments = file.prepare(
    'insert into documents (index_id, hash, content, metadata) values (?, ?, ?, ?)',
  )
  const intoWords = file.prepare('insert into words (rowid, part, content) values (?, ?, ?)')
  const intoVectors = file.prepare(`insert into ${table} (rowid, index_id, embedding) values (?, ?, ?)`)
  for (const [place, { pageContent, metadata }] of documents.entries()) {
    const vector = vectors[place] ?? []
    if (vector.length !== dimensions) {
      throw new AppError('UPSTREAM_FAILED', 'The embedding model gave vectors of different lengths.')
    }
    const row = intoDocuments.run(
      id,
      hashOf(pageContent),
      pageContent,
      JSON.stringify(metadata),
    ).lastInsertRowid
    intoWords.run(row, partOf(id), pageContent)
    intoVectors.run(BigInt(row), BigInt(id), new Float32Array(vector))
  }
}

function checkLength(dimensions: number) {
  if (dimensions < 1 || dimensions > 8192) {
    throw new AppError('UPSTREAM_FAILED', `The embedding model gave vectors of ${dimensions} numbers.`)
  }
  return dimensions
}

export function removeIndexes(file: IndexFile, condition: string, ...values: unknown[]) {
  const indexes = file
    .prepare<unknown[], { id: number; dimensions: number }>(
      `select id, dimensions from indexes where ${condition}`,
    )
    .all(...values)
  for (const { id, dimensions } of indexes) {
    const documents = file
      .prepare<[number], number>('select id from documents where index_id = ?')
      .pluck()
      .all(id)
    const fromWords = file.prepare('delete from words where rowid = ?')
    const fromVectors =
      dimensions > 0 ? file.prepare(`delete from ${vectorTable(dimensions)} where rowid = ?`) : undefined
    for (const document of documents) {
      fromWords.run(document)
      fromVectors?.run(BigInt(document))
    }
    file.prepare('delete from documents where index_id = ?').run(id)
    file.prepare('delete from indexes where id = ?').run(id)
  }
}

function hashOf(text: string): Buffer {
  return hash('sha256', text, 'buffer').subarray(0, 16)
}
