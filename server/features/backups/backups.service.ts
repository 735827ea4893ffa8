import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { parseJson } from '#shared/json.ts'
import { openBackupFolder, type StoredBackup } from './backup-folder.ts'
import { explainDiskError } from './explain-disk-error.ts'
import { applyRetention, type Retention } from './retention.ts'

/**
 * Writes a verified backup to `database`, with links to the files of an `earlier` one. Rejects with a sentence for the
 * operator, and when aborted.
 */
export type WriteBackup = (paths: {
  database: string
  earlier: string | undefined
  signal: AbortSignal
}) => Promise<void>

type Deps = {
  /** Undefined: none are scheduled. */
  folder: string | undefined
  /** PostgreSQL is backed up by its own tools. */
  isSqlite: boolean
  everyHours: number
  retention: Retention
  dataDir: string
  installation: string
  now: () => Date
}

export type BackupsState = {
  kind: 'off' | 'scheduled' | 'external'
  health: 'ok' | 'failing' | 'late'
  folder: string | null
  everyHours: number
  isRunning: boolean
  count: number
  last: StoredBackup | null
  nextDate: Date | null
  /** Of the last attempt; null when it succeeded. */
  failure: { date: Date; message: string } | null
}

const HOUR_MS = 60 * 60_000
const RETRY_MS = HOUR_MS
/** Stored, because the next process must know how the last attempt ended, and `doctor` reads it beside the server. */
const attemptSchema = z.object({ date: z.iso.datetime(), error: z.string().nullable() })

/** Backups while the server runs. One process takes them: the one that has the lock of the data folder. */
export function createBackupsService(deps: Deps) {
  const { folder, isSqlite, everyHours, retention, dataDir, installation, now } = deps
  const attemptFile = join(dataDir, 'backups.json')
  const stored = openBackupFolder(folder ?? '', installation)
  const isScheduled = folder !== undefined && isSqlite
  const everyMs = everyHours * HOUR_MS
  let abort: AbortController | undefined
  let running: Promise<StoredBackup> | undefined
  /** Where the data folder is full, too. */
  let unstored: z.infer<typeof attemptSchema> | undefined

  /** Takes a backup where one is due. Rejects with a sentence for the operator; not where `stop` has ended it. */
  async function tick(write: WriteBackup): Promise<StoredBackup | undefined> {
    if (!isScheduled || running || !(await isDue())) {
      return undefined
    }
    return take(write).catch((error: unknown) => {
      if (!abort?.signal.aborted) {
        throw error
      }
      return undefined
    })
  }

  async function isDue() {
    const attempt = await readAttempt()
    const [last] = await stored.list().catch(() => [])
    return now().getTime() >= dueAt(attempt, last)
  }

  function dueAt(attempt: Attempt | undefined, last: StoredBackup | undefined): number {
    return attempt?.error
      ? attempt.date.getTime() + Math.min(everyMs, RETRY_MS)
      : (last?.createdDate.getTime() ?? 0) + everyMs
  }

  /** Concurrent callers share one backup. */
  function take(write: WriteBackup): Promise<StoredBackup> {
    running ??= takeOne(write).finally(() => {
      running = undefined
    })
    return running
  }

  async function takeOne(write: WriteBackup) {
    const controller = new AbortController()
    abort = controller
    try {
      const added = await writeOne(write, controller.signal)
      await storeAttempt(null)
      return added
    } catch (cause) {
      const error = explainDiskError(cause, folder ?? '')
      if (!controller.signal.aborted) {
        await storeAttempt(messageOf(error))
      }
      throw error
    }
  }

  async function writeOne(write: WriteBackup, signal: AbortSignal) {
    await stored.removeLeftovers()
    const [last] = await stored.list()
    const earlier = last && stored.databaseOf(last)
    const added = await stored.add(now(), (database) => write({ database, earlier, signal }))
    for (const backup of applyRetention(await stored.list(), retention).expired) {
      await stored.remove(backup)
    }
    return added
  }

  async function state(): Promise<BackupsState> {
    const about = { folder: folder ?? null, everyHours, isRunning: running !== undefined }
    if (!isScheduled) {
      const kind = isSqlite ? 'off' : 'external'
      return { kind, health: 'ok', ...about, count: 0, last: null, nextDate: null, failure: null }
    }
    const attempt = await readAttempt()
    const { backups, unreadable } = await readFolder()
    const [last] = backups
    const failure = unreadable ?? (attempt?.error ? { date: attempt.date, message: attempt.error } : null)
    return {
      ...{ kind: 'scheduled', health: healthOf(failure !== null, last), ...about, count: backups.length },
      ...{ last: last ?? null, failure },
      nextDate: new Date(Math.max(dueAt(attempt, last), now().getTime())),
    }
  }

  async function readFolder(): Promise<{ backups: StoredBackup[]; unreadable?: BackupsState['failure'] }> {
    try {
      return { backups: await stored.list() }
    } catch (cause) {
      const error = explainDiskError(cause, folder ?? '')
      return { backups: [], unreadable: { date: now(), message: messageOf(error) } }
    }
  }

  function healthOf(hasFailed: boolean, last: StoredBackup | undefined): BackupsState['health'] {
    if (hasFailed) {
      return 'failing'
    }
    const isLate = last !== undefined && now().getTime() - last.createdDate.getTime() > 2 * everyMs
    return isLate ? 'late' : 'ok'
  }

  async function readAttempt(): Promise<Attempt | undefined> {
    const text = await readFile(attemptFile, 'utf8').catch(() => '')
    const attempt = unstored ?? attemptSchema.safeParse(parseJson(text)).data
    return attempt && { ...attempt, date: new Date(attempt.date) }
  }

  async function storeAttempt(error: string | null) {
    const attempt = { date: now().toISOString(), error }
    try {
      await writeFile(`${attemptFile}.new`, `${JSON.stringify(attempt)}\n`, { mode: 0o600, flush: true })
      await rename(`${attemptFile}.new`, attemptFile)
      unstored = undefined
    } catch {
      unstored = attempt
    }
  }

  /** Ends a backup in progress, which leaves nothing. */
  async function stop() {
    abort?.abort()
    await running?.catch(() => undefined)
  }

  return { tick, take, state, stop }
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

type Attempt = { date: Date; error: string | null }

export type BackupsService = ReturnType<typeof createBackupsService>
