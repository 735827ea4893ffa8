import type { Reader, Store } from '#server/db/store.ts'
import type { IndexesService } from '#server/features/indexes/indexes.service.ts'
import type { JobsService } from '#server/features/jobs/jobs.service.ts'
import type { StoreSourcesService } from '#server/features/stores/store-sources.service.ts'
import type { createStores } from '#server/features/stores/stores.service.ts'
import type { NewId } from '#server/ids.ts'
import type { ComponentChoice } from '#shared/stores.ts'
import { createPoolQuestions, type PoolRuns } from './ask-pool.ts'
import { createPoolReads } from './pool-reads.ts'
import { createPoolSources } from './pool-sources.service.ts'
import { createPoolUploads, type PartFiles, type PoolFiles } from './pool-uploads.service.ts'
import { listUploads } from './pools.repository.ts'
import { createPools } from './pools.service.ts'
import { createSourceTexts } from './source-text.ts'

type Deps = {
  store: Store
  newId: NewId
  now: () => Date
  stores: ReturnType<typeof createStores> & PoolRuns & { sources: StoreSourcesService }
  jobs: JobsService
  indexes: IndexesService
  files: PoolFiles
  parts: PartFiles
  chooseEmbedding(): Promise<ComponentChoice>
}

/** Document pools: document stores with default settings, which read and index by themselves. */
export function createPoolsService(deps: Deps) {
  const { store, stores, files } = deps
  const reads = createPoolReads({ ...deps, usedIn: stores.usedIn })
  const sources = createPoolSources({ ...deps, reads, sources: stores.sources, removeFile: files.remove })
  return {
    ...createPools({ ...deps, reads }),
    sources,
    ...createPoolQuestions({ ...deps, reads, inRun: stores.inRun }),
    /** Uploads in progress of a user's pools. */
    uploadsOf: (db: Reader, userId: string) => listUploads(db, { userId }),
    sourceText: createSourceTexts({ store, reads }),
    uploads: createPoolUploads({ ...deps, reads, sources }),
  }
}
