import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { readSecretsFile, type Secrets } from '../../secrets.ts'
import { type Finding, fromMegabytes, inMegabytes, ok, problem, warning } from './finding.ts'
import type { Machine } from './machine.ts'

const MIN_FREE_MB = { problem: 200, warning: 1_024 }
const OTHERS = 0o077

export function checkHome(folder: string, machine: Machine): Finding[] {
  if (!existsSync(folder)) {
    return [warning('Data folder', `${folder} does not exist yet.`, 'The first start creates it.')]
  }
  return [checkFolder(folder), checkSpace(folder, machine), checkLock(folder, machine)]
}

function checkFolder(folder: string): Finding {
  const check = 'Data folder'
  const { mode, uid } = statSync(folder)
  const user = process.getuid?.()
  if (user !== undefined && uid !== user) {
    return problem(
      check,
      `${folder} belongs to user ${uid}, and this is user ${user}.`,
      'Run this command as the user of the server, or give the folder to that user with chown -R.',
    )
  }
  try {
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch {
    return problem(check, `${folder} cannot be written to.`, 'Change its permissions, or set DATA_DIR.')
  }
  return process.platform !== 'win32' && (mode & OTHERS) !== 0
    ? warning(check, `${folder} can be read by other users.`, `Run chmod 700 ${folder}.`)
    : ok(check, folder)
}

function checkSpace(folder: string, { freeBytes }: Machine): Finding {
  const free = freeBytes(folder)
  const about = ['Free space', `${inMegabytes(free)} left`, 'Make room on this disk.'] as const
  if (free < fromMegabytes(MIN_FREE_MB.problem)) {
    return problem(...about)
  }
  return free < fromMegabytes(MIN_FREE_MB.warning) ? warning(...about) : ok(about[0], about[1])
}

function checkLock(folder: string, { lockHolder }: Machine): Finding {
  const inode = statSync(join(folder, 'lock.db'), { throwIfNoEntry: false })?.ino
  const holder = inode === undefined ? undefined : lockHolder(inode)
  return ok('Lock', holder === undefined ? 'No server holds this folder' : `Held by process ${holder}`)
}

/** `hasData`: the database has rows that were sealed with the keys; undefined where it cannot be read. */
export function checkSecrets(folder: string, hasData: boolean | undefined) {
  const check = 'Secrets'
  const file = join(folder, 'secrets.json')
  const stats = statSync(file, { throwIfNoEntry: false })
  if (!stats) {
    return hasData
      ? {
          finding: problem(
            check,
            `${file} is missing.`,
            'Put it back from your backup: a new one opens nothing.',
          ),
        }
      : { finding: warning(check, `${file} does not exist yet.`, 'The first start creates it.') }
  }
  let secrets: Secrets
  try {
    secrets = readSecretsFile(file)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return { finding: problem(check, reason, 'Put it back from your backup, readable by the server.') }
  }
  const isOpen = process.platform !== 'win32' && (stats.mode & OTHERS) !== 0
  const finding = isOpen
    ? problem(check, `${file} can be read by other users.`, `Run chmod 600 ${file}.`)
    : ok(check, `${file} is readable by its owner alone`)
  return { finding, secrets }
}

export function checkSearchFile(folder: string): Finding[] {
  const file = join(folder, 'search.db')
  if (!existsSync(file)) {
    return []
  }
  const check = 'search.db'
  let database: Database.Database | undefined
  try {
    database = new Database(file, { readonly: true })
    const state = String(database.pragma('quick_check(1)', { simple: true }))
    // Tables of vectors need an extension, which a check of the pages does not.
    return [state === 'ok' ? ok(check, 'Its pages are whole') : damaged(state)]
  } catch (error) {
    return [damaged(error instanceof Error ? error.message : String(error))]
  } finally {
    database?.close()
  }

  function damaged(state: string) {
    return problem(check, `Damaged: ${state}`, `Stop the server and delete ${file}: it is built again.`)
  }
}
