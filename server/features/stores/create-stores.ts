import type { z } from 'zod'
import type { Reader, Store } from '#server/db/store.ts'
import type { Openers } from '#server/engine/estimate-flow.ts'
import type { StoredFile } from '#server/engine/ports.ts'
import type { FlowsService } from '#server/features/flows/flows.service.ts'
import type { IndexesService } from '#server/features/indexes/indexes.service.ts'
import type { JobsService } from '#server/features/jobs/jobs.service.ts'
import type { UpsertHistory } from '#server/features/upserts/upsert-history.service.ts'
import { AppError } from '#shared/errors.ts'
import type { storeConfigsInput } from '#shared/store-calls.ts'
import { createComponentLists } from './component-lists.ts'
import { createStoreDescriptions } from './describe-store.ts'
import { createDueReadings } from './due-readings.ts'
import { type ComponentDeps, createComponents } from './open-components.ts'
import { createSourceReader } from './read-source.ts'
import { createStoreSearch } from './search-store.ts'
import { READ_JOB } from './show-store.ts'
import { createSourceFiles } from './source-files.ts'
import { createStoreChunks } from './store-chunks.service.ts'
import { listOverridable } from './store-configs.ts'
import { createStoreIndex } from './store-index.service.ts'
import { createStorePort } from './store-port.ts'
import { createStoreReads } from './store-reads.ts'
import { findSource } from './store-sources.repository.ts'
import { createStoreSources } from './store-sources.service.ts'
import { createStoreUpserts } from './store-upserts.service.ts'
import { findStore } from './stores.repository.ts'
import { createStores } from './stores.service.ts'
import { createTestSets } from './test-set.service.ts'
import { createUpsertJob } from './upsert-job.ts'

type Deps = Omit<ComponentDeps, 'flows'> & {
  store: Store
  now: () => Date
  flows: FlowsService
  jobs: JobsService
  indexes: IndexesService
  files: {
    open(storeId: string, name: string): Promise<StoredFile>
    removeAll(storeId: string): Promise<void>
  }
  prices: { find(db: Reader, provider: string, model: string): Promise<{ inputPico: number } | undefined> }
  openersOf(userId: string): Openers
  history: UpsertHistory
  nameOf(userId: string): Promise<string>
}

/** Document stores of admins: sources, chunks, index, and the jobs that read them. */
export function createStoresService(deps: Deps) {
  const { store, catalogue, jobs, flows, indexes } = deps
  const lists = createComponentLists(catalogue)
  const reads = createStoreReads(deps)
  const components = createComponents(deps)
  const search = createStoreSearch({ store, components })
  const files = createSourceFiles({ ...deps, keepFiles: flows.keepFiles, open: deps.files.open })
  const upsertJob = createUpsertJob({ ...deps, reads })
  const reader = createSourceReader({
    ...{ ...deps, reads, lists, components },
    onChanged: upsertChanged,
    indexPending: upsertJob.enqueuePending,
  })
  const chunks = createStoreChunks({ ...deps, reads })
  const sources = createStoreSources({ ...deps, reads, lists, components, files, chunks, reader })
  const index = createStoreIndex({ ...deps, reads, lists, components, search, indexes })
  const stores = createStores({ ...deps, reads, lists, removeFiles: deps.files.removeAll })
  const upserts = createStoreUpserts({ ...deps, reads, stores, sources, index, startUpsert: upsertJob.start })
  jobs.handle(READ_JOB, reader.handler)

  /** A store in use stays up to date. One that has never been upserted waits for its owner. */
  async function upsertChanged(storeId: string, sourceId: string) {
    const found = await findStore(store.db, storeId)
    if (found?.upsertedDate && found.vectorStore && found.embedding) {
      await upsertJob.start(found, { sourceIds: [sourceId] })
    }
  }

  async function configs(userId: string, { id, loaderId }: z.output<typeof storeConfigsInput>) {
    const found = await reads.getOwn(store.db, userId, id)
    const source = await findSource(store.db, id, loaderId)
    if (!source) {
      throw new AppError('NOT_FOUND', 'This source does not exist.')
    }
    return listOverridable(found, source, catalogue)
  }

  return {
    ...stores,
    configs,
    components: lists.listOf,
    describeAsTool: createStoreDescriptions({ ...deps, reads, components }),
    sources,
    chunks,
    index,
    upserts,
    search,
    inRun: components.inRun,
    runUpsertsWith: upsertJob.runWith,
    port: createStorePort({ store, reads, search }),
    testSet: createTestSets({ ...deps, reads, search }),
    /** Called every few seconds in every process. */
    tick: createDueReadings({ ...deps, sources }),
  }
}
