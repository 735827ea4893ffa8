import type { z } from 'zod'
import type { Store, Writer } from '#server/db/store.ts'
import type { IndexesService } from '#server/features/indexes/indexes.service.ts'
import type { JobsService } from '#server/features/jobs/jobs.service.ts'
import type { StoreSourcesService } from '#server/features/stores/store-sources.service.ts'
import type { StoreSourceRow } from '#server/features/stores/stores.table.ts'
import type { NewId } from '#server/ids.ts'
import { AppError } from '#shared/errors.ts'
import type {
  addTextInput,
  addUrlInput,
  poolSourceInput,
  renamePoolSourceInput,
  replaceTextInput,
  rereadPoolInput,
  schedulePoolSourceInput,
} from '#shared/pools.ts'
import { type PoolCaller, type PoolReads, rejectUnknownSource } from './pool-reads.ts'
import { requireSpace } from './pool-space.ts'
import * as rows from './pools.repository.ts'
import { cronOf, kindOf, loaders, stateOf } from './show-pool.ts'

type Deps = {
  store: Store
  newId: NewId
  now: () => Date
  reads: PoolReads
  sources: Pick<StoreSourcesService, 'enqueueIn' | 'schedule' | 'empty'>
  jobs: Pick<JobsService, 'listOpen' | 'cancel' | 'wake'>
  indexes: Pick<IndexesService, 'removeSource'>
  removeFile(poolId: string, name: string): Promise<void>
}

type NewSource = Pick<StoreSourceRow, 'id' | 'name' | 'loaderId' | 'loaderConfig'> & Partial<StoreSourceRow>

const splitter = {
  splitterId: 'recursiveCharacterTextSplitter',
  splitterName: 'Recursive Character Text Splitter',
  splitterConfig: { chunkSize: 1000, chunkOverlap: 200 },
  minChunkChars: 0,
}

/** Sources of pools: reading begins by itself when one is added or changed, and indexing follows. */
export function createPoolSources(deps: Deps) {
  const { store, newId, now, reads, sources, jobs, indexes } = deps

  async function addUrl(caller: PoolCaller, { poolId, url, pages, schedule }: z.output<typeof addUrlInput>) {
    const { href, host, pathname } = new URL(url)
    const pool = await reads.getPool(store.db, caller, poolId)
    const row = await store.transaction(async (tx) => {
      await requireSpace(tx, poolId, { bytes: 0, now: now() })
      return insert(tx, pool, {
        ...{ id: newId(), loaderId: loaders.url },
        name: `${host}${pathname === '/' ? '' : pathname}`.slice(0, 255),
        loaderConfig: { url: href, relativeLinksMethod: 'webCrawl', limit: pages },
      })
    })
    jobs.wake()
    if (schedule !== 'never') {
      await sources.schedule(pool.userId, { storeId: poolId, loaderId: row.id, schedule: cronOf(schedule) })
    }
    return reads.showSource(poolId, row.id)
  }

  async function addText(caller: PoolCaller, { poolId, name, text }: z.output<typeof addTextInput>) {
    const pool = await reads.getPool(store.db, caller, poolId)
    const bytes = Buffer.byteLength(text)
    const { id } = await store.transaction(async (tx) => {
      await requireSpace(tx, poolId, { bytes, now: now() })
      const loader = { loaderId: loaders.text, loaderConfig: { text } }
      return insert(tx, pool, { id: newId(), name, bytes, ...loader })
    })
    jobs.wake()
    return reads.showSource(poolId, id)
  }

  /** Runs in the caller's transaction, which has made sure of the space. */
  async function insert(tx: Writer, { id: storeId, userId }: rows.PoolRow, source: NewSource) {
    const date = now()
    const row: StoreSourceRow = {
      ...{ bytes: 0, files: [], credential: null, loaderName: source.loaderId, ...splitter },
      ...{ schedule: null, nextDate: null, pages: null, error: null, contentHash: null, readDate: null },
      ...{ changes: null, totalChunks: 0, totalChars: 0, generation: 0, state: 'new', ...source, storeId },
      ...{ createdDate: date, updatedDate: date },
    }
    await rows.insertSource(tx, row)
    await sources.enqueueIn(tx, userId, row)
    return row
  }

  /** Changes what a source reads. Its chunks stay until the new ones are complete. */
  async function change(tx: Writer, { userId }: rows.PoolRow, id: string, changes: Partial<StoreSourceRow>) {
    const changed = await rows.updateSource(tx, id, { ...changes, updatedDate: now() })
    await sources.enqueueIn(tx, userId, changed ?? rejectUnknownSource())
  }

  async function replaceText(caller: PoolCaller, { text, ...ref }: z.output<typeof replaceTextInput>) {
    const { pool, source } = await reads.getSource(store.db, caller, ref)
    if (kindOf(source) !== 'text') {
      throw new AppError('INVALID_INPUT', 'Only the text of a text source can be replaced.')
    }
    const bytes = Buffer.byteLength(text)
    await store.transaction(async (tx) => {
      await requireSpace(tx, pool.id, { bytes, now: now(), replaces: source.id })
      await change(tx, pool, source.id, { loaderConfig: { text }, bytes })
    })
    jobs.wake()
    return reads.showSource(pool.id, source.id)
  }

  async function rename(caller: PoolCaller, { name, ...ref }: z.output<typeof renamePoolSourceInput>) {
    const { pool, source } = await reads.getSource(store.db, caller, ref)
    await store.transaction((tx) => rows.updateSource(tx, source.id, { name }))
    return reads.showSource(pool.id, source.id)
  }

  async function schedule(
    caller: PoolCaller,
    { schedule: chosen, ...ref }: z.output<typeof schedulePoolSourceInput>,
  ) {
    const { pool, source } = await reads.getSource(store.db, caller, ref)
    if (kindOf(source) !== 'url' && chosen !== 'never') {
      throw new AppError('INVALID_INPUT', 'Only a website can be read again on a schedule.')
    }
    await sources.schedule(pool.userId, { storeId: pool.id, loaderId: source.id, schedule: cronOf(chosen) })
    return reads.showSource(pool.id, source.id)
  }

  /** Sources that are queued or being read already are left to that. Returns the number of those that begin. */
  async function reread(caller: PoolCaller, { poolId, sourceIds, failed }: z.output<typeof rereadPoolInput>) {
    const pool = await reads.getPool(store.db, caller, poolId)
    const started = await store.transaction(async (tx) => {
      const all = await rows.listSources(tx, poolId)
      const chosen = sourceIds
        ? sourceIds.map((id) => all.find((source) => source.id === id) ?? rejectUnknownSource())
        : all
      const idle = chosen.filter(
        ({ state }) => !['queued', 'reading'].includes(stateOf(state)) && (!failed || state === 'failed'),
      )
      for (const source of idle) {
        await sources.enqueueIn(tx, pool.userId, source)
      }
      return idle.length
    })
    jobs.wake()
    return { started }
  }

  /** With its file and what it has in the index. */
  async function remove(caller: PoolCaller, ref: z.output<typeof poolSourceInput>) {
    const { pool, source } = await reads.getSource(store.db, caller, ref)
    for (const { id, input } of await jobs.listOpen(pool.id)) {
      await ((input as { sourceId?: string }).sourceId === source.id && jobs.cancel(id))
    }
    await sources.empty(source.id)
    await store.transaction(async (tx) => {
      await rows.touchPool(tx, pool.id, now())
      await rows.deleteSource(tx, source.id)
      await indexes.removeSource(tx, pool.userId, pool.id, source.id)
    })
    for (const { name } of source.files) {
      await deps.removeFile(pool.id, name)
    }
    return { id: source.id }
  }

  return { addUrl, addText, insert, change, replaceText, rename, schedule, reread, remove }
}

export type PoolSources = ReturnType<typeof createPoolSources>
