import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  existsSync,
  fdatasyncSync,
  openSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { rm } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import Database from 'better-sqlite3'
import { commandLine } from '../command-line.ts'
import { type Config, StartError } from '../config.ts'
import { openStore } from '../db/open-store.ts'
import { explainDiskError, missingFolder, noRoom } from '../features/backups/explain-disk-error.ts'
import { describeDatabase, installationOf, type Manifest, manifestOf } from '../features/backups/manifest.ts'
import { checkLedgerAndFile } from '../features/wallet/check-ledger.ts'
import { readVersion } from '../program-folder.ts'
import { readSecretsFile } from '../secrets.ts'
import { bytesToCopy, copyFiles, type FileCount, settle } from './copy-files.ts'

const MEBIBYTE = 1_048_576
/** A server on the same disk goes on writing. */
const RESERVE_BYTES = 64 * MEBIBYTE
/** 2 MB. */
const PAGES = 1_024
const MAX_REST_MS = 200
/** Folders of `DATA_DIR`, and what follows the name of the backup in the names of their copies. */
export const folders = [
  ['files', '.files'],
  ['uploads', '.uploads'],
] as const

type Paths = { source: string; target: string; earlier: string | undefined }

/**
 * A consistent copy of the database while the server runs, verified after writing. Files of flows go to `<file>.files`,
 * those of conversations to `<file>.uploads`, and sizes and checksum to `<file>.json`, which is written last. Document
 * indexes are omitted because they can be rebuilt. Credentials in the backup need `secrets.json` of the data folder,
 * which must be stored elsewhere. A backup that fails leaves nothing.
 *
 * `--link-dest EARLIER`: files that an earlier backup has become hard links to its copies.
 */
export async function backup(config: Config, words: readonly string[]) {
  const paths = readPaths(config, words)
  const { target } = paths
  try {
    const manifest = await write(config, paths)
    process.stdout.write(`${sentenceOf(config, target, manifest)}\n`)
  } catch (error) {
    for (const ending of ['', '-wal', '-shm', '.json', ...folders.map(([, each]) => each)]) {
      await rm(target + ending, { recursive: true, force: true }).catch(() => undefined)
    }
    throw explainDiskError(error, dirname(resolve(target)))
  }
}

async function write(config: Config, { source, target, earlier }: Paths): Promise<Manifest> {
  const { DATA_DIR, FILES_URL } = config
  const created = new Date()
  const copied = FILES_URL ? [] : folders.map(([name, ending]) => [join(DATA_DIR, name), ending] as const)
  await requireRoom(source, target, copied, earlier)
  await copyDatabase(source, target)
  await rejectUnsound(target)
  const files: FileCount = { count: 0, bytes: 0 }
  // Copied after the database: an upload is written before the flow that references it, so every referenced file
  // exists.
  for (const [from, ending] of copied) {
    const { count, bytes } = await copyFiles(from, target + ending, earlier && earlier + ending)
    files.count += count
    files.bytes += bytes
  }
  await settle(target)
  const manifest: Manifest = {
    version: 1,
    flowtill: readVersion(),
    createdDate: created.toISOString(),
    tookMs: Date.now() - created.getTime(),
    installation: readInstallation(DATA_DIR),
    database: await describeDatabase(target),
    files,
  }
  const text = `${JSON.stringify(manifest, null, 2)}\n`
  writeFileSync(manifestOf(target), text, { mode: 0o600, flag: 'wx', flush: true })
  return manifest
}

/**
 * In small pieces that are synced one by one: otherwise the disk would be busy for seconds with what the backup has
 * written, and commits of the server would wait behind it. The open transaction reads one snapshot, so writes of the
 * server do not make the copy begin again.
 */
async function copyDatabase(source: string, target: string) {
  const reader = new Database(source, { readonly: true })
  try {
    reader.exec('BEGIN')
    reader.prepare('select count(*) from sqlite_master').get()
    await reader.backup(target, {
      progress() {
        rest(measureSync(target))
        return PAGES
      },
    })
  } finally {
    reader.close()
  }
  chmodSync(target, 0o600)
}

/** Returns the milliseconds it took. */
function measureSync(path: string): number {
  const start = performance.now()
  const file = openSync(path, 'r+')
  fdatasyncSync(file)
  closeSync(file)
  return performance.now() - start
}

/** Leaves the disk to the server for as long as the last piece has needed it. */
function rest(ms: number) {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, Math.min(MAX_REST_MS, ms))
}

async function requireRoom(
  source: string,
  target: string,
  copied: readonly (readonly [string, string])[],
  earlier: string | undefined,
) {
  const sizes = [source, `${source}-wal`].map((path) => statSync(path, { throwIfNoEntry: false })?.size ?? 0)
  let bytes = sizes.reduce((sum, size) => sum + size, RESERVE_BYTES)
  for (const [from, ending] of copied) {
    bytes += await bytesToCopy(from, earlier && earlier + ending)
  }
  const folder = dirname(resolve(target))
  const { bavail, bsize } = statfsSync(folder)
  if (bavail * bsize < bytes) {
    throw noRoom(folder)
  }
}

function readPaths({ DATABASE_URL, FILES_URL }: Config, words: readonly string[]): Paths {
  const [target, option, earlier] = words
  if (!DATABASE_URL.startsWith('file:')) {
    throw new StartError(
      FILES_URL
        ? 'This database is PostgreSQL: back it up with pg_dump. The files are in a bucket: turn on its versioning.'
        : 'This database is PostgreSQL: back it up with pg_dump, and keep a copy of the folder of files beside it.',
    )
  }
  const source = resolve(DATABASE_URL.slice('file:'.length))
  const isTaken = ['', '.json', ...folders.map(([, ending]) => ending)].find((ending) =>
    existsSync(target + ending),
  )
  if (target === undefined || isTaken !== undefined || !existsSync(source)) {
    throw new StartError(rejection(source, target, isTaken))
  }
  if (option !== undefined && (option !== '--link-dest' || earlier === undefined)) {
    const usage = commandLine('backup', 'FILE --link-dest EARLIER')
    throw new StartError(`There is no option ${option}. Try: ${usage}`)
  }
  rejectFolder(dirname(resolve(target)))
  return { source, target, earlier }
}

function rejection(source: string, target: string | undefined, taken: string | undefined) {
  if (target === undefined) {
    return `Say where the backup is to be written: ${commandLine('backup', '/somewhere/flowtill.db')}`
  }
  return taken === undefined
    ? `There is no database at ${source}.`
    : `${target}${taken} exists already. Nothing was overwritten.`
}

function rejectFolder(folder: string) {
  if (!existsSync(folder)) {
    throw missingFolder(folder)
  }
  try {
    accessSync(folder, constants.W_OK | constants.X_OK)
  } catch (error) {
    throw explainDiskError(error, folder)
  }
}

function readInstallation(dataDir: string): string | null {
  const file = join(dataDir, 'secrets.json')
  return existsSync(file) ? installationOf(readSecretsFile(file).credentialKey) : null
}

function sentenceOf({ FILES_URL }: Config, target: string, { files }: Manifest) {
  const inBucket = FILES_URL ? ' The files stay in their bucket: turn on its versioning.' : ''
  const beside =
    files.count > 0 ? ` ${files.count} files are beside it, in the folders of its name.` : inBucket
  return `${resolve(target)} holds the database as it was, and is sound.${beside} Keep secrets.json elsewhere.`
}

async function rejectUnsound(target: string) {
  const store = await openStore(`file:${resolve(target)}`)
  const findings = await checkLedgerAndFile(store.db)
  await store.close()
  if (findings.length > 0) {
    const [first] = findings
    throw new StartError(
      `The copy of the database is not sound: ${first?.rule} (${first?.id}). Run ${commandLine('doctor')}, and keep your earlier backups.`,
    )
  }
}
