import type { z } from 'zod'
import type { JobRow } from '#server/features/jobs/jobs.service.ts'
import type { StoreSourceRow } from '#server/features/stores/stores.table.ts'
import type { poolSourceSchema } from '#shared/pools.ts'
import type { SourceState } from '#shared/stores.ts'

/** With dates, which the API sends as text. */
export type SourceDto = z.input<typeof poolSourceSchema>
type OpenJob = Pick<JobRow, 'kind' | 'input' | 'progress'>
type PoolState = SourceDto['state']

/** A source that was changed as part of a document store has chunks that can be found, so it is ready. */
const states: Record<SourceState, PoolState> = {
  new: 'queued',
  queued: 'queued',
  reading: 'reading',
  read: 'embedding',
  stale: 'ready',
  indexed: 'ready',
  failed: 'failed',
}

export const stateOf = (state: SourceState) => states[state]

/** Nodes that read the three kinds of sources. */
export const loaders = { file: 'fileLoader', url: 'cheerioWebScraper', text: 'plainText' } as const

export function kindOf({ files, loaderConfig }: Pick<StoreSourceRow, 'files' | 'loaderConfig'>) {
  return files.length > 0 ? 'file' : typeof loaderConfig.url === 'string' ? 'url' : 'text'
}

export function toPoolSource(source: StoreSourceRow, jobs: readonly OpenJob[]): SourceDto {
  const { id, name, state, error, pages, bytes, totalChunks, schedule, nextDate, readDate } = source
  const { url } = source.loaderConfig
  return {
    ...{ id, name, error, pages, bytes, nextDate, readDate },
    kind: kindOf(source),
    url: typeof url === 'string' ? url : null,
    state: stateOf(state),
    progress: progressOf(source, jobs),
    chunks: totalChunks,
    schedule: nameOfSchedule(schedule),
    changes: source.changes,
    createdDate: source.createdDate,
  }
}

function progressOf({ id, state }: StoreSourceRow, jobs: readonly OpenJob[]) {
  const of = (kind: string) => jobs.filter((job) => job.kind === kind)
  const job =
    stateOf(state) === 'embedding'
      ? of('store-upsert')[0]
      : of('store-read').find(({ input }) => (input as { sourceId?: string }).sourceId === id)
  return job?.progress ?? null
}

/** In UTC, when the night is over in Europe and nobody works in America. */
const crons = { daily: '0 3 * * *', weekly: '0 3 * * 1' } as const

export function cronOf(schedule: SourceDto['schedule']): string | null {
  return schedule === 'never' ? null : crons[schedule]
}

/** An admin may have set another schedule in the document store. */
function nameOfSchedule(cron: string | null): SourceDto['schedule'] {
  return cron === null ? 'never' : cron === crons.weekly ? 'weekly' : 'daily'
}
