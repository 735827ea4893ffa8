import type { z } from 'zod'
import type { Store, Writer } from '#server/db/store.ts'
import type { FlowsService } from '#server/features/flows/flows.service.ts'
import type { IndexesService } from '#server/features/indexes/indexes.service.ts'
import type { JobsService } from '#server/features/jobs/jobs.service.ts'
import type { NewId } from '#server/ids.ts'
import { invalidInput } from '#shared/invalid-input.ts'
import { parseJson } from '#shared/json.ts'
import type { changeStoreInput } from '#shared/store-calls.ts'
import { componentSchema, type createStoreInput, type deleteStoreInput } from '#shared/stores.ts'
import type { ComponentLists } from './component-lists.ts'
import { emptySources } from './empty-sources.ts'
import { toStoreRow } from './show-store.ts'
import type { StoreReads } from './store-reads.ts'
import * as rows from './stores.repository.ts'
import type { StoreRow } from './stores.table.ts'

type Deps = {
  store: Store
  newId: NewId
  now: () => Date
  reads: StoreReads
  lists: ComponentLists
  jobs: Pick<JobsService, 'listOpen' | 'cancel'>
  indexes: Pick<IndexesService, 'removeIndex'>
  flows: Pick<FlowsService, 'insertKnowledge' | 'updateKnowledge' | 'removeKnowledge'>
  removeFiles(storeId: string): Promise<void>
}

/** Document stores as such; their sources, chunks and index have services of their own. */
export function createStores({ store, newId, now, reads, lists, jobs, indexes, flows, ...deps }: Deps) {
  const list = async (userId: string) => reads.showAll(userId, await rows.listStores(store.db, userId))

  async function page(
    userId: string,
    { page: number, limit }: { page?: number | undefined; limit?: number | undefined },
  ) {
    if (!(number && limit)) {
      return list(userId)
    }
    const found = await rows.listStores(store.db, userId, { limit, offset: (number - 1) * limit })
    return { data: await reads.showAll(userId, found), total: await rows.countStores(store.db, userId) }
  }

  const get = async (userId: string, id: string) => reads.show(await reads.getOwn(store.db, userId, id))

  async function create(userId: string, { name, description }: z.output<typeof createStoreInput>) {
    const id = newId()
    await store.transaction((tx) => insert(tx, userId, { id, name, description }))
    return toStoreRow(await reads.viewOf(await reads.getOwn(store.db, userId, id)))
  }

  /** Runs in the caller's transaction. Pools are stores of another kind. */
  async function insert(
    tx: Writer,
    userId: string,
    {
      id,
      name,
      description,
      ...settings
    }: Partial<StoreRow> & { id: string; name: string; description: string },
  ) {
    const date = now()
    await flows.insertKnowledge(tx, userId, { id, name, description })
    await rows.insertStore(tx, {
      ...{ embedding: null, vectorStore: null, recordManager: null, testSet: null, kind: 'store' },
      ...settings,
      ...{ id, userId, status: 'EMPTY', upsertedDate: null, createdDate: date, updatedDate: date },
    })
  }

  async function update(
    userId: string,
    { id, name, description, ...texts }: z.output<typeof changeStoreInput>,
  ) {
    const settings = settingsIn(texts, lists)
    await store.transaction(async (tx) => {
      await reads.getOwn(tx, userId, id)
      await flows.updateKnowledge(tx, id, { name, description })
      await rows.updateStore(tx, id, { ...settings, updatedDate: now() })
      await (Object.keys(settings).length > 0 && reads.touch(tx, id, 'SYNC'))
    })
    return get(userId, id)
  }

  async function remove(userId: string, { id, withVectors }: z.output<typeof deleteStoreInput>) {
    const { userId: ownerId } = await reads.getOwn(store.db, userId, id)
    await cancelJobs(id)
    await emptySources(store, { storeId: id })
    const deleted = await store.transaction(async (tx) => {
      await reads.getOwn(tx, userId, id)
      await (withVectors && indexes.removeIndex(tx, ownerId, id))
      await flows.removeKnowledge(tx, id)
      return rows.deleteStore(tx, id)
    })
    await deps.removeFiles(id)
    return { deleted }
  }

  async function cancelJobs(storeId: string) {
    for (const { id } of await jobs.listOpen(storeId)) {
      await jobs.cancel(id)
    }
  }

  async function usedIn(userId: string, id: string) {
    const found = await reads.getOwn(store.db, userId, id)
    return reads.usedIn(found.userId, found.id)
  }

  return { list, page, get, create, insert, update, remove, usedIn, removeOf: rows.deleteStoresOf }
}

type ConfigTexts = Pick<
  z.output<typeof changeStoreInput>,
  'vectorStoreConfig' | 'embeddingConfig' | 'recordManagerConfig'
>

function settingsIn(texts: ConfigTexts, { requireKind }: ComponentLists): Partial<StoreRow> {
  const read = (field: keyof ConfigTexts, kind: Parameters<typeof requireKind>[1]) => {
    const text = texts[field]
    if (text === undefined) {
      return undefined
    }
    if (text === null || text === '') {
      return null
    }
    const choice = componentSchema.safeParse(parseJson(text))
    if (!choice.success) {
      throw invalidInput({ [field]: [`${field} must be JSON text such as {"name": "…", "config": {}}`] })
    }
    requireKind(choice.data.name, kind)
    return choice.data
  }
  const found = {
    vectorStore: read('vectorStoreConfig', 'vectorstore'),
    embedding: read('embeddingConfig', 'embeddings'),
    recordManager: read('recordManagerConfig', 'recordmanager'),
  }
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined))
}
