import type { Store, Writer } from '#server/db/store.ts'
import type { JobsService } from '#server/features/jobs/jobs.service.ts'
import type { NewId } from '#server/ids.ts'
import { AppError } from '#shared/errors.ts'
import type { LoaderInput } from '#shared/stores.ts'
import type { ComponentLists } from './component-lists.ts'
import type { Components } from './open-components.ts'
import { nextReading } from './reading-schedule.ts'
import { readingOf, sourceOf } from './show-store.ts'
import type { SourceFiles } from './source-files.ts'
import { type LoaderSettings, partsOfSource } from './source-parts.ts'
import type { StoreReads } from './store-reads.ts'
import * as rows from './store-sources.repository.ts'
import type { StoreSourceRow } from './stores.table.ts'

type Deps = {
  store: Store
  newId: NewId
  now: () => Date
  reads: StoreReads
  lists: ComponentLists
  components: Pick<Components, 'plan'>
  files: SourceFiles
  jobs: Pick<JobsService, 'listOpen'>
}

const MAX_SOURCES = 1_000
const NAME_LENGTH = 80

/** Adds a source to a store, or replaces its settings. It is not read. Throws INVALID_FLOW naming every missing field. */
export function createSaveSource({ store, newId, now, reads, lists, components, files, jobs }: Deps) {
  async function save(userId: string, input: LoaderInput): Promise<StoreSourceRow> {
    const { storeId, id, loaderId, loaderName, splitterName, schedule } = input
    const owner = await reads.getOwn(store.db, userId, storeId)
    const before = id === undefined ? undefined : await getIdle(storeId, id)
    const settings = settingsOf(input, before)
    const parts = partsOfSource(settings, lists)
    // Names every missing field, before any file is stored.
    await components.plan(owner.userId, parts, [parts.at(-1)?.id ?? ''])
    const date = now()
    const nextDate = schedule ? nextReading(schedule, date) : null
    const stored = await files.store({
      storeId,
      loaderId,
      loaderConfig: settings.loaderConfig,
      files: before?.files ?? [],
    })
    const label = loaderName || lists.requireKind(loaderId, 'loaders').label
    const fields = {
      ...settings,
      loaderConfig: stored.config,
      files: stored.files,
      loaderName: label,
      splitterName: splitterName || null,
      bytes: stored.files.reduce((sum, { size }) => sum + size, 0),
      ...(schedule !== undefined && { schedule: schedule || null, nextDate }),
      updatedDate: date,
    }
    return store.transaction(async (tx) => {
      await reads.getOwn(tx, userId, storeId)
      const row = before ? await change(tx, before, fields) : await insert(tx, storeId, fields)
      await reads.touch(tx, storeId)
      return row
    })
  }

  async function change(tx: Writer, before: StoreSourceRow, fields: Partial<StoreSourceRow>) {
    const isNamed = before.name !== nameOf(before)
    const row = { ...before, ...fields }
    const changed = await rows.updateSource(tx, before.id, {
      ...fields,
      name: isNamed ? before.name : nameOf(row),
      state: before.totalChunks > 0 ? 'stale' : 'new',
      // Other settings may split the same documents in another way.
      contentHash: null,
      error: null,
    })
    return changed ?? rejectUnknown()
  }

  async function insert(
    tx: Writer,
    storeId: string,
    fields: LoaderSettings &
      Pick<StoreSourceRow, 'loaderName' | 'splitterName' | 'files' | 'bytes' | 'updatedDate'> &
      Partial<StoreSourceRow>,
  ) {
    if ((await rows.countSources(tx, storeId)) >= MAX_SOURCES) {
      throw new AppError('TOO_LARGE', `A store has at most ${MAX_SOURCES.toLocaleString('en')} sources.`)
    }
    const row: StoreSourceRow = {
      ...{ schedule: null, nextDate: null, pages: null, error: null, contentHash: null, readDate: null },
      ...{ changes: null, totalChunks: 0, totalChars: 0, generation: 0, state: 'new', name: '' },
      ...fields,
      ...{ id: newId(), storeId, createdDate: fields.updatedDate },
    }
    const named = { ...row, name: nameOf(row) }
    await rows.insertSource(tx, named)
    return named
  }

  async function getIdle(storeId: string, id: string) {
    if (readingOf(id, await jobs.listOpen(storeId))) {
      throw new AppError('CONFLICT', 'This source is being read. Wait until it has ended, or cancel it.')
    }
    return (await rows.findSource(store.db, storeId, id)) ?? rejectUnknown()
  }

  return save
}

/** What Flowise's clients do not know stays as it was. */
export function settingsOf(input: LoaderInput, before?: StoreSourceRow): LoaderSettings {
  const { loaderId, loaderConfig, splitterId, splitterConfig, minChunkChars, credential } = input
  return {
    minChunkChars: minChunkChars ?? before?.minChunkChars ?? 0,
    ...{
      loaderId,
      loaderConfig: loaderConfig as LoaderSettings['loaderConfig'],
      splitterId: splitterId || null,
    },
    splitterConfig: (splitterConfig ?? {}) as LoaderSettings['splitterConfig'],
    credential: credential || null,
  }
}

/** For lists: file names, an address, or the beginning of a text. */
function nameOf(source: StoreSourceRow): string {
  const { text } = source.loaderConfig
  const plain = typeof text === 'string' ? text.trim().replace(/\s+/g, ' ') : ''
  return (plain || sourceOf(source)).slice(0, NAME_LENGTH).trim()
}

export function rejectUnknown(): never {
  throw new AppError('NOT_FOUND', 'This source does not exist.')
}
