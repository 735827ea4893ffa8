import type { z } from 'zod'
import type { JobRow } from '#server/features/jobs/jobs.service.ts'
import type { StoreStatus, storeLoaderSchema, storeSchema } from '#shared/stores.ts'
import { readTestSet } from './read-test-set.ts'
import { statusOfSource, statusOfStore } from './store-status.ts'
import type { NamedStore } from './stores.repository.ts'
import type { StoreSourceRow } from './stores.table.ts'

/** Jobs of a store. The upsert of a store is enqueued elsewhere under this kind. */
export const READ_JOB = 'store-read'
export const UPSERT_JOB = 'store-upsert'

/** Vector stores on this server: their index can be counted, and removed. */
export const ownStores: ReadonlySet<string> = new Set(['flowtillIndex', 'flowtillStore', 'faiss'])

type OpenJob = Pick<JobRow, 'id' | 'kind' | 'input' | 'progress'>

/** With dates, which the APIs send as text. */
export type StoreDto = z.input<typeof storeSchema>
export type LoaderDto = z.input<typeof storeLoaderSchema>

export type StoreView = {
  store: NamedStore
  sources: readonly StoreSourceRow[]
  jobs: readonly OpenJob[]
  whereUsed: StoreDto['whereUsed']
  indexedChunks: number | null
  pendingChunks: number
}

export function toDocumentStore(view: StoreView): StoreDto {
  const { store, sources, jobs, whereUsed, indexedChunks, pendingChunks } = view
  const upsert = jobs.find(({ kind }) => kind === UPSERT_JOB)
  return {
    id: store.id,
    name: store.name,
    description: store.description ?? '',
    loaders: sources.map((source) => toLoader(source, readingOf(source.id, jobs))),
    whereUsed,
    status: statusOf(view),
    vectorStoreConfig: store.vectorStore,
    embeddingConfig: store.embedding,
    recordManagerConfig: store.recordManager,
    totalChunks: sumOf(sources, 'totalChunks'),
    totalChars: sumOf(sources, 'totalChars'),
    indexedChunks,
    pendingChunks,
    upsertedDate: store.upsertedDate,
    upsert: upsert ? { id: upsert.id, progress: upsert.progress } : null,
    tested: testedOf(store),
    createdDate: store.createdDate,
    updatedDate: store.updatedDate,
  }
}

function testedOf(store: NamedStore) {
  const { questions, result } = readTestSet(store)
  return result && { found: result.found, total: questions.length, date: result.date }
}

function statusOf({ store, sources, jobs }: Pick<StoreView, 'store' | 'sources' | 'jobs'>): StoreStatus {
  const isUpserting = jobs.some(({ kind }) => kind === UPSERT_JOB)
  return statusOfStore(isUpserting ? 'UPSERTING' : store.status, sources)
}

export function toLoader(source: StoreSourceRow, reading: OpenJob | undefined): LoaderDto {
  const { id, loaderId, loaderName, loaderConfig, splitterId, splitterName, splitterConfig } = source
  const { totalChunks, totalChars, files, credential, error, name, bytes, pages, schedule } = source
  return {
    ...{ id, loaderId, loaderName, loaderConfig, splitterConfig, totalChunks, totalChars, error, name },
    splitterId: splitterId ?? '',
    splitterName: splitterName ?? '',
    minChunkChars: source.minChunkChars,
    status: statusOfSource(source),
    ...(files.length > 0 && { files }),
    source: sourceOf(source),
    ...(credential && { credential }),
    ...{ bytes, pages, schedule, nextDate: source.nextDate, readDate: source.readDate },
    changes: source.changes,
    progress: reading?.progress ?? null,
    createdDate: source.createdDate,
  }
}

export const readingOf = (sourceId: string, jobs: readonly OpenJob[]) =>
  jobs.find(({ kind, input }) => kind === READ_JOB && (input as { sourceId?: string }).sourceId === sourceId)

/** Flowise's row, with lists and settings as JSON texts. */
export function toStoreRow(view: StoreView) {
  const { loaders, whereUsed, vectorStoreConfig, embeddingConfig, recordManagerConfig, ...rest } =
    toDocumentStore(view)
  const text = (value: unknown) => (value === null ? null : JSON.stringify(value))
  return {
    ...rest,
    loaders: JSON.stringify(loaders),
    whereUsed: JSON.stringify(whereUsed.map(({ id }) => id)),
    vectorStoreConfig: text(vectorStoreConfig),
    embeddingConfig: text(embeddingConfig),
    recordManagerConfig: text(recordManagerConfig),
  }
}

/** What a loader reads, for lists: its files, its address, or the node's name. */
export function sourceOf({ files, loaderConfig, loaderName }: StoreSourceRow): string {
  if (files.length > 0) {
    return files.map(({ name }) => name).join(', ')
  }
  const place = addressFields
    .map((field) => loaderConfig[field])
    .find((value) => typeof value === 'string' && value !== '')
  return typeof place === 'string' ? place : loaderName || 'None'
}

const addressFields = [
  'url',
  'sourceUrl',
  'repoLink',
  'webPath',
  'pageId',
  'databaseId',
  'bucketName',
  'query',
  'baseId',
]

function sumOf(sources: readonly StoreSourceRow[], name: 'totalChunks' | 'totalChars') {
  return sources.reduce((sum, source) => sum + source[name], 0)
}
