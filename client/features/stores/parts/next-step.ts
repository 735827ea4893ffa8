import type { JobProgress } from '#shared/jobs.ts'
import type { DocumentStore, StoreLoader, StoreStatus } from '#shared/stores.ts'

export const steps = ['sources', 'chunks', 'index', 'test'] as const
export type Step = (typeof steps)[number]

/** What a store waits for, or what it is doing. */
export type Next =
  | { is: 'addSource' | 'chooseIndex' | 'upsert' | 'test' }
  | { is: 'reading' | 'upserting'; done: number; total: number }
  | { is: 'process' | 'failed' | 'changed' | 'embed'; count: number }
  | { is: 'tested'; found: number; total: number; date: string }

export const isWorking = (status: StoreStatus) => status === 'SYNCING' || status === 'UPSERTING'

/** Statuses in which the user has to do something. */
export const needsAction = ({ status, loaders }: DocumentStore) =>
  (!isWorking(status) && status !== 'UPSERTED') || loaders.some(hasFailed)

export const hasFailed = ({ error }: Pick<StoreLoader, 'error'>) => error !== null

export const isConfigured = ({ embeddingConfig, vectorStoreConfig }: DocumentStore) =>
  embeddingConfig !== null && vectorStoreConfig !== null

/** A test of an older index says nothing about this one. */
export function isTested({ tested, upsertedDate, status }: DocumentStore): boolean {
  return status === 'UPSERTED' && tested !== null && (upsertedDate === null || tested.date >= upsertedDate)
}

export function nextOf(store: DocumentStore): Next {
  const { status, loaders, tested, pendingChunks, totalChunks } = store
  if (status === 'UPSERTING') {
    return { is: 'upserting', ...counted(store.upsert?.progress, totalChunks) }
  }
  if (status === 'SYNCING') {
    const busy = countOf(loaders, 'SYNCING')
    return { is: 'reading', done: loaders.length - busy, total: loaders.length }
  }
  const failed = loaders.filter(hasFailed).length
  if (failed > 0) {
    return { is: 'failed', count: failed }
  }
  if (loaders.length === 0) {
    return { is: 'addSource' }
  }
  const fresh = countOf(loaders, 'NEW')
  if (fresh > 0) {
    return { is: 'process', count: fresh }
  }
  if (!isConfigured(store)) {
    return { is: 'chooseIndex' }
  }
  if (status === 'UPSERTED') {
    return tested && isTested(store) ? { is: 'tested', ...tested } : { is: 'test' }
  }
  const stale = countOf(loaders, 'STALE')
  if (stale > 0) {
    return { is: 'changed', count: stale }
  }
  return pendingChunks > 0 ? { is: 'embed', count: pendingChunks } : { is: 'upsert' }
}

/** Steps with a result. */
export function doneSteps(store: DocumentStore): ReadonlySet<Step> {
  const { loaders, totalChunks, indexedChunks, upsertedDate } = store
  const results: Record<Step, boolean> = {
    sources: loaders.some(({ totalChunks: chunks }) => chunks > 0),
    chunks: totalChunks > 0,
    index: (indexedChunks ?? 0) > 0 || upsertedDate !== null,
    test: isTested(store),
  }
  return new Set(steps.filter((step) => results[step]))
}

/** The step that can move now. */
export function stepOf({ is }: Next): Step {
  switch (is) {
    case 'addSource':
    case 'reading':
    case 'process':
    case 'failed':
      return 'sources'
    case 'test':
    case 'tested':
      return 'test'
    default:
      return 'index'
  }
}

function counted(progress: JobProgress | null | undefined, all: number) {
  return { done: progress?.done ?? 0, total: progress?.total ?? all }
}

function countOf(loaders: readonly StoreLoader[], status: StoreStatus): number {
  return loaders.filter((loader) => loader.status === status).length
}
