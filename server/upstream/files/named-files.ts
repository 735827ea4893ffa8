import { hash } from 'node:crypto'
import { basename, extname } from 'node:path'
import { Readable } from 'node:stream'
import type { StoredFile } from '#server/engine/ports.ts'
import type { FileInfo, FileStore } from '#server/ports/files.ts'
import { AppError } from '#shared/errors.ts'

const maxName = 200
const maxWritten = 70_000_000

export type FileQuota = { files: number; bytes: number }
/** The content can be streamed as well as read at once. */
export type OpenedFile = StoredFile & { size: number; stream(): Promise<AsyncIterable<Uint8Array>> }

/** Files below a prefix such as `files/`, by folder and name: `files/<flow>/<name>`. */
export function createNamedFiles(store: FileStore, prefix: string) {
  const folderOf = (folder: string) => `${prefix}${toName(folder)}/`
  const keyOf = (folder: string, name: string) => folderOf(folder) + toName(name)

  /**
   * Stores a file and returns its name: the requested one, or a numbered one if another file has that name. Throws
   * TOO_LARGE when a new file exceeds the quota.
   */
  async function put(folder: string, name: string, bytes: Uint8Array, quota?: FileQuota): Promise<string> {
    for (let count = 1; ; count += 1) {
      const free = numbered(toName(name), count)
      const key = keyOf(folder, free)
      const other = await store.find(key)
      if (other ? await hasContent(other, bytes) : await putNew(folder, key, bytes, quota)) {
        return free
      }
    }
  }

  async function hasContent({ key, size }: FileInfo, bytes: Uint8Array) {
    const content = size === bytes.length ? await store.read(key) : undefined
    return content !== undefined && Buffer.compare(await collect(content), bytes) === 0
  }

  /** Returns false if a concurrent write took the name first. */
  async function putNew(folder: string, key: string, bytes: Uint8Array, quota: FileQuota | undefined) {
    if (quota) {
      rejectOver(quota, await weigh(folder), { files: 1, bytes: bytes.length })
    }
    const isStored = await store.put(key, bytes, { isNew: true })
    if (quota && isStored) {
      // Another process may have found room at the same time. Then neither file stays.
      await weigh(folder)
        .then((stored) => rejectOver(quota, stored, { files: 0, bytes: 0 }))
        .catch(async (error: unknown) => {
          await store.remove(key)
          throw error
        })
    }
    return isStored
  }

  /** Stores a file as a new one. Returns its name, which is numbered if another file has it. */
  async function adopt(folder: string, name: string, open: () => AsyncIterable<Uint8Array>): Promise<string> {
    for (let count = 1; ; count += 1) {
      const free = numbered(toName(name), count)
      const isFree = (await store.find(keyOf(folder, free))) === undefined
      if (isFree && (await store.put(keyOf(folder, free), open(), { isNew: true }))) {
        return free
      }
    }
  }

  async function weigh(folder: string): Promise<FileQuota> {
    const stored = { files: 0, bytes: 0 }
    for await (const { size } of store.list(folderOf(folder))) {
      stored.files += 1
      stored.bytes += size
    }
    return stored
  }

  /** Copies the named files to a flow without files. Missing files are skipped. */
  async function copy(fromId: string, toId: string, names: readonly string[]) {
    for (const name of names.filter(isName)) {
      await store.copy(keyOf(fromId, name), keyOf(toId, name))
    }
  }

  /** Throws NOT_FOUND. */
  async function open(folder: string, reference: string): Promise<OpenedFile> {
    if (reference.startsWith('data:')) {
      return openWritten(reference)
    }
    const name = toName(reference)
    const key = keyOf(folder, name)
    const found = await store.find(key)
    if (!found) {
      throw missing(name)
    }
    const stream = async () => {
      const content = await store.read(key)
      if (!content) {
        throw missing(name)
      }
      return content
    }
    return {
      ...{ name, key: `${name}|${found.version}`, size: found.size, stream },
      read: async () => collect(await stream()),
    }
  }

  return {
    put,
    adopt,
    open,
    copy,
    /** A missing file is fine. */
    remove: (folder: string, name: string) => store.remove(keyOf(folder, name)),
    removeAll: (folder: string) => store.removeAll(folderOf(folder)),
  }
}

async function collect(content: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  for await (const chunk of content) {
    chunks.push(chunk)
  }
  return chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)
}

function numbered(name: string, count: number): string {
  const ending = extname(name)
  return count === 1 ? name : `${name.slice(0, name.length - ending.length)} (${count})${ending}`
}

function rejectOver(quota: FileQuota, stored: FileQuota, added: FileQuota) {
  if (stored.files + added.files > quota.files) {
    throw new AppError(
      'TOO_LARGE',
      `A flow can store at most ${quota.files} files, including those of its versions.`,
    )
  }
  if (stored.bytes + added.bytes > quota.bytes) {
    const megabytes = Math.floor(quota.bytes / 1_048_576)
    throw new AppError('TOO_LARGE', `The files of a flow and its versions may have ${megabytes} MB together.`)
  }
}

/** `data:<type>;base64,<bytes>,filename:<name>`: the inline form of a file in flow data, before it is stored. */
function openWritten(text: string): OpenedFile {
  const [, type = '', encoded = '', name = ''] =
    /^data:([^,]*?)(?:;base64)?,([^,]*)(?:,filename:(.*))?$/s.exec(text) ?? []
  if (encoded.length > maxWritten) {
    throw new AppError('TOO_LARGE', 'The file in this flow is too large.')
  }
  const isBase64 = /^data:[^,]*;base64,/.test(text)
  const read = async () =>
    Buffer.from(isBase64 ? encoded : decodeURIComponent(encoded), isBase64 ? 'base64' : 'utf8')
  return {
    name: name === '' ? nameless(type) : toName(name),
    key: hash('sha256', text),
    size: Buffer.byteLength(encoded, isBase64 ? 'base64' : 'utf8'),
    read,
    stream: async () => Readable.from([await read()]),
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
