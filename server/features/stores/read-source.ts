import { createHash } from 'node:crypto'
import type { Store, Writer } from '#server/db/store.ts'
import type { Document, DocumentSource } from '#server/engine/handles.ts'
import { untilAborted, yieldEvery } from '#server/engine/pause.ts'
import { storable } from '#server/engine/storable.ts'
import type { JobHandler, JobRow, RunningJob } from '#server/features/jobs/jobs.service.ts'
import type { NewId } from '#server/ids.ts'
import { AppError } from '#shared/errors.ts'
import type { SourceState } from '#shared/stores.ts'
import type { ComponentLists } from './component-lists.ts'
import type { Components } from './open-components.ts'
import { eachChunk } from './pending-chunks.ts'
import { type LoaderSettings, partsOfSource } from './source-parts.ts'
import * as chunkRows from './store-chunks.repository.ts'
import type { StoreReads } from './store-reads.ts'
import * as rows from './store-sources.repository.ts'
import { findStore, type NamedStore } from './stores.repository.ts'
import type { StoreSourceRow } from './stores.table.ts'

type ReadInput = { sourceId: string; before: SourceState; isScheduled: boolean }

type Deps = {
  store: Store
  newId: NewId
  now: () => Date
  reads: Pick<StoreReads, 'touch'>
  lists: ComponentLists
  components: Components
  /** A scheduled reading has changed a source of a store that is in use. */
  onChanged(storeId: string, sourceId: string): Promise<void>
  /** Indexes what is read, in the transaction that ends the reading of a pool's source. */
  indexPending(tx: Writer, store: NamedStore): Promise<void>
}

const BATCH = 50
const MAX_CHUNKS = 200_000

/** Reads a source into chunks. Those of before are shown until the new ones are complete. */
export function createSourceReader(deps: Deps) {
  const { store, newId, now, reads, lists, components, onChanged, indexPending } = deps

  /** Chunks without text are left out; too short ones are skipped and counted. */
  async function load(storeId: string, settings: LoaderSettings, signal: AbortSignal) {
    const parts = partsOfSource(settings, lists)
    const loader = parts.at(-1)?.id ?? ''
    const handles = await components.open({ storeId, parts, roots: [loader], signal })
    const read = await untilAborted((handles.get(loader) as DocumentSource).load(), signal)
    const found = read.filter(({ pageContent }) => pageContent.trim() !== '')
    const documents = found.filter(({ pageContent }) => pageContent.trim().length >= settings.minChunkChars)
    if (documents.length > MAX_CHUNKS) {
      throw new AppError(
        'TOO_LARGE',
        `A source has at most ${MAX_CHUNKS.toLocaleString('en')} chunks. Use larger ones.`,
      )
    }
    return { documents, skipped: found.length - documents.length }
  }

  async function run({ row, signal, report }: RunningJob) {
    const { sourceId, before, isScheduled } = row.input as ReadInput
    const source = await rows.findSource(store.db, row.subjectId, sourceId)
    if (!source) {
      return { chunks: 0 }
    }
    const { documents } = await load(source.storeId, source, signal)
    const of = await findStore(store.db, source.storeId)
    if (of?.kind === 'pool' && documents.length === 0) {
      // What was read before can still be found.
      throw new AppError('INVALID_INPUT', 'No text was found.')
    }
    const contentHash = await hashOf(documents)
    if (contentHash === source.contentHash) {
      await keep(source, before, documents.length)
      return { chunks: documents.length }
    }
    const next = source.generation + 1
    await stage(source, next, { documents, signal, report })
    const changes = await compare(source, documents)
    await store.transaction((tx) => publish(tx, source, { next, documents, contentHash, changes }))
    // A pool is indexed when the job ends.
    if (isScheduled && of?.kind === 'store') {
      await onChanged(source.storeId, sourceId)
    }
    return { chunks: documents.length, changes }
  }

  /** Chunks of an earlier attempt are discarded first. */
  async function stage(
    source: StoreSourceRow,
    generation: number,
    { documents, signal, report }: { documents: readonly Document[] } & Pick<RunningJob, 'signal' | 'report'>,
  ) {
    const { id: sourceId, storeId } = source
    await store.transaction((tx) => discardStaged(tx, source))
    for (let from = 0; from < documents.length; from += BATCH) {
      signal.throwIfAborted()
      const batch = documents.slice(from, from + BATCH).map((document, place) => ({
        ...{ id: newId(), storeId, sourceId, generation, chunkNo: from + place + 1 },
        ...{ ...storable(document), revision: 1 },
      }))
      await store.transaction(async (tx) => {
        await requireSource(tx, source)
        await chunkRows.insertChunks(tx, batch)
      }, 'deferred')
      report({ unit: 'chunks', done: from + batch.length, total: documents.length })
    }
    signal.throwIfAborted()
  }

  async function publish(tx: Writer, source: StoreSourceRow, read: Published) {
    const { next, documents, contentHash, changes } = read
    const latest = await requireSource(tx, source)
    const texts = documents.map(({ pageContent }) => pageContent)
    await rows.updateSource(tx, source.id, {
      ...{ generation: next, state: 'read', error: null, contentHash, changes, readDate: now() },
      totalChunks: documents.length,
      totalChars: texts.reduce((sum, { length }) => sum + length, 0),
      bytes:
        latest.files.length > 0
          ? latest.bytes
          : texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0),
      pages: pagesOf(documents),
      files: latest.files.map((file) => ({ ...file, status: 'SYNC' as const })),
      updatedDate: now(),
    })
    await chunkRows.deleteOthers(tx, { sourceId: source.id, generation: next })
    await reads.touch(tx, source.storeId)
  }

  /** The documents are as before, so nothing is written. */
  async function keep(source: StoreSourceRow, before: SourceState, unchanged: number) {
    const state = before === 'failed' || before === 'new' ? 'read' : before
    await store.transaction(async (tx) => {
      const changes = { added: 0, removed: 0, unchanged }
      await rows.updateSource(tx, source.id, { state, error: null, changes, readDate: now() })
      await reads.touch(tx, source.storeId)
    })
  }

  async function compare({ id: sourceId, generation }: StoreSourceRow, documents: readonly Document[]) {
    const left = new Map<string, number>()
    let old = 0
    for await (const { pageContent } of eachChunk(store, { sourceId, generation })) {
      old += 1
      left.set(pageContent, (left.get(pageContent) ?? 0) + 1)
    }
    let unchanged = 0
    for (const { pageContent } of documents) {
      const count = left.get(pageContent) ?? 0
      if (count > 0) {
        unchanged += 1
        left.set(pageContent, count - 1)
      }
    }
    return { added: documents.length - unchanged, removed: old - unchanged, unchanged }
  }

  async function requireSource(tx: Writer, { storeId, id, generation }: StoreSourceRow) {
    const latest = await rows.findSource(tx, storeId, id)
    if (latest?.generation !== generation) {
      throw new AppError('STOPPED', 'This source has been removed or read again meanwhile.')
    }
    return latest
  }

  const discardStaged = (tx: Writer, { id: sourceId, generation }: StoreSourceRow) =>
    chunkRows.deleteOthers(tx, { sourceId, generation })

  async function begun(tx: Writer, row: JobRow) {
    await rows.updateSource(tx, (row.input as ReadInput).sourceId, { state: 'reading' })
    await reads.touch(tx, row.subjectId)
  }

  async function ended(tx: Writer, row: JobRow, outcome: 'completed' | 'failed' | 'cancelled') {
    const { sourceId, before } = row.input as ReadInput
    const source = await rows.findSource(tx, row.subjectId, sourceId)
    const of = await findStore(tx, row.subjectId)
    if (!(source && of)) {
      return
    }
    if (outcome === 'completed') {
      await (of.kind === 'pool' && rows.isUnindexed(source) && indexPending(tx, of))
      return
    }
    await discardStaged(tx, source)
    await rows.updateSource(tx, sourceId, {
      ...(outcome === 'failed' ? { state: 'failed', error: row.error } : { state: before, error: null }),
    })
    await reads.touch(tx, row.subjectId)
  }

  return { load, handler: { run, begun, ended } satisfies JobHandler }
}

export type SourceReader = ReturnType<typeof createSourceReader>

type Published = {
  next: number
  documents: readonly Document[]
  contentHash: string
  changes: { added: number; removed: number; unchanged: number }
}

/** Of the documents as one JSON text, which is not made as a whole. */
async function hashOf(documents: readonly Document[]): Promise<string> {
  const pauseIfDue = yieldEvery()
  const digest = createHash('sha256')
  let separator = '['
  for (const { pageContent, metadata } of documents) {
    digest.update(separator + JSON.stringify([pageContent, metadata]))
    separator = ','
    await pauseIfDue()
  }
  return digest.update(documents.length === 0 ? '[]' : ']').digest('hex')
}

/** Pages of documents or of a site; null for sources without pages. */
function pagesOf(documents: readonly Document[]): number | null {
  const pages = new Set<string>()
  for (const { metadata } of documents) {
    const { source, loc, url } = metadata as {
      source?: unknown
      url?: unknown
      loc?: { pageNumber?: unknown }
    }
    const place = String(source ?? url ?? '')
    const number = loc?.pageNumber ?? (metadata as { page?: unknown }).page
    if (number !== undefined || /^https?:/.test(place)) {
      pages.add(`${place}#${number ?? ''}`)
    }
  }
  return pages.size > 0 ? pages.size : null
}
