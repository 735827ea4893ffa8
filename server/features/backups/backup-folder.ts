import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type Manifest, manifestOf, parseManifest } from './manifest.ts'

const DATABASE = 'flowtill.db'
const WRITING = '.writing'
const REMOVING = '.removing'

export type StoredBackup = {
  name: string
  createdDate: Date
  tookMs: number
  /** Of the database and its files; files that backups share count in each. */
  bytes: number
}

/** The backups of one installation in a folder that others may use, too: its name is part of theirs. */
export function openBackupFolder(folder: string, installation: string) {
  const prefix = 'flowtill-'
  const isOurs = (name: string) =>
    name.startsWith(prefix) && name.replace(/\.\w+$/, '').endsWith(`-${installation}`)

  /** Complete ones, the newest first. Throws what the file system throws. */
  async function list(): Promise<StoredBackup[]> {
    const names = (await readdir(folder)).filter((name) => isOurs(name) && !name.includes('.'))
    const found = await Promise.all(names.map(read))
    return found
      .filter((backup) => backup !== undefined)
      .toSorted((a, b) => b.createdDate.getTime() - a.createdDate.getTime())
  }

  async function read(name: string): Promise<StoredBackup | undefined> {
    const database = join(folder, name, DATABASE)
    const text = await readFile(manifestOf(database), 'utf8').catch(() => '')
    const manifest = parseManifest(text)
    const found = await stat(database).catch(() => undefined)
    const isWhole = manifest?.installation === installation && found?.size === manifest.database.bytes
    return isWhole ? toBackup(name, manifest) : undefined
  }

  /** A folder for `write`, which takes its name once that has ended. On failure nothing stays. */
  async function add(date: Date, write: (database: string) => Promise<void>): Promise<StoredBackup> {
    const name = `${prefix}${date.toISOString().slice(0, 19).replaceAll(':', '-')}Z-${installation}`
    const writing = join(folder, name + WRITING)
    await mkdir(writing, { mode: 0o700 })
    try {
      await write(join(writing, DATABASE))
      await settle(writing)
      await rename(writing, join(folder, name))
    } catch (error) {
      await rm(writing, { recursive: true, force: true })
      throw error
    }
    await settle(folder)
    const added = await read(name)
    if (!added) {
      throw new Error(`The backup ${name} was written, but cannot be read.`)
    }
    return added
  }

  /** Renamed first, so that a half-removed backup is never taken for a whole one. */
  async function remove({ name }: StoredBackup) {
    await rename(join(folder, name), join(folder, name + REMOVING))
    await rm(join(folder, name + REMOVING), { recursive: true })
  }

  /** What a killed process has left. Only while no backup is written. */
  async function removeLeftovers() {
    const names = (await readdir(folder)).filter(isOurs)
    for (const name of names.filter((each) => each.endsWith(WRITING) || each.endsWith(REMOVING))) {
      await rm(join(folder, name), { recursive: true, force: true })
    }
  }

  return {
    list,
    add,
    remove,
    removeLeftovers,
    databaseOf: ({ name }: StoredBackup) => join(folder, name, DATABASE),
  }
}

function toBackup(name: string, { createdDate, tookMs, database, files }: Manifest): StoredBackup {
  return { name, createdDate: new Date(createdDate), tookMs, bytes: database.bytes + files.bytes }
}

/** Windows cannot open folders, and needs no such step. */
async function settle(path: string) {
  if (process.platform !== 'win32') {
    const opened = await open(path, 'r')
    await opened.sync()
    await opened.close()
  }
}
