import type { Reader, Store, Writer } from '#server/db/store.ts'
import type { IndexesService } from '#server/features/indexes/indexes.service.ts'
import type { JobsService } from '#server/features/jobs/jobs.service.ts'
import { AppError } from '#shared/errors.ts'
import type { StoreStatus } from '#shared/stores.ts'
import { createPendingCounts } from './pending-chunks.ts'
import { ownStores, toDocumentStore } from './show-store.ts'
import { listSources } from './store-sources.repository.ts'
import { statusOfStore } from './store-status.ts'
import type { NamedStore } from './stores.repository.ts'
import * as rows from './stores.repository.ts'
import type { StoreSourceRow } from './stores.table.ts'

type Deps = {
  store: Store
  now: () => Date
  jobs: Pick<JobsService, 'listOpen'>
  indexes: Pick<IndexesService, 'namedIndex' | 'contentOf'>
}

/** Texts that only flows with a document store or a pool contain. */
const storeNodes = ['ocumentStore', 'documentPool']
const flowTables = ['flows', 'flow_versions', 'flow_drafts']

/** Stores with what belongs to them. Stores of other users do not exist. */
export function createStoreReads({ store, now, jobs, indexes }: Deps) {
  const countPending = createPendingCounts({ store, indexes })

  /** Or a pool of any user: callers of document stores are admins, who may open every pool as one. */
  async function getOwn(db: Reader, userId: string, id: string): Promise<NamedStore> {
    const found = await rows.findStore(db, id)
    return found && (found.userId === userId || found.kind === 'pool') ? found : rejectUnknown()
  }

  async function viewOf(found: NamedStore, whereUsed = usedIn(found.userId, found.id)) {
    const [sources, used] = await Promise.all([listSources(store.db, found.id), whereUsed])
    return viewWith(found, sources, used)
  }

  async function viewWith(
    found: NamedStore,
    sources: readonly StoreSourceRow[],
    whereUsed: { id: string; name: string }[],
  ) {
    const { id, userId, vectorStore } = found
    const isOwn = vectorStore !== null && ownStores.has(vectorStore.name)
    const [open, indexedChunks] = await Promise.all([
      jobs.listOpen(id),
      isOwn ? indexes.namedIndex(userId, id).size() : null,
    ])
    const pendingChunks = await countPending(found, sources, indexedChunks)
    return { store: found, sources, jobs: open, whereUsed, indexedChunks, pendingChunks }
  }

  const show = async (found: NamedStore) => toDocumentStore(await viewOf(found))

  async function showAll(userId: string, all: readonly NamedStore[]) {
    if (all.length === 0) {
      return []
    }
    const sources = await rows.listSourcesOf(
      store.db,
      all.map(({ id }) => id),
    )
    const flows = await flowsWithStores(userId)
    return Promise.all(
      all.map(async (found) => {
        const own = sources.filter(({ storeId }) => storeId === found.id)
        return toDocumentStore(await viewWith(found, own, flowsNaming(flows, found.id)))
      }),
    )
  }

  const flowsWithStores = (userId: string) =>
    store.recall(flowTables, `flows with stores:${userId}`, () =>
      rows.listFlowsWith(store.db, userId, storeNodes),
    )

  async function usedIn(userId: string, id: string) {
    return flowsNaming(await flowsWithStores(userId), id)
  }

  /** Computes the status after a change. `stored`: what an upsert or the settings have made of it. */
  async function touch(tx: Writer, id: string, stored?: StoreStatus) {
    const found = await rows.findStore(tx, id)
    if (found) {
      const status = statusOfStore(stored ?? found.status, await listSources(tx, id))
      await rows.updateStore(tx, id, { status, updatedDate: now() })
    }
  }

  return { getOwn, viewOf, show, showAll, usedIn, touch }
}

export type StoreReads = ReturnType<typeof createStoreReads>

type MentioningFlow = { id: string; name: string; live: string; draft: string | null }

/** Ids of stores are unique, so a flow that contains one uses it. */
function flowsNaming(flows: readonly MentioningFlow[], storeId: string) {
  return flows
    .filter(({ live, draft }) => live.includes(storeId) || draft?.includes(storeId))
    .map(({ id, name }) => ({ id, name }))
}

function rejectUnknown(): never {
  throw new AppError('NOT_FOUND', 'This document store does not exist.')
}
