import { hash } from 'node:crypto'
import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { basename, extname, join } from 'node:path'
import type { StoredFile } from '#server/engine/ports.ts'
import { AppError } from '#shared/errors.ts'

const longestName = 200
const longestWritten = 70_000_000

/** Files of flows, in a folder for each: `DATA_DIR/files/<flow>/<name>`. */
export function createLocalFiles(folder: string) {
  const placeOf = (flowId: string) => join(folder, toName(flowId))

  /** Keeps a file and gives the name it is kept under: its own, or a numbered one where another has that. */
  async function put(flowId: string, name: string, bytes: Uint8Array): Promise<string> {
    await mkdir(placeOf(flowId), { recursive: true })
    const wanted = toName(name)
    const ending = extname(wanted)
    const stem = wanted.slice(0, wanted.length - ending.length)
    for (let count = 1; ; count += 1) {
      const free = count === 1 ? wanted : `${stem} (${count})${ending}`
      if (await keep(join(placeOf(flowId), free), bytes)) {
        return free
      }
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
    open,
    /** With its flow. */
    removeAll: (flowId: string) => rm(placeOf(flowId), { recursive: true, force: true }),
  }
}

export type LocalFiles = ReturnType<typeof createLocalFiles>

/** Whether it now stands there: false where another file does. */
async function keep(path: string, bytes: Uint8Array): Promise<boolean> {
  try {
    await writeFile(path, bytes, { flag: 'wx' })
    return true
  } catch (error) {
    if (!isCode(error, 'EEXIST')) {
      throw error
    }
    return Buffer.compare(await readFile(path), bytes) === 0
  }
}

/** `data:<type>;base64,<bytes>,filename:<name>`, as flow files keep a file before it is stored. */
function openWritten(text: string): StoredFile {
  const [, type = '', encoded = '', name = ''] =
    /^data:([^,]*?)(?:;base64)?,([^,]*)(?:,filename:(.*))?$/s.exec(text) ?? []
  if (encoded.length > longestWritten) {
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

/** A bare name: whatever path somebody wrote before it leads nowhere. */
function toName(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: exactly these must not become part of a path.
  const bare = basename(text.replaceAll('\\', '/')).replace(/[\u0000-\u001f<>:"|?*]/g, '_')
  const name = bare.slice(-longestName).trim()
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
