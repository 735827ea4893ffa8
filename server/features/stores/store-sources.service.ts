import type { z } from 'zod'
import type { Store, Writer } from '#server/db/store.ts'
import type { JobsService } from '#server/features/jobs/jobs.service.ts'
import type { NewId } from '#server/ids.ts'
import { AppError } from '#shared/errors.ts'
import type {
  processInput,
  renameSourceInput,
  scheduleSourceInput,
  sourceInput,
  storeSourcesInput,
} from '#shared/store-calls.ts'
import type { LoaderInput } from '#shared/stores.ts'
import type { ComponentLists } from './component-lists.ts'
import { emptySources } from './empty-sources.ts'
import type { Components } from './open-components.ts'
import type { SourceReader } from './read-source.ts'
import { nextReading } from './reading-schedule.ts'
import { createSaveSource, rejectUnknown, settingsOf } from './save-source.ts'
import { READ_JOB, readingOf, toLoader } from './show-store.ts'
import type { SourceFiles } from './source-files.ts'
import { forPreview } from './source-parts.ts'
import type { StoreChunksService } from './store-chunks.service.ts'
import type { StoreReads } from './store-reads.ts'
import * as rows from './store-sources.repository.ts'
import type { StoreSourceRow } from './stores.table.ts'

type Deps = {
  store: Store
  newId: NewId
  now: () => Date
  reads: StoreReads
  lists: ComponentLists
  components: Components
  files: SourceFiles
  chunks: Pick<StoreChunksService, 'page'>
  jobs: Pick<JobsService, 'enqueue' | 'wake' | 'wait' | 'cancel' | 'listOpen'>
  reader: Pick<SourceReader, 'load'>
}

const PREVIEW_MS = 60_000
const MAX_LENGTHS = 10_000

type SourceRef = z.output<typeof sourceInput>

/** Sources of document stores: what is read, how it is split, and when it is read again. */
export function createStoreSources(deps: Deps) {
  const { store, now, reads, lists, chunks, jobs, reader } = deps
  const saveSource = createSaveSource(deps)

  async function getSource(userId: string, { storeId, loaderId }: SourceRef) {
    await reads.getOwn(store.db, userId, storeId)
    return (await rows.findSource(store.db, storeId, loaderId)) ?? rejectUnknown()
  }

  const show = async (source: StoreSourceRow) =>
    toLoader(source, readingOf(source.id, await jobs.listOpen(source.storeId)))

  async function preview(userId: string, input: LoaderInput, caller: AbortSignal | undefined) {
    const { id: storeId } = await reads.getOwn(store.db, userId, input.storeId)
    const end = AbortSignal.timeout(PREVIEW_MS)
    const signal = caller ? AbortSignal.any([caller, end]) : end
    const settings = forPreview(settingsOf(input), lists.requireKind(input.loaderId, 'loaders'))
    const { documents: found, skipped } = await reader
      .load(storeId, settings, signal)
      .catch((error: unknown) => {
        throw end.aborted ? tooSlow(error) : error
      })
    const { previewChunkCount: count } = input
    return {
      chunks: count < 0 ? found : found.slice(0, count),
      totalChunks: found.length,
      skippedChunks: skipped,
      previewChunkCount: count,
      lengths: found.slice(0, MAX_LENGTHS).map(({ pageContent }) => pageContent.length),
    }
  }

  async function save(userId: string, input: LoaderInput) {
    return show(await saveSource(userId, input))
  }

  async function process(userId: string, input: z.output<typeof processInput>) {
    const { storeId, id, loaderId, loaderConfig = {} } = input
    const source = loaderId
      ? await saveSource(userId, { ...input, loaderId, loaderConfig })
      : await getSource(userId, { storeId, loaderId: id })
    const open = readingOf(source.id, await jobs.listOpen(storeId))
    const { userId: ownerId } = await reads.getOwn(store.db, userId, storeId)
    return { jobId: open?.id ?? (await enqueue(ownerId, source)) }
  }

  async function enqueue(userId: string, { id, storeId }: StoreSourceRow, isScheduled = false) {
    const job = await store.transaction(async (tx) => {
      const source = (await rows.findSource(tx, storeId, id)) ?? rejectUnknown()
      return enqueueIn(tx, userId, source, isScheduled)
    })
    jobs.wake()
    return job.id
  }

  /** Runs in the caller's transaction. Call `jobs.wake` once it has been committed. */
  async function enqueueIn(
    tx: Writer,
    userId: string,
    { id, storeId, state: before }: StoreSourceRow,
    isScheduled = false,
  ) {
    const input = { sourceId: id, before, isScheduled }
    await rows.updateSource(tx, id, { state: 'queued', error: null })
    return jobs.enqueue(tx, { kind: READ_JOB, userId, subjectId: storeId, input, queueKey: `read:${id}` })
  }

  /** Throws INVALID_INPUT with the sentence of a reading that has failed. */
  async function processAndWait(
    userId: string,
    input: z.output<typeof processInput>,
    signal = new AbortController().signal,
  ) {
    const { jobId } = await process(userId, input)
    await waitFor(jobId, signal)
    return chunks.page(userId, { storeId: input.storeId, loaderId: input.id, ref: 1 })
  }

  async function waitFor(jobId: string, signal: AbortSignal) {
    const { state, error } = await jobs.wait(jobId, signal)
    if (state === 'failed' || state === 'cancelled') {
      throw new AppError('INVALID_INPUT', error ?? 'Reading was cancelled.')
    }
  }

  async function reread(userId: string, { id: storeId, sourceIds }: z.output<typeof storeSourcesInput>) {
    await reads.getOwn(store.db, userId, storeId)
    const all = await rows.listSources(store.db, storeId)
    const chosen = sourceIds
      ? sourceIds.map((id) => all.find((source) => source.id === id) ?? rejectUnknown())
      : all
    const jobIds: string[] = []
    for (const source of chosen) {
      jobIds.push((await process(userId, { ...noChange, storeId, id: source.id })).jobId)
    }
    return { jobIds }
  }

  async function cancel(userId: string, ref: SourceRef) {
    const source = await getSource(userId, ref)
    const open = readingOf(source.id, await jobs.listOpen(ref.storeId))
    if (open) {
      await jobs.cancel(open.id)
      // A running job ends at its next step, and leaves the state of before.
      await jobs.wait(open.id, AbortSignal.timeout(10_000))
    }
    return show(await getSource(userId, ref))
  }

  async function remove(userId: string, ref: SourceRef) {
    const source = await getSource(userId, ref)
    const open = readingOf(source.id, await jobs.listOpen(ref.storeId))
    await (open && jobs.cancel(open.id))
    await emptySources(store, { sourceId: source.id })
    await store.transaction(async (tx) => {
      await rows.deleteSource(tx, source.id)
      await reads.touch(tx, ref.storeId)
    })
    return reads.show(await reads.getOwn(store.db, userId, ref.storeId))
  }

  async function rename(userId: string, { name, ...ref }: z.output<typeof renameSourceInput>) {
    return set(await getSource(userId, ref), { name })
  }

  async function schedule(userId: string, { schedule: cron, ...ref }: z.output<typeof scheduleSourceInput>) {
    const source = await getSource(userId, ref)
    return set(source, { schedule: cron || null, nextDate: cron ? nextReading(cron, now()) : null })
  }

  async function set({ id }: StoreSourceRow, changes: Partial<StoreSourceRow>) {
    const changed = await store.transaction((tx) => rows.updateSource(tx, id, changes))
    return show(changed ?? rejectUnknown())
  }

  return {
    preview,
    save,
    saveSource,
    process,
    processAndWait,
    waitFor,
    enqueue,
    enqueueIn,
    reread,
    cancel,
    empty: (sourceId: string) => emptySources(store, { sourceId }),
    remove,
    rename,
    schedule,
  }
}

export type StoreSourcesService = ReturnType<typeof createStoreSources>

const noChange = { loaderName: '', previewChunkCount: 0 }

function tooSlow(cause: unknown) {
  return new AppError('TIMED_OUT', 'The preview took longer than a minute. Process the source instead.', {
    cause,
  })
}
