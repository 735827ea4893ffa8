import type { z } from 'zod'
import type { Store } from '#server/db/store.ts'
import type { JobsService } from '#server/features/jobs/jobs.service.ts'
import type { StartedUpsert } from '#server/features/upserts/upsert-history.service.ts'
import type { FormFile } from '#server/http/form-parts.ts'
import { AppError } from '#shared/errors.ts'
import type { storeSourcesInput } from '#shared/store-calls.ts'
import type { insertInput, refreshStoreInput, storeUpsertInput } from '#shared/stores.ts'
import { upsertResultSchema } from '#shared/upserts.ts'
import { indexParts, rejectMissing } from './index-parts.ts'
import type { StoreIndexService } from './store-index.service.ts'
import type { StoreReads } from './store-reads.ts'
import * as rows from './store-sources.repository.ts'
import type { StoreSourcesService } from './store-sources.service.ts'
import type { NamedStore } from './stores.repository.ts'
import { updateStore } from './stores.repository.ts'
import type { createStores } from './stores.service.ts'
import { loaderOf } from './upsert-loader.ts'

type StartUpsert = (
  store: NamedStore,
  options: { sourceIds?: readonly string[] | undefined },
) => Promise<StartedUpsert>

type Deps = {
  store: Store
  reads: StoreReads
  stores: Pick<ReturnType<typeof createStores>, 'create'>
  sources: StoreSourcesService
  index: StoreIndexService
  jobs: Pick<JobsService, 'wait'>
  startUpsert: StartUpsert
}

type StoreUpsert = z.output<typeof storeUpsertInput>

/** Upserts of document stores, in the shapes of Flowise's calls. */
export function createStoreUpserts(deps: Deps) {
  const { store, reads, stores, sources, index, jobs, startUpsert } = deps

  async function start(userId: string, { id, sourceIds }: z.output<typeof storeSourcesInput>) {
    const found = await reads.getOwn(store.db, userId, id)
    indexParts(found)
    for (const sourceId of sourceIds ?? []) {
      await getSource(id, sourceId)
    }
    return startUpsert(found, { sourceIds })
  }

  async function insert(
    userId: string,
    input: z.output<typeof insertInput>,
    signal = new AbortController().signal,
  ) {
    const { storeId: id, docId } = input
    await reads.getOwn(store.db, userId, id)
    await index.saveFor(userId, input)
    const { jobId } = await start(userId, { id, ...(docId !== undefined && { sourceIds: [docId] }) })
    return { ...(await resultOf(jobId, signal)), whereUsed: [], totalChars: 0, totalChunks: 0 }
  }

  /** Reads one loader, an existing one or a new one, and upserts it. */
  async function upsert(
    userId: string,
    request: StoreUpsert,
    { files = [], signal }: { files?: readonly FormFile[]; signal: AbortSignal },
  ) {
    const base = await reads.getOwn(store.db, userId, request.id)
    const before = request.docId === undefined ? undefined : await getSource(base.id, request.docId)
    const storeId = request.createNewDocStore ? await createLike(userId, base, request) : base.id
    const loader = loaderOf(request, before, files)
    await index.saveFor(userId, {
      ...settingsOf(request, await reads.getOwn(store.db, userId, storeId)),
      storeId,
      isStrictSave: false,
    })
    // Named before anything is read.
    indexParts(await reads.getOwn(store.db, userId, storeId))
    const isReplaced = before && request.replaceExisting && storeId === base.id
    const row = await sources.saveSource(userId, { ...loader, storeId, ...(isReplaced && { id: before.id }) })
    return readAndUpsert(userId, { storeId, sourceId: row.id }, signal)
  }

  async function refresh(
    userId: string,
    { id, items }: z.output<typeof refreshStoreInput>,
    signal = new AbortController().signal,
  ) {
    indexParts(await reads.getOwn(store.db, userId, id))
    const results = []
    if (items.length > 0) {
      for (const item of items) {
        const request = { ...item, id, replaceExisting: item.docId !== undefined || item.replaceExisting }
        results.push(await upsert(userId, request, { signal }))
      }
      return results
    }
    for (const { id: sourceId } of await rows.listSources(store.db, id)) {
      results.push(await readAndUpsert(userId, { storeId: id, sourceId }, signal))
    }
    return results
  }

  async function readAndUpsert(
    userId: string,
    { storeId, sourceId }: { storeId: string; sourceId: string },
    signal: AbortSignal,
  ) {
    const { jobIds } = await sources.reread(userId, { id: storeId, sourceIds: [sourceId] })
    await sources.waitFor(jobIds[0] ?? '', signal)
    const { jobId } = await start(userId, { id: storeId, sourceIds: [sourceId] })
    return { ...(await resultOf(jobId, signal)), docId: sourceId }
  }

  async function resultOf(jobId: string, signal: AbortSignal) {
    const { state, error, result } = await jobs.wait(jobId, signal)
    if (state !== 'completed') {
      throw state === 'failed'
        ? new AppError('UPSTREAM_FAILED', error ?? 'The upsert has failed.')
        : new AppError('STOPPED', 'The upsert was cancelled.')
    }
    return upsertResultSchema.parse(result)
  }

  async function createLike(userId: string, base: NamedStore, { docStore }: StoreUpsert) {
    const { name = `${base.name} copy`.slice(0, 255), description = '' } = docStore ?? {}
    const { id } = await stores.create(userId, { name, description })
    const { embedding, vectorStore, recordManager } = base
    await store.transaction((tx) => updateStore(tx, id, { embedding, vectorStore, recordManager }))
    return id
  }

  const getSource = async (storeId: string, id: string) =>
    (await rows.findSource(store.db, storeId, id)) ?? rejectMissing('Loader')

  return { start, insert, upsert, refresh }
}

/** Settings sent with an upsert are merged with those of the store. */
function settingsOf({ embedding, vectorStore, recordManager }: StoreUpsert, found: NamedStore) {
  const merge = (sent: StoreUpsert['embedding'], stored: NamedStore['embedding']) => {
    const name = sent?.name ?? stored?.name
    const isSame = name === stored?.name
    return sent && name ? { name, config: { ...(isSame ? stored?.config : {}), ...sent.config } } : undefined
  }
  const parts = {
    embedding: merge(embedding, found.embedding),
    vectorStore: merge(vectorStore, found.vectorStore),
    recordManager: merge(recordManager, found.recordManager),
  }
  return {
    ...(parts.embedding && { embeddingName: parts.embedding.name, embeddingConfig: parts.embedding.config }),
    ...(parts.vectorStore && {
      vectorStoreName: parts.vectorStore.name,
      vectorStoreConfig: parts.vectorStore.config,
    }),
    ...(parts.recordManager && {
      recordManagerName: parts.recordManager.name,
      recordManagerConfig: parts.recordManager.config,
    }),
  }
}
