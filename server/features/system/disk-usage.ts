import { readdir, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'

export type DiskUsage = {
  /** Write-ahead log beside a SQLite file; null for PostgreSQL. */
  walBytes: number | null
  /** Uploads and files of flows; null while they are counted for the first time. */
  filesBytes: number | null
  freeBytes: number
  totalBytes: number
}
type Deps = {
  /** Of the data. */
  folder: string
  /** Of a SQLite database. */
  databaseFile: string | undefined
  now: () => Date
}

const FOLDERS = ['files', 'parts', 'uploads']
/** A walk reads every folder, so its result is used for as long. */
const COUNTED_MS = 5 * 60_000

export function createDiskUsage({ folder, databaseFile, now }: Deps) {
  let counted: { bytes: number; at: number } | undefined
  let counting: Promise<void> | undefined

  async function countFiles() {
    const sizes = await Promise.all(FOLDERS.map((name) => sizeOf(join(folder, name))))
    counted = { bytes: sizes.reduce((sum, size) => sum + size, 0), at: now().getTime() }
  }

  /** Never waits for a walk. */
  function filesBytes() {
    if (!counted || now().getTime() - counted.at > COUNTED_MS) {
      counting ??= countFiles().finally(() => {
        counting = undefined
      })
    }
    return counted?.bytes ?? null
  }

  async function read(): Promise<DiskUsage> {
    const { bavail, blocks, bsize } = await statfs(folder)
    const wal = databaseFile && (await stat(`${databaseFile}-wal`).catch(() => undefined))
    return {
      walBytes: databaseFile === undefined ? null : (wal || { size: 0 }).size,
      filesBytes: filesBytes(),
      freeBytes: bavail * bsize,
      totalBytes: blocks * bsize,
    }
  }

  return { read, settled: async () => counting }
}

/** One file after another: a walk is never in a hurry. A file that goes meanwhile counts nothing. */
async function sizeOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  let bytes = 0
  for (const entry of entries) {
    const path = join(folder, entry.name)
    bytes += entry.isDirectory() ? await sizeOf(path) : ((await stat(path).catch(() => undefined))?.size ?? 0)
  }
  return bytes
}
