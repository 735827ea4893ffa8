import { resolve } from 'node:path'
import { commandLine } from '../command-line.ts'
import { type Config, StartError } from '../config.ts'
import { dialectOf } from '../db/dialect.ts'
import { isUpToDate, rejectNewer } from '../db/migrations.ts'
import { hashOfAll } from '../db/move/align-rows.ts'
import { type Aligned, alignAll, copyAll, type Report } from '../db/move/move-rows.ts'
import { openSides, withoutPassword } from '../db/move/open-sides.ts'
import { type Connection, readTables } from '../db/move/postgres-schema.ts'
import type { Source, Target } from '../db/move/sides.ts'
import { stagedName } from '../db/move/sqlite-target.ts'
import { openPostgres } from '../db/open-postgres.ts'
import { openSqlite } from '../db/open-sqlite.ts'
import type { Store } from '../db/store.ts'
import { rebuildChunkWords } from '../features/indexes/rebuild-words.ts'
import { rebuildMessageWords } from '../features/messages/rebuild-words.ts'
import { users } from '../features/users/users.table.ts'
import { readSecrets } from '../secrets.ts'
import { findUnsound } from './find-unsound.ts'
import { readMoveTarget } from './move-target.ts'
import { lockHome, rejectOtherKey } from './open-home.ts'

/**
 * Takes an installation from SQLite to PostgreSQL or back. While its server runs, rows are only copied; once it is
 * stopped, the same command copies what has changed since, verifies every row, and finishes. The process speaks the
 * dialect of the target, which `main.ts` sets. The source is only read.
 */
export async function move(config: Config, words: readonly string[]) {
  const [from, to] = [config.DATABASE_URL, readMoveTarget(words)]
  const report: Report = (line) => void process.stdout.write(`${line}\n`)
  const changed = new Set<string>()
  const home = holdHome(config.DATA_DIR)
  try {
    // A server on the target's data folder would open the file the moment it has its name.
    if (dialectOf(to) === 'sqlite' && !home.lock()) {
      throw new StartError(`Another Flowtill is already running on the data folder ${config.DATA_DIR}.`)
    }
    const sides = await openSides({
      from,
      to,
      onChanged: (table, column) => changed.add(`${table}.${column}`),
      lockHome: home.lock,
    })
    try {
      const openTarget = async () =>
        dialectOf(to) === 'postgres'
          ? openPostgres(to, true)
          : openSqlite(stagedName(resolve(to.replace(/^file:/, ''))))
      const requireSound = () => requireSoundCopy({ openTarget, dataDir: config.DATA_DIR, report })
      const moved = await moveBetween({ ...sides, requireSound, report })
      reportEnd(moved, { to: withoutPassword(to), changed, report })
    } finally {
      await sides.source.close()
      await sides.target.close()
    }
  } catch (error) {
    throw error instanceof StartError ? error : new StartError(describe(error))
  } finally {
    home.unlock()
  }
}

function describe(error: unknown) {
  const reason = error instanceof Error ? error.message : String(error)
  return `The move stopped: ${reason}. The old database is unchanged. Run the command again: it goes on where it stopped.`
}

function holdHome(folder: string) {
  let unlock: (() => void) | undefined
  return {
    lock() {
      try {
        unlock ??= lockHome(folder)
        return true
      } catch {
        return false
      }
    },
    unlock: () => unlock?.(),
  }
}

type Move = {
  source: Source
  target: Target
  postgres: Connection
  /** Called when everything is in the target, before any server may open it. */
  requireSound(): Promise<void>
  report: Report
}

/** Undefined when the server ran until the end, so that the last changes are still to be copied. */
export async function moveBetween(moving: Move): Promise<Aligned | undefined> {
  const { source, target, postgres, requireSound, report } = moving
  await rejectOtherVersion(source)
  await target.prepare(await source.fingerprint())
  const { tables } = await readTables(postgres)
  if (!(await source.hold())) {
    report('The server is running. Its rows are copied now, and the last changes once it is stopped.')
  }
  await copyAll({ source, target }, tables, report)
  if (!(await source.hold())) {
    return undefined
  }
  report('Comparing every row of both databases.')
  const aligned = await alignAll({ source, target }, tables, report)
  await target.seal(await source.lastNumbers())
  await requireSound()
  await target.release()
  return aligned
}

async function rejectOtherVersion(source: Source) {
  const latest = await source.latestMigration()
  if (latest === undefined) {
    throw new StartError('The database to move from is not one of Flowtill. Nothing was changed.')
  }
  rejectNewer(latest, source.dialect)
  if (!isUpToDate(latest, source.dialect)) {
    throw new StartError(
      `The database to move from is of an older version. Run ${commandLine('migrate')} on it first. Nothing was changed.`,
    )
  }
}

type Copy = { openTarget(): Promise<Store>; dataDir: string; report: Report }

/** Builds what is not copied, then checks all that a restore checks, too. Throws StartError with the first finding. */
async function requireSoundCopy({ openTarget, dataDir, report }: Copy) {
  const store = await openTarget()
  try {
    const messages = await rebuildMessageWords(store)
    const chunks = await rebuildChunkWords(store)
    report(`Words for searches were built again: messages: ${messages}, chunks: ${chunks}`)
    await rejectOtherKey(store, readSecrets(dataDir, (await store.db.$count(users)) === 0))
    const [finding] = await findUnsound(store)
    if (finding) {
      throw new StartError(
        `The copy is not sound: ${finding}. See whether ${commandLine('check-ledger')} finds the same in the old database, which is unchanged.`,
      )
    }
  } finally {
    await store.close()
  }
}

type End = { to: string; changed: ReadonlySet<string>; report: Report }

function reportEnd(moved: Aligned | undefined, { to, changed, report }: End) {
  if (!moved) {
    report(
      'Most rows are copied. Stop the server, then run the same command again: it copies what has changed.',
    )
    return
  }
  const rows = moved.tables.reduce((sum, table) => sum + table.rows, 0)
  report(`Tables: ${moved.tables.length}, rows: ${rows}, SHA-256 of all: ${hashOfAll(moved.tables)}`)
  report(
    `Ledger: ${Object.entries(moved.sums)
      .map(([name, value]) => `${name}: ${value}`)
      .join(', ')}`,
  )
  if (changed.size > 0) {
    report(
      `Characters that PostgreSQL cannot store were left out of some values of ${[...changed].join(', ')}.`,
    )
  }
  report(
    `${to} now holds this installation, equal in every row and sound. Set DATABASE_URL to it and start the server. ` +
      'DATA_DIR stays the same: secrets.json, files and uploads are read from there. The old database is unchanged.',
  )
}
