import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { commandLine } from '../command-line.ts'
import { programFolder } from '../program-folder.ts'
import type { Dialect } from './dialect.ts'

export function migrationsFolder(dialect: Dialect) {
  return join(programFolder, 'drizzle', dialect)
}

/** Thrown before any write, with a message for the operator. */
export class UnusableDatabaseError extends Error {}

/** An older program would misread data of a newer one. */
class NewerDatabaseError extends UnusableDatabaseError {
  constructor() {
    super(
      'This database was written by a newer version of Flowtill. Start that version, or restore a backup made before the update.',
    )
  }
}

/** A server would write to a database that lacks rows. */
export class UnfinishedMoveError extends UnusableDatabaseError {
  constructor() {
    super(
      `A move into this database is not finished. Run ${commandLine('move')} again as before, with DATABASE_URL naming the old database.`,
    )
  }
}

type Journal = { entries: { when: number }[] }

/** `latest` is the creation time of the newest migration in the database; undefined for an empty database. */
export function rejectNewer(latest: number | undefined, dialect: Dialect) {
  if (latest !== undefined && latest > readNewest(dialect)) {
    throw new NewerDatabaseError()
  }
}

/** Drizzle runs the migrations after the latest one of the database, but reads and hashes all files to find them. */
export function isUpToDate(latest: number | undefined, dialect: Dialect) {
  return latest === readNewest(dialect)
}

const newest = new Map<Dialect, number>()

/** The creation time of the program's newest migration. Read once: the files of a program do not change. */
export function readNewest(dialect: Dialect): number {
  const known = newest.get(dialect)
  if (known !== undefined) {
    return known
  }
  const journal = join(migrationsFolder(dialect), 'meta', '_journal.json')
  const { entries } = JSON.parse(readFileSync(journal, 'utf8')) as Journal
  const when = entries.at(-1)?.when ?? 0
  newest.set(dialect, when)
  return when
}
