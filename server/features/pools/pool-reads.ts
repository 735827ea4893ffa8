import type { z } from 'zod'
import type { Caller } from '#server/caller.ts'
import type { Reader, Store } from '#server/db/store.ts'
import type { JobsService } from '#server/features/jobs/jobs.service.ts'
import { platformDay, startOfPlatformDay } from '#shared/dates.ts'
import { AppError } from '#shared/errors.ts'
import type { poolSchema, poolSummarySchema } from '#shared/pools.ts'
import * as rows from './pools.repository.ts'
import { type SourceDto, stateOf, toPoolSource } from './show-pool.ts'

type Deps = {
  store: Store
  now: () => Date
  jobs: Pick<JobsService, 'listOpen'>
  usedIn(userId: string, poolId: string): Promise<{ id: string; name: string }[]>
}

export type PoolCaller = Pick<Caller, 'id' | 'role'>
type SummaryDto = z.input<typeof poolSummarySchema>
type PoolDto = z.input<typeof poolSchema>

/** Pools as their owner and admins see them. For anyone else they do not exist. */
export function createPoolReads({ store, now, jobs, usedIn }: Deps) {
  async function getPool(db: Reader, { id: userId, role }: PoolCaller, id: string): Promise<rows.PoolRow> {
    const found = await rows.findPool(db, id)
    return found && (found.userId === userId || role === 'ADMIN') ? found : rejectUnknown()
  }

  async function getSource(db: Reader, caller: PoolCaller, ref: { poolId: string; sourceId: string }) {
    const pool = await getPool(db, caller, ref.poolId)
    const source = (await rows.findSource(db, pool.id, ref.sourceId)) ?? rejectUnknownSource()
    return { pool, source }
  }

  async function list({ id: userId }: PoolCaller): Promise<SummaryDto[]> {
    const [pools, counts, uploading] = await Promise.all([
      rows.listPools(store.db, userId),
      rows.countSources(store.db, userId),
      rows.listUploadBytes(store.db, userId),
    ])
    return Promise.all(
      pools.map(async (pool) => {
        const own = counts.filter(({ poolId }) => poolId === pool.id)
        const bytes = own.reduce((sum, each) => sum + each.bytes, uploading.get(pool.id) ?? 0)
        return { ...headOf(pool), ...tally(own), bytes, usedIn: await usedIn(pool.userId, pool.id) }
      }),
    )
  }

  async function get(caller: PoolCaller, id: string): Promise<PoolDto> {
    return show(await getPool(store.db, caller, id))
  }

  async function show(pool: rows.PoolRow): Promise<PoolDto> {
    const { id, userId, embedding } = pool
    const since = startOfPlatformDay(`${platformDay(now()).slice(0, 7)}-01`)
    const [sources, open, space, used, usage] = await Promise.all([
      rows.listSources(store.db, id),
      jobs.listOpen(id),
      rows.measurePool(store.db, id),
      usedIn(userId, id),
      rows.sumUsage(store.db, id, since, `${embedding?.name}_0`),
    ])
    return {
      ...{ ...headOf(pool), ...tally(sources.map(({ state }) => ({ state, count: 1 }))) },
      ...{ userId, bytes: space.bytes, usedIn: used, ...usage },
      items: sources.map((source) => toPoolSource(source, open)),
      pagesRead: sources.reduce((sum, { pages }) => sum + (pages ?? 0), 0),
    }
  }

  async function showSource(poolId: string, sourceId: string): Promise<SourceDto> {
    const source = (await rows.findSource(store.db, poolId, sourceId)) ?? rejectUnknownSource()
    return toPoolSource(source, await jobs.listOpen(poolId))
  }

  return { getPool, getSource, list, get, showSource }
}

export type PoolReads = ReturnType<typeof createPoolReads>

function headOf({ id, name, description, createdDate, updatedDate }: rows.PoolRow) {
  return { id, name, description: description ?? '', createdDate, updatedDate }
}

type Counted = { state: Parameters<typeof stateOf>[0]; count: number }

function tally(counted: readonly Counted[]) {
  const sum = { sources: 0, ready: 0, reading: 0, failed: 0 }
  for (const { state, count } of counted) {
    const shown = stateOf(state)
    sum.sources += count
    sum[shown === 'ready' || shown === 'failed' ? shown : 'reading'] += count
  }
  return sum
}

function rejectUnknown(): never {
  throw new AppError('NOT_FOUND', 'This document pool does not exist.')
}

export function rejectUnknownSource(): never {
  throw new AppError('NOT_FOUND', 'This source does not exist.')
}
