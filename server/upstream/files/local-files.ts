import { hash } from 'node:crypto'
import { constants, copyFile, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, extname, join } from 'node:path'
import type { StoredFile } from '#server/engine/ports.ts'
import { AppError } from '#shared/errors.ts'

const maxName = 200
const maxWritten = 70_000_000

export type FileQuota = { files: number; bytes: number }

/** Files of flows, stored at `DATA_DIR/files/<flow>/<name>`. */
export function createLocalFiles(folder: string) {
  const placeOf = (flowId: string) => join(folder, toName(flowId))

  /**
   * Stores a file and returns its name: the requested one, or a numbered one if another file has that name. Throws
   * TOO_LARGE when a new file exceeds the quota.
   */
  async function put(flowId: string, name: string, bytes: Uint8Array, quota?: FileQuota): Promise<string> {
    await mkdir(placeOf(flowId), { recursive: true })
    const target = toName(name)
    for (let count = 1; ; count += 1) {
      const free = numbered(target, count)
      const path = join(placeOf(flowId), free)
      const other = await readIfThere(path)
      if (other ? Buffer.compare(other, bytes) === 0 : await writeNew(path, bytes, quota)) {
        return free
      }
    }
  }

  /** Copies a file from elsewhere, always as a new file. Returns its name, which is numbered if another file has it. */
  async function adopt(flowId: string, name: string, from: string): Promise<string> {
    await mkdir(placeOf(flowId), { recursive: true })
    for (let count = 1; ; count += 1) {
      const free = numbered(toName(name), count)
      try {
        await copyFile(from, join(placeOf(flowId), free), constants.COPYFILE_EXCL)
        return free
      } catch (error) {
        if (!isCode(error, 'EEXIST')) {
          throw error
        }
      }
    }
  }

  /** Returns false if a concurrent write took the name first. */
  async function writeNew(path: string, bytes: Uint8Array, quota: FileQuota | undefined) {
    if (quota) {
      rejectOver(quota, await weigh(dirname(path)), bytes.length)
    }
    try {
      await writeFile(path, bytes, { flag: 'wx' })
      return true
    } catch (error) {
      return isCode(error, 'EEXIST') ? false : Promise.reject(error)
    }
  }

  /** Copies the named files to a flow without files. Missing files are skipped. */
  async function copy(fromId: string, toId: string, names: readonly string[]) {
    await mkdir(placeOf(toId), { recursive: true })
    for (const name of names.filter(isName).map(toName)) {
      await copyFile(join(placeOf(fromId), name), join(placeOf(toId), name)).catch((error: unknown) => {
        if (!isCode(error, 'ENOENT')) {
          throw error
        }
      })
    }
  }

  async function open(flowId: string, reference: string): Promise<StoredFile> {
    if (reference.startsWith('data:')) {
      return openWritten(reference)
    }
    const name = toName(reference)
    const path = join(placeOf(flowId), name)
    const found = await stat(path).catch((error: unknown) => {
      throw isCode(error, 'ENOENT') ? missing(name) : error
    })
    if (!found.isFile()) {
      throw missing(name)
    }
    return { name, key: `${name}|${found.size}|${found.mtimeMs}`, read: () => readFile(path) }
  }

  return {
    put,
    adopt,
    open,
    copy,
    /** A missing file is fine. */
    remove: (flowId: string, name: string) => rm(join(placeOf(flowId), toName(name)), { force: true }),
    removeAll: (flowId: string) => rm(placeOf(flowId), { recursive: true, force: true }),
  }
}

function numbered(name: string, count: number): string {
  const ending = extname(name)
  return count === 1 ? name : `${name.slice(0, name.length - ending.length)} (${count})${ending}`
}

async function readIfThere(path: string) {
  return readFile(path).catch((error: unknown) => {
    if (!isCode(error, 'ENOENT')) {
      throw error
    }
  })
}

async function weigh(folder: string): Promise<FileQuota> {
  const entries = await readdir(folder, { withFileTypes: true })
  const sizes = await Promise.all(
    entries.filter((entry) => entry.isFile()).map(async ({ name }) => (await stat(join(folder, name))).size),
  )
  return { files: sizes.length, bytes: sizes.reduce((sum, size) => sum + size, 0) }
}

function rejectOver(quota: FileQuota, stored: FileQuota, bytes: number) {
  if (stored.files >= quota.files) {
    throw new AppError(
      'TOO_LARGE',
      `A flow can store at most ${quota.files} files, including those of its versions.`,
    )
  }
  if (stored.bytes + bytes > quota.bytes) {
    const megabytes = Math.floor(quota.bytes / 1_048_576)
    throw new AppError('TOO_LARGE', `The files of a flow and its versions may have ${megabytes} MB together.`)
  }
}

/** `data:<type>;base64,<bytes>,filename:<name>`: the inline form of a file in flow data, before it is stored. */
function openWritten(text: string): StoredFile {
  const [, type = '', encoded = '', name = ''] =
    /^data:([^,]*?)(?:;base64)?,([^,]*)(?:,filename:(.*))?$/s.exec(text) ?? []
  if (encoded.length > maxWritten) {
    throw new AppError('TOO_LARGE', 'The file in this flow is too large.')
  }
  const isBase64 = /^data:[^,]*;base64,/.test(text)
  return {
    name: name === '' ? nameless(type) : toName(name),
    key: hash('sha256', text),
    read: async () =>
      Buffer.from(isBase64 ? encoded : decodeURIComponent(encoded), isBase64 ? 'base64' : 'utf8'),
  }
}

function nameless(type: string) {
  const endings: Record<string, string> = {
    'application/pdf': 'pdf',
    'text/csv': 'csv',
    'text/html': 'html',
    'text/markdown': 'md',
    'application/json': 'json',
  }
  return `file.${endings[type.split(';')[0] ?? ''] ?? 'txt'}`
}

const isName = (text: string) => !/^[.\s]*$/.test(basename(text.replaceAll('\\', '/')))

/** Strips any path, so that a name cannot leave its folder. */
function toName(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: exactly these must not become part of a path.
  const bare = basename(text.replaceAll('\\', '/')).replace(/[\u0000-\u001f<>:"|?*]/g, '_')
  const name = bare.slice(-maxName).trim()
  if (name === '' || /^\.+$/.test(name)) {
    throw new AppError('INVALID_INPUT', 'A file needs a name.')
  }
  return name
}

function missing(name: string) {
  return new AppError('NOT_FOUND', `There is no file named ${name} in this flow. Upload it again.`)
}

function isCode(error: unknown, code: string) {
  return error instanceof Error && 'code' in error && error.code === code
}
