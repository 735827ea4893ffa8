import { constants, existsSync } from 'node:fs'
import { chmod, copyFile, link, mkdir, open, readdir, stat, utimes } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'

/** `path` is relative to `from`. */
type Listed = { from: string; path: string; size: number; mtimeMs: number }
export type FileCount = { count: number; bytes: number }

/** Rounding of file systems. */
const SAME_MS = 2

export async function listFiles(from: string): Promise<Listed[]> {
  const entries = existsSync(from) ? await readdir(from, { recursive: true, withFileTypes: true }) : []
  const listed: Listed[] = []
  for (const { parentPath, name } of entries.filter((entry) => entry.isFile())) {
    const path = relative(from, join(parentPath, name))
    const found = await stat(join(from, path)).catch(ignoreMissing)
    if (found) {
      listed.push({ from, path, size: found.size, mtimeMs: found.mtimeMs })
    }
  }
  return listed
}

/**
 * `earlier` is the same folder in an earlier backup: an unchanged file becomes a hard link to its copy there, and takes
 * no room. A file deleted during the copy, with its flow, is skipped.
 */
export async function copyFiles(from: string, to: string, earlier?: string): Promise<FileCount> {
  const total = { count: 0, bytes: 0 }
  for (const file of await listFiles(from)) {
    const target = join(to, file.path)
    await mkdir(dirname(target), { recursive: true })
    const isLinked = earlier !== undefined && (await linkUnchanged(file, join(earlier, file.path), target))
    if (isLinked || (await copyDurably(file, target))) {
      total.count += 1
      total.bytes += file.size
    }
  }
  if (total.count > 0) {
    await chmod(to, 0o700)
  }
  return total
}

/** Bytes that `copyFiles` would write. */
export async function bytesToCopy(from: string, earlier?: string): Promise<number> {
  let bytes = 0
  for (const file of await listFiles(from)) {
    const isThere = earlier !== undefined && (await isUnchanged(file, join(earlier, file.path)))
    bytes += isThere ? 0 : file.size
  }
  return bytes
}

async function isUnchanged({ size, mtimeMs }: Listed, earlier: string) {
  const found = await stat(earlier).catch(ignoreMissing)
  return found?.size === size && Math.abs(found.mtimeMs - mtimeMs) < SAME_MS
}

/** False where the file system has no hard links, too. */
async function linkUnchanged(file: Listed, earlier: string, target: string) {
  return (
    (await isUnchanged(file, earlier)) &&
    link(earlier, target).then(
      () => true,
      () => false,
    )
  )
}

async function copyDurably({ from, path, mtimeMs }: Listed, target: string): Promise<boolean> {
  const copied = await copyFile(join(from, path), target, constants.COPYFILE_EXCL).then(
    () => true,
    ignoreMissing,
  )
  if (!copied) {
    return false
  }
  await utimes(target, mtimeMs / 1_000, mtimeMs / 1_000)
  await settle(target)
  return true
}

/** On the disk before anything that depends on it. */
export async function settle(path: string) {
  const file = await open(path, 'r')
  await file.sync()
  await file.close()
}

function ignoreMissing(error: unknown): undefined {
  if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) {
    throw error
  }
}
