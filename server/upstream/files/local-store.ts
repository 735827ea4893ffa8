import { randomUUID } from 'node:crypto'
import {
  constants,
  copyFile,
  link,
  mkdir,
  open,
  readdir,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises'
import { dirname, join, posix, relative } from 'node:path'
import type { FileInfo, FileStore } from '#server/ports/files.ts'

/** Files are written here first. On the same file system, so that they can be moved. */
const WRITING = 'writing'
/** A concurrent removal may delete a folder between its creation and its first file. */
const ATTEMPTS = 5
/** File systems without hard links. */
const noLinks = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'UNKNOWN'])

/** Files in a folder of this machine, or in one that machines share: the key is the path in it. */
export function createLocalStore(root: string): FileStore {
  const pathOf = (key: string) => join(root, ...key.split('/'))

  /** `write` fills a file of its own, which then takes its place at once. */
  async function place(key: string, isNew: boolean, write: (path: string) => Promise<void>) {
    const temporary = join(root, WRITING, randomUUID())
    await mkdir(dirname(temporary), { recursive: true })
    try {
      await write(temporary)
      return await move(temporary, pathOf(key), isNew)
    } finally {
      await rm(temporary, { force: true })
    }
  }

  async function find(key: string): Promise<FileInfo | undefined> {
    const found = await stat(pathOf(key)).catch(ignoreMissing)
    return found?.isFile()
      ? { key, size: found.size, version: `${found.size}|${found.mtimeMs}`, changedAt: found.mtimeMs }
      : undefined
  }

  async function* list(prefix: string): AsyncGenerator<FileInfo> {
    const entries = await readdir(pathOf(posix.dirname(`${prefix}-`)), {
      recursive: true,
      withFileTypes: true,
    }).catch(ignoreMissing)
    const keys = (entries ?? [])
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => relative(root, join(parentPath, name)).replaceAll('\\', '/'))
      .filter((key) => key.startsWith(prefix))
      .toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
    for (const key of keys) {
      const info = await find(key)
      if (info) {
        yield info
      }
    }
  }

  async function remove(key: string) {
    await rm(pathOf(key), { force: true })
  }

  return {
    find,
    list,
    remove,
    put: (key, content, { isNew = false } = {}) =>
      place(key, isNew, (path) => writeFile(path, content, { flag: 'wx', flush: true })),
    async copy(from, to) {
      const copied = await place(to, false, (path) => copyFile(pathOf(from), path)).catch(ignoreMissing)
      return copied ?? false
    },
    async read(key, range = { start: 0, end: Number.POSITIVE_INFINITY }) {
      const file = await open(pathOf(key), 'r').catch(ignoreMissing)
      if (file && !(await file.stat()).isFile()) {
        await file.close()
        return undefined
      }
      return file?.createReadStream(range)
    },
    async *listFolders(prefix) {
      const entries = await readdir(pathOf(posix.dirname(`${prefix}-`)), { withFileTypes: true }).catch(
        ignoreMissing,
      )
      yield* (entries ?? []).filter((entry) => entry.isDirectory()).map(({ name }) => name)
    },
    async removeAll(prefix) {
      if (prefix.endsWith('/')) {
        return rm(pathOf(prefix.slice(0, -1)), { recursive: true, force: true })
      }
      for await (const { key } of list(prefix)) {
        await remove(key)
      }
    },
    async removeLeftovers(before) {
      for await (const { key, changedAt } of list(`${WRITING}/`)) {
        await (changedAt < before.getTime() && remove(key))
      }
    },
    // The start checks that the data folder can be written to.
    check: async () => undefined,
  }
}

async function move(from: string, to: string, isNew: boolean): Promise<boolean> {
  for (let attempt = 1; ; attempt += 1) {
    await mkdir(dirname(to), { recursive: true })
    const failure = await (isNew ? linkNew(from, to) : rename(from, to)).catch((error: unknown) => error)
    if (failure === undefined) {
      return true
    }
    if (isNew && codeOf(failure) === 'EEXIST') {
      return false
    }
    if (codeOf(failure) !== 'ENOENT' || attempt === ATTEMPTS) {
      throw failure
    }
  }
}

/** Fails with EEXIST where renaming would overwrite. */
async function linkNew(from: string, to: string) {
  await link(from, to).catch((error: unknown) =>
    noLinks.has(codeOf(error)) ? copyFile(from, to, constants.COPYFILE_EXCL) : Promise.reject(error),
  )
}

function ignoreMissing(error: unknown): undefined {
  if (!['ENOENT', 'ENOTDIR'].includes(codeOf(error))) {
    throw error
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}
