import {
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { cp } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import Database from 'better-sqlite3'
import { commandLine } from '../command-line.ts'
import { type Config, StartError } from '../config.ts'
import { openStore } from '../db/open-store.ts'
import { describeDatabase, manifestOf, parseManifest } from '../features/backups/manifest.ts'
import { flows } from '../features/flows/flows.table.ts'
import { users } from '../features/users/users.table.ts'
import { readSecrets } from '../secrets.ts'
import { folders } from './backup.ts'
import { findUnsound } from './find-unsound.ts'
import { lockHome, rejectOtherKey } from './open-home.ts'

/** Files that SQLite writes beside a database. */
const beside = ['-wal', '-shm'] as const

/**
 * Puts a backup in the place of the database, after a copy of it was migrated and found sound: pages, ledger, audit
 * trail, logs of runs, and the key of its credentials. The server must be stopped. The replaced database stays beside
 * the new one. Until the last step, which is atomic, nothing has changed.
 */
export async function restore(config: Config, [given]: readonly string[]) {
  const { DATABASE_URL, DATA_DIR, FILES_URL } = config
  if (!DATABASE_URL.startsWith('file:')) {
    throw new StartError(
      FILES_URL
        ? 'This database is PostgreSQL: restore it with pg_restore. The files are in a bucket, which has versions of its own.'
        : 'This database is PostgreSQL: restore it with pg_restore, and put the folder of files beside it.',
    )
  }
  const target = resolve(DATABASE_URL.slice('file:'.length))
  const backup = given && databaseIn(given)
  if (backup === undefined || !existsSync(backup) || resolve(backup) === target) {
    throw new StartError(rejection(backup))
  }
  const unlock = lockHome(DATA_DIR)
  const staged = `${target}.restoring`
  try {
    removeDatabase(staged)
    await requireUnchanged(backup)
    copyPages(backup, staged)
    const facts = await requireSound(staged, DATA_DIR)
    for (const [name, ending] of FILES_URL ? [] : folders) {
      await copyFiles(backup + ending, join(DATA_DIR, name))
    }
    const replaced = setAside(target)
    settle(staged)
    renameSync(staged, target)
    settleFolder(dirname(target))
    // Built again from what the database has.
    removeDatabase(join(DATA_DIR, 'search.db'))
    const before = replaced ? ` The database of before is ${replaced}.` : ''
    process.stdout.write(`${target} is the backup, and is sound (${facts}).${before}\n`)
  } finally {
    removeDatabase(staged)
    unlock()
  }
}

/** Scheduled backups are folders. */
function databaseIn(path: string): string {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ? join(path, 'flowtill.db') : path
}

/** A backup with a description of its contents must still be what was written. */
async function requireUnchanged(backup: string) {
  const path = manifestOf(backup)
  if (!existsSync(path)) {
    return
  }
  const { sha256 } = await describeDatabase(backup)
  if (parseManifest(readFileSync(path, 'utf8'))?.database.sha256 !== sha256) {
    throw new StartError(
      `${backup} is not what ${path} describes: one of them has been changed. Nothing was restored.`,
    )
  }
}

function rejection(backup: string | undefined) {
  if (backup === undefined) {
    return `Name the backup: ${commandLine('restore', '/somewhere/flowtill.db')}`
  }
  return existsSync(backup)
    ? `${backup} is the database itself. Name a backup of it.`
    : `There is no file ${backup}. Nothing was changed.`
}

/** A copy of one moment, even of a file that is still written. Its pages are read through. */
function copyPages(backup: string, staged: string) {
  let reader: Database.Database | undefined
  try {
    reader = new Database(backup, { readonly: true })
    const known = reader.prepare("select 1 from sqlite_master where name = '__drizzle_migrations'").get()
    if (!known) {
      throw new StartError(`${backup} is not a database of Flowtill. Nothing was changed.`)
    }
    const state = reader.pragma('integrity_check(1)', { simple: true })
    if (state !== 'ok') {
      throw new StartError(`${backup} is damaged: ${String(state)}. Nothing was changed.`)
    }
    reader.prepare('VACUUM INTO ?').run(staged)
  } catch (cause) {
    if (cause instanceof StartError) {
      throw cause
    }
    throw new StartError(`${backup} cannot be read as a database of Flowtill. Nothing was changed.`)
  } finally {
    reader?.close()
  }
}

/** Migrates and checks the copy. Returns what it has, in words. */
async function requireSound(staged: string, dataDir: string): Promise<string> {
  const store = await openStore(`file:${staged}`)
  try {
    await rejectOtherKey(store, readSecrets(dataDir, false))
    const [finding] = await findUnsound(store)
    if (finding) {
      throw new StartError(`The backup is not sound: ${finding}. Nothing was changed.`)
    }
    return `accounts: ${await store.db.$count(users)}, flows: ${await store.db.$count(flows)}`
  } finally {
    await store.close()
  }
}

/** Added to the files that are there: they have random names, so none is replaced by another one. */
async function copyFiles(from: string, to: string) {
  if (existsSync(from)) {
    await cp(from, to, { recursive: true })
  }
}

/** Returns the path of the copy. A damaged database is kept, too, with the log that belongs to it. */
function setAside(target: string): string | undefined {
  if (!existsSync(target)) {
    return undefined
  }
  const copy = `${target}.before-restore-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`
  mergeLog(target)
  for (const ending of ['', ...beside].filter((each) => existsSync(target + each))) {
    copyFileSync(target + ending, copy + ending, constants.COPYFILE_EXCL)
    settle(copy + ending)
  }
  for (const ending of beside) {
    rmSync(target + ending, { force: true })
  }
  return copy
}

function mergeLog(target: string) {
  let database: Database.Database | undefined
  try {
    database = new Database(target)
    database.pragma('wal_checkpoint(TRUNCATE)')
  } catch {
    // It cannot be read, which may be why it is replaced.
  } finally {
    database?.close()
  }
}

function removeDatabase(file: string) {
  for (const ending of ['', ...beside]) {
    rmSync(file + ending, { force: true })
  }
}

/** On the disk before anything that depends on it. */
function settle(path: string) {
  const descriptor = openSync(path, 'r')
  fsyncSync(descriptor)
  closeSync(descriptor)
}

/** Windows cannot open folders, and needs no such step. */
function settleFolder(path: string) {
  if (process.platform !== 'win32') {
    settle(path)
  }
}
