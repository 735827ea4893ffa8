import { z } from 'zod'
import type { MarkedDocument } from '#server/engine/handles.ts'
import type { DocumentFormat, Ports } from '#server/engine/ports.ts'
import { AppError } from '#shared/errors.ts'
import { characterBudget } from './character-budget.ts'
import { mapConcurrently } from './document-source.ts'
import { checkGoogleId, type openGoogle } from './google-account.ts'

type Google = ReturnType<typeof openGoogle>
export type DriveChoice = {
  files: readonly string[]
  folder: string | undefined
  types: readonly string[]
  hasSubfolders: boolean
  hasSharedDrives: boolean
  max: number
}

const api = 'https://www.googleapis.com/drive/v3/files'
const pageSize = 100
const concurrency = 4
const maxFolders = 1_000
const folderType = 'application/vnd.google-apps.folder'
const office = 'application/vnd.openxmlformats-officedocument'
const docx = `${office}.wordprocessingml.document`
const xlsx = `${office}.spreadsheetml.sheet`
const pptx = `${office}.presentationml.presentation`

type Kind = { format: DocumentFormat; exportAs?: string }

/** Google's own formats have no bytes and are exported. */
const kinds: Readonly<Record<string, Kind>> = {
  'application/vnd.google-apps.document': { format: 'markdown', exportAs: 'text/markdown' },
  'application/vnd.google-apps.spreadsheet': { format: 'xlsx', exportAs: xlsx },
  'application/vnd.google-apps.presentation': { format: 'pptx', exportAs: pptx },
  'application/pdf': { format: 'pdf' },
  'text/plain': { format: 'text' },
  'text/markdown': { format: 'markdown' },
  'text/csv': { format: 'csv' },
  'text/html': { format: 'html' },
  'application/json': { format: 'json' },
  [docx]: { format: 'docx' },
  [xlsx]: { format: 'xlsx' },
  [pptx]: { format: 'pptx' },
}

const fileSchema = z.object({
  id: z.string(),
  name: z.string().default(''),
  mimeType: z.string().default(''),
  webViewLink: z.string().optional(),
  modifiedTime: z.string().optional(),
})
type DriveFile = z.output<typeof fileSchema>
const listSchema = z.object({ files: z.array(fileSchema).default([]), nextPageToken: z.string().optional() })
const fields = 'id,name,mimeType,webViewLink,modifiedTime'

/** Files of other types than the chosen ones are skipped. */
export async function readDrive(
  choice: DriveChoice,
  google: Google,
  { readDocument }: Pick<Ports, 'readDocument'>,
  signal: AbortSignal,
): Promise<MarkedDocument[]> {
  const found = await findFiles(choice, google, signal)
  const spend = characterBudget()
  const read = await mapConcurrently(found, concurrency, async (file) => {
    const { format, exportAs } = kinds[file.mimeType] as Kind
    const url = new URL(`${api}/${encodeURIComponent(file.id)}${exportAs ? '/export' : ''}`)
    url.search = new URLSearchParams(
      exportAs ? { mimeType: exportAs } : { alt: 'media', supportsAllDrives: 'true' },
    ).toString()
    const bytes = new Uint8Array(await (await google.request(url, signal)).arrayBuffer())
    const documents = bytes.length === 0 ? [] : await readDocument(bytes, format, { name: file.name })
    for (const { pageContent } of documents) {
      spend(pageContent)
    }
    return documents.map((document) => ({
      ...document,
      metadata: { ...metadataOf(file), ...document.metadata },
    }))
  })
  return read.flat()
}

function metadataOf({ id, name, mimeType, webViewLink, modifiedTime }: DriveFile) {
  return {
    source: webViewLink ?? `https://drive.google.com/file/d/${id}`,
    fileId: id,
    fileName: name,
    mimeType,
    ...(modifiedTime !== undefined && { modifiedTime }),
  }
}

function findFiles(choice: DriveChoice, google: Google, signal: AbortSignal): Promise<DriveFile[]> {
  if (choice.files.length > 0) {
    return readChosen(choice, google, signal)
  }
  if (!choice.folder) {
    throw new AppError('INVALID_FLOW', 'Select files of Google Drive or enter the ID of a folder.')
  }
  return readFolders(choice, choice.folder, google, signal)
}

const isReadable = ({ types }: DriveChoice, { mimeType }: DriveFile) =>
  Object.hasOwn(kinds, mimeType) && (types.length === 0 || types.includes(mimeType))

async function readChosen(choice: DriveChoice, google: Google, signal: AbortSignal): Promise<DriveFile[]> {
  const files = await mapConcurrently(choice.files.slice(0, choice.max), concurrency, (id) => {
    const url = new URL(`${api}/${checkGoogleId(id, 'Drive file')}`)
    url.search = new URLSearchParams({ fields, supportsAllDrives: 'true' }).toString()
    return google.read(url, fileSchema, signal)
  })
  return files.filter((file) => isReadable(choice, file))
}

async function readFolders(choice: DriveChoice, top: string, google: Google, signal: AbortSignal) {
  const found: DriveFile[] = []
  const folders = [checkGoogleId(top, 'Drive folder')]
  const seen = new Set(folders)
  for (let folder = folders.shift(); folder !== undefined; folder = folders.shift()) {
    for await (const page of listPages(google, `'${folder}' in parents`, choice.hasSharedDrives, signal)) {
      found.push(...page.filter((file) => isReadable(choice, file)))
      if (found.length >= choice.max) {
        return found.slice(0, choice.max)
      }
      folders.push(...(choice.hasSubfolders ? newFolders(page, seen) : []))
    }
  }
  return found
}

function newFolders(page: readonly DriveFile[], seen: Set<string>): string[] {
  return page.flatMap(({ id, mimeType }) => {
    if (mimeType !== folderType || seen.has(id) || seen.size >= maxFolders) {
      return []
    }
    seen.add(id)
    return [checkGoogleId(id, 'Drive folder')]
  })
}

async function* listPages(google: Google, condition: string, isShared: boolean, signal?: AbortSignal) {
  let pageToken: string | undefined
  do {
    const url = new URL(api)
    url.search = new URLSearchParams({
      q: `${condition} and trashed = false`,
      fields: `nextPageToken,files(${fields})`,
      pageSize: String(pageSize),
      ...(isShared && { supportsAllDrives: 'true', includeItemsFromAllDrives: 'true' }),
      ...(pageToken !== undefined && { pageToken }),
    }).toString()
    const { files, nextPageToken } = await google.read(url, listSchema, signal)
    yield files
    pageToken = nextPageToken
  } while (pageToken !== undefined)
}

const maxListed = 500

/** The newest files of these types, to choose from. */
export async function listDrive(google: Google, types: readonly string[]) {
  const listed: DriveFile[] = []
  const condition = `(${types.map((type) => `mimeType = '${type}'`).join(' or ')})`
  for await (const page of listPages(google, condition, true)) {
    listed.push(...page)
    if (listed.length >= maxListed) {
      break
    }
  }
  return listed.slice(0, maxListed).map(({ id, name }) => ({ name: id, label: name }))
}

export const driveTypes = Object.keys(kinds)
