import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { unpackFiles } from './archive.ts'

type Environment = Record<string, string | undefined>

const OWNER_ONLY = 0o700

/**
 * The folder with the files of this program version: unpacked by its first start, found by later ones. Several processes
 * may start at once: each unpacks beside it, and the first to rename wins.
 *
 * @param hash Of the archive: another version has another folder.
 */
export function openProgramCache(hash: string, readArchive: () => Uint8Array, env: Environment): string {
  const parent = cacheFolder(env)
  const folder = join(parent, hash)
  if (!existsSync(folder)) {
    mkdirSync(parent, { recursive: true, mode: OWNER_ONLY })
    requireOwn(parent)
    unpackTo(folder, parent, readArchive())
  }
  requireOwn(folder)
  return folder
}

function unpackTo(folder: string, parent: string, archive: Uint8Array) {
  const fresh = mkdtempSync(join(parent, 'unpacking-'))
  try {
    chmodSync(fresh, OWNER_ONLY)
    for (const { path, content } of unpackFiles(archive)) {
      const file = join(fresh, path)
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, content)
    }
    renameSync(fresh, folder)
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true })
    if (!existsSync(folder)) {
      throw error
    }
  }
}

/** Where the platform keeps what can be made again. Without a home, a folder of this user among the temporary ones. */
function cacheFolder({ FLOWTILL_CACHE, XDG_CACHE_HOME, LOCALAPPDATA, HOME }: Environment): string {
  if (FLOWTILL_CACHE) {
    return FLOWTILL_CACHE
  }
  if (process.platform === 'win32') {
    return join(LOCALAPPDATA ?? tmpdir(), 'flowtill', 'program')
  }
  if (XDG_CACHE_HOME) {
    return join(XDG_CACHE_HOME, 'flowtill')
  }
  return HOME ? join(HOME, '.cache', 'flowtill') : join(tmpdir(), `flowtill-${process.getuid?.() ?? 0}`)
}

/** Another user of the machine could have put a program of theirs there. */
function requireOwn(folder: string) {
  if (process.platform === 'win32') {
    return
  }
  const { uid, mode } = lstatSync(folder)
  // One that root prepared, as in the image of a container, is as safe as the executable.
  if ((uid !== process.getuid?.() && uid !== 0) || (mode & 0o022) !== 0) {
    throw new Error(
      `The folder ${folder} belongs to another user, or others may write to it. Set FLOWTILL_CACHE to a folder of your own.`,
    )
  }
}
