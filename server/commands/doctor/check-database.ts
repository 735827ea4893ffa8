import { existsSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { commandLine } from '../../command-line.ts'
import type { Config } from '../../config.ts'
import { dialect } from '../../db/dialect.ts'
import { isUpToDate, rejectNewer } from '../../db/migrations.ts'
import { openReader, type ReadOnly } from '../../db/open-reader.ts'
import { type Finding, fromMegabytes, inMegabytes, ok, problem, warning } from './finding.ts'

/** The server truncates it above half of that. */
const MAX_LOG_MB = 64

type Opened = { findings: Finding[]; database?: ReadOnly }

/** `database` is open where its schema is that of this program, so that rows can be checked. */
export async function checkDatabase({ DATABASE_URL }: Config): Promise<Opened> {
  const file = dialect === 'sqlite' ? resolve(DATABASE_URL.replace(/^file:/, '')) : undefined
  if (file !== undefined && !existsSync(file)) {
    return { findings: [warning('Database', `There is none at ${file} yet.`, 'The first start creates it.')] }
  }
  let database: ReadOnly | undefined
  try {
    database = openReader(DATABASE_URL)
    const pages = file === undefined ? [] : [await checkPages(database), checkLog(file)]
    const state = await checkMigrations(database)
    const findings = [ok('Database', file ?? 'PostgreSQL can be reached'), ...pages, state]
    if (state.status === 'ok') {
      return { findings, database }
    }
    await database.close()
    return { findings }
  } catch (error) {
    await database?.close()
    const reason = error instanceof Error ? error.message || String(error) : String(error)
    const advice =
      file === undefined
        ? 'Is the server of DATABASE_URL running, and are user and password right?'
        : `Restore a backup: ${commandLine('restore', 'FILE')}`
    return { findings: [problem('Database', `It cannot be read: ${reason}.`, advice)] }
  }
}

async function checkPages({ query }: ReadOnly): Promise<Finding> {
  const [row] = await query('pragma quick_check(1)')
  const state = String(Object.values(row ?? {})[0])
  return state === 'ok'
    ? ok('Pages', 'The file is whole')
    : problem('Pages', `The file is damaged: ${state}`, 'Stop the server and restore a backup.')
}

function checkLog(file: string): Finding {
  const size = statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0
  return size > fromMegabytes(MAX_LOG_MB)
    ? warning(
        'Write-ahead log',
        `${inMegabytes(size)}, more than the server leaves.`,
        'Does another program read the database for long? End it, then restart the server.',
      )
    : ok('Write-ahead log', inMegabytes(size))
}

async function checkMigrations(database: ReadOnly): Promise<Finding> {
  const check = 'Schema'
  if (await database.isUnfinishedMove()) {
    return problem(
      check,
      'A move into this database is not finished.',
      `Run ${commandLine('move')} again as before.`,
    )
  }
  const latest = await database.latestMigration()
  if (latest === undefined) {
    return problem(check, 'This is not a database of Flowtill.', 'Set DATABASE_URL to the right one.')
  }
  try {
    rejectNewer(latest, dialect)
  } catch {
    return problem(
      check,
      'The database is of a newer version than this program.',
      'Start that version, or restore a backup made before the update.',
    )
  }
  return isUpToDate(latest, dialect)
    ? ok(check, 'Of this version')
    : warning(
        check,
        'The database is of an older version.',
        'Back it up, then start the server: it migrates.',
      )
}
