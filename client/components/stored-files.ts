import { parseJsonOrText } from '#shared/json.ts'

/** A file of a field. Files on the server have a name and no data. */
export type StoredFile = {
  name: string
  /** `data:…;base64,…`, without the name. */
  data?: string
}

const storage = 'FILE-STORAGE::'

const largestFile = 10 * 1_024 * 1_024

export function readFiles(stored: unknown): StoredFile[] {
  if (Array.isArray(stored)) {
    return stored.flatMap((each) => readFiles(each))
  }
  if (typeof stored !== 'string' || stored === '') {
    return []
  }
  if (stored.startsWith(storage)) {
    return namesIn(stored.slice(storage.length)).map((name) => ({ name }))
  }
  const list = stored.startsWith('[') ? namesIn(stored) : [stored]
  return list.map(readDataUri)
}

/**
 * A single file is stored as its data with the name, several as JSON text, stored files by name. Stored and new files cannot
 * share a value, so new files replace stored ones.
 */
export function writeFiles(files: readonly StoredFile[]): string {
  const fresh = files.flatMap(({ name, data }) => (data === undefined ? [] : [`${data},filename:${name}`]))
  const [only] = fresh
  if (only !== undefined) {
    return fresh.length === 1 ? only : JSON.stringify(fresh)
  }
  return files.length === 0 ? '' : `${storage}${JSON.stringify(files.map(({ name }) => name))}`
}

/** A folder is always a list, even with one file. */
export function writeFolder(files: readonly StoredFile[]): string {
  return files.length === 0
    ? ''
    : JSON.stringify(files.map(({ name, data }) => (data === undefined ? name : `${data},filename:${name}`)))
}

/** Size in bytes of a file with data. */
export function sizeOf({ data }: StoredFile): number | undefined {
  if (data === undefined) {
    return undefined
  }
  const base64 = data.slice(data.indexOf(',') + 1)
  return Math.max(0, Math.floor((base64.length * 3) / 4) - (base64.match(/=+$/)?.[0].length ?? 0))
}

/** Whether a name has one of the declared extensions (`.pdf, .txt`); always true without any. */
export function isAccepted(name: string, fileType: string | undefined): boolean {
  const types = (fileType ?? '')
    .split(',')
    .map((type) => type.trim().toLowerCase())
    .filter((type) => type.startsWith('.'))
  return types.length === 0 || types.some((type) => name.toLowerCase().endsWith(type))
}

function readDataUri(text: string): StoredFile {
  const at = text.lastIndexOf(',filename:')
  if (!text.startsWith('data:')) {
    return { name: text }
  }
  return at < 0
    ? { name: 'file', data: text }
    : { name: text.slice(at + ',filename:'.length), data: text.slice(0, at) }
}

function namesIn(text: string): string[] {
  return [parseJsonOrText(text)].flat().map(String)
}

export type Rejected = { name: string; why: 'type' | 'size' | 'unreadable' }
export type Chosen = { files: StoredFile[]; rejected: Rejected[] }

/** Reads chosen files. Rejected ones come with the reason. */
export async function readChosen(chosen: readonly File[], fileType: string | undefined): Promise<Chosen> {
  const read = await Promise.all(chosen.map((file) => readOne(file, fileType)))
  return {
    files: read.filter((each) => !('why' in each)),
    rejected: read.filter((each) => 'why' in each),
  }
}

async function readOne(file: File, fileType: string | undefined): Promise<StoredFile | Rejected> {
  const { name } = file
  if (!isAccepted(name, fileType)) {
    return { name, why: 'type' }
  }
  if (file.size > largestFile) {
    return { name, why: 'size' }
  }
  try {
    return { name, data: await readData(file) }
  } catch {
    return { name, why: 'unreadable' }
  }
}

function readData(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })
}
