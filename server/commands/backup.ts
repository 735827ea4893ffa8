import { chmodSync, existsSync } from 'node:fs'
import { chmod, cp, readdir } from 'node:fs/promises'
import { join, relative, resolve } from 'node:path'
import Database from 'better-sqlite3'
import { commandLine } from '../command-line.ts'
import { type Config, StartError } from '../config.ts'
import { openStore } from '../db/open-store.ts'
import { checkLedgerAndFile } from '../features/wallet/check-ledger.ts'

/**
 * A consistent copy of the database while the server runs, verified after writing; uploads of flows go to
 * `<file>.files`. Document indexes are omitted because they can be rebuilt. Credentials in the backup need
 * `secrets.json` of the data folder, which must be stored elsewhere.
 */
export async function backup({ DATABASE_URL, DATA_DIR, FILES_URL }: Config, [target]: readonly string[]) {
  if (!DATABASE_URL.startsWith('file:')) {
    throw new StartError(
      FILES_URL
        ? 'This database is PostgreSQL: back it up with pg_dump. The files are in a bucket: turn on its versioning.'
        : 'This database is PostgreSQL: back it up with pg_dump, and keep a copy of the folder of files beside it.',
    )
  }
  const source = resolve(DATABASE_URL.slice('file:'.length))
  if (target === undefined || !existsSync(source) || existsSync(target) || existsSync(`${target}.files`)) {
    throw new StartError(rejection(source, target))
  }
  const reader = new Database(source, { readonly: true })
  reader.prepare('VACUUM INTO ?').run(target)
  reader.close()
  chmodSync(target, 0o600)
  await rejectUnsound(target)
  // Copied after the database: an upload is written before the flow that references it, so every referenced file
  // exists.
  const count = FILES_URL ? 0 : await copyFiles(join(DATA_DIR, 'files'), `${target}.files`)
  const inBucket = FILES_URL ? ' The files stay in their bucket: turn on its versioning.' : ''
  const files = count > 0 ? ` ${resolve(target)}.files holds the ${count} files of its flows.` : inBucket
  process.stdout.write(
    `${resolve(target)} holds the database as it was, and is sound.${files} Keep secrets.json elsewhere.\n`,
  )
}

/** Returns the number of copied files. A file deleted during the copy, with its flow, is skipped. */
async function copyFiles(from: string, to: string) {
  const entries = existsSync(from) ? await readdir(from, { recursive: true, withFileTypes: true }) : []
  const files = entries.filter((entry) => entry.isFile())
  for (const { parentPath, name } of files) {
    const path = join(to, relative(from, parentPath), name)
    await cp(join(parentPath, name), path, { errorOnExist: true }).catch(rejectUnlessMissing)
  }
  if (files.length > 0) {
    await chmod(to, 0o700)
  }
  return files.length
}

function rejectUnlessMissing(error: unknown) {
  if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) {
    throw error
  }
}

function rejection(source: string, target: string | undefined) {
  if (target === undefined) {
    return `Say where the backup is to be written: ${commandLine('backup', '/somewhere/flowtill.db')}`
  }
  return existsSync(source)
    ? `${existsSync(target) ? target : `${target}.files`} exists already. Nothing was overwritten.`
    : `There is no database at ${source}.`
}

async function rejectUnsound(target: string) {
  const store = await openStore(`file:${resolve(target)}`)
  const findings = await checkLedgerAndFile(store.db)
  await store.close()
  if (findings.length > 0) {
    const [first] = findings
    throw new StartError(`${target} was written, but its ledger is not sound: ${first?.rule} (${first?.id}).`)
  }
}
