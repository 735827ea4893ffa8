import type { Document, DocumentSource, RecordManager, Upserted } from '#server/engine/handles.ts'
import { nextTurn } from '#server/engine/pause.ts'
import type { StoreRecord, StoreRecords } from '#server/engine/ports.ts'
import { storable } from '#server/engine/storable.ts'
import { AppError } from '#shared/errors.ts'
import type { JobProgress } from '#shared/jobs.ts'

const batchSize = 100

type Upserting = {
  label: string
  store: string
  sources: readonly DocumentSource[]
  embed(texts: readonly string[]): Promise<number[][]>
  put(documents: readonly Document[], vectors: readonly number[][], ids: readonly string[]): Promise<void>
  remove(ids: readonly string[]): Promise<void>
  manager: RecordManager | undefined
  report?: ((progress: JobProgress) => void) | undefined
}
export type Piece = { id: string; document: Document }

/**
 * Stores all documents of the sources. Ids come from content, so a repeated upsert adds no duplicates. A record
 * manager skips known pieces, deletes stale ones, and is updated per batch, so an interrupted upsert can resume.
 */
export async function upsertAll({
  label,
  store,
  sources,
  embed,
  put,
  remove,
  manager,
  report,
}: Upserting): Promise<Upserted> {
  const pieces = await readPieces(sources)
  const records = manager?.recordsOf(store)
  const plan = await planUpsert(pieces, { manager, records, label })
  let done = 0
  for (const batch of inBatches(plan.fresh)) {
    report?.({ unit: 'chunks', done, total: plan.fresh.length })
    const documents = batch.map(({ document }) => document)
    const vectors = await embed(documents.map(({ pageContent }) => pageContent))
    await put(
      documents,
      vectors,
      batch.map(({ id }) => id),
    )
    await records?.store(batch.map((piece) => recordOf(piece, manager)))
    done += batch.length
    report?.({ unit: 'chunks', done, total: plan.fresh.length })
  }
  for (const ids of inBatches(plan.stale)) {
    await remove(ids)
    await records?.forget(ids)
  }
  return countsOf(plan)
}

export async function readPieces(sources: readonly DocumentSource[]): Promise<Piece[]> {
  const loaded = (await Promise.all(sources.map((source) => source.load()))).flat()
  const pieces: Piece[] = []
  for (const some of inBatches(loaded)) {
    const batch = some.map(storable).filter(({ pageContent }) => pageContent.trim() !== '')
    const ids = await Promise.all(batch.map(idOf))
    pieces.push(...batch.map((document, place) => ({ document, id: ids[place] ?? '' })))
    await nextTurn()
  }
  return pieces
}

export type UpsertPlan = {
  fresh: Piece[]
  stale: string[]
  skipped: number
  total: number
}

type Knowing = {
  manager: RecordManager | undefined
  records: StoreRecords | undefined
  label: string
}

export async function planUpsert(pieces: Piece[], { manager, records, label }: Knowing): Promise<UpsertPlan> {
  if (!manager || !records) {
    return { fresh: pieces, stale: [], skipped: 0, total: pieces.length }
  }
  const unique = [...new Map(pieces.map((piece) => [piece.id, piece])).values()]
  const ids = new Set(unique.map(({ id }) => id))
  const read = sourcesOf(unique, manager, label)
  const recorded = await records.all()
  const known = new Set(recorded.map(({ key }) => key))
  const stale = recorded.flatMap(({ key, source }) =>
    !ids.has(key) && (manager.cleanup === 'full' || read.has(source)) ? [key] : [],
  )
  const fresh = unique.filter(({ id }) => !known.has(id))
  return {
    fresh,
    stale,
    skipped: unique.length - fresh.length,
    total: known.size + fresh.length - stale.length,
  }
}

export function countsOf({ fresh, stale, skipped, total }: UpsertPlan): Upserted {
  return {
    numAdded: fresh.length,
    numDeleted: stale.length,
    // A changed piece is another piece: one is added, one deleted.
    numUpdated: 0,
    numSkipped: skipped,
    totalKeys: total,
    addedDocs: fresh.map(({ document }) => document),
  }
}

export function recordOf({ id, document }: Piece, manager: RecordManager | undefined): StoreRecord {
  const source = document.metadata[manager?.sourceIdKey ?? 'source']
  const isNamed = typeof source === 'string' || typeof source === 'number'
  return { key: id, source: isNamed ? String(source) : null }
}

function sourcesOf(
  pieces: readonly Piece[],
  manager: RecordManager,
  label: string,
): ReadonlySet<string | null> {
  if (manager.cleanup !== 'incremental') {
    return new Set()
  }
  const sources = pieces.map((piece) => recordOf(piece, manager).source)
  if (sources.includes(null)) {
    throw new AppError(
      'INVALID_FLOW',
      `${label}: a document has no source, so its older chunks cannot be found. Add "${manager.sourceIdKey}" to its metadata or choose another cleanup mode.`,
    )
  }
  return new Set(sources)
}

export function inBatches<Item>(items: readonly Item[]): Item[][] {
  return Array.from({ length: Math.ceil(items.length / batchSize) }, (_, place) =>
    items.slice(place * batchSize, (place + 1) * batchSize),
  )
}

async function idOf({ pageContent, metadata }: Document): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify([pageContent, metadata]))
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)).slice(0, 16)
  // UUID version 8: custom.
  digest[6] = ((digest[6] ?? 0) & 0x0f) | 0x80
  digest[8] = ((digest[8] ?? 0) & 0x3f) | 0x80
  const hex = Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
