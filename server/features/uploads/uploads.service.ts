import { createHash } from 'node:crypto'
import type { Caller } from '#server/caller.ts'
import type { Store } from '#server/db/store.ts'
import type { ChatImage, DocumentFormat, Ports, StoredFile } from '#server/engine/ports.ts'
import type { FlowAccess, Visitor } from '#server/features/flows/flow-access.service.ts'
import type { FlowRow } from '#server/features/flows/flows.table.ts'
import { AppError } from '#shared/errors.ts'
import { readChatbotConfig } from '#shared/flow-config.ts'
import {
  type Attachment,
  DOCUMENT_MB,
  IMAGE_MB,
  RECORDING_MB,
  type StoredUpload,
  type Upload,
} from '#shared/uploads.ts'
import { checkMedia, servedAs, typeOf } from './media-types.ts'
import type { Signed, SignedLinks } from './signed-links.ts'
import { createUploadSpace, type SpaceFolders, type UploadLimits } from './upload-space.ts'

const MEGABYTE = 1_048_576
const megabytes = { image: IMAGE_MB, audio: RECORDING_MB, document: DOCUMENT_MB }

type Party = 'owner' | 'guests'
type OpenedFile = StoredFile & { size: number; stream(): Promise<AsyncIterable<Uint8Array>> }
type Folder = SpaceFolders & {
  put(conversation: string, party: Party, name: string, bytes: Uint8Array): Promise<string>
  open(conversation: string, name: string): Promise<OpenedFile>
  remove(conversation: string): Promise<void>
}
type Deps = {
  store: Store
  now: () => Date
  limits: UploadLimits
  openFolder(flowId: string): Folder
  readDocument: Ports['readDocument']
  access: Pick<FlowAccess, 'authorize' | 'authorizeRequest'>
  links: SignedLinks
}
type Visit = {
  flowId: string
  chatId: string
  caller: Caller | null
  page: string | undefined
  signed?: Signed | undefined
}
type Sender = Visitor & { signal?: AbortSignal }
/** `isGuest`: the sender is not the flow's owner. */
type Place = { chatId: string; isVisitor: boolean }
export type SentFile = { name: string; mimeType: string; bytes: Uint8Array }

/**
 * The uploads of a question: `text` is prepended to it, `images` go to vision models, `recordings` are spoken
 * questions.
 */
export type StoredUploads = {
  stored: StoredUpload[]
  images: ChatImage[]
  recordings: { name: string; mime: string; bytes: Uint8Array }[]
  text: string
}

export function createUploadsService(deps: Deps) {
  const { openFolder, readDocument, access, links } = deps
  const space = createUploadSpace(deps)

  /** Validates and stores the uploads of a question: all or none. */
  async function storeAll(
    flow: Pick<FlowRow, 'id'>,
    place: Place,
    uploads: readonly Upload[],
  ): Promise<StoredUploads> {
    const read = uploads.map((upload) => readUpload(upload))
    const result: StoredUploads = { stored: [], images: [], recordings: [], text: '' }
    for (const { upload, bytes, mime } of read) {
      const name = bytes ? await put(flow, place, upload.name, bytes) : upload.name
      add(result, { ...upload, name, mime }, bytes)
    }
    return result
  }

  /** Stores the files of a form, all or none, and returns their stored names. */
  async function store(flow: FlowRow, place: Place, files: readonly SentFile[]): Promise<string[]> {
    for (const { name, mimeType, bytes } of files) {
      checkMedia(name, mimeType, bytes)
      rejectLarge(bytes, DOCUMENT_MB)
    }
    const names: string[] = []
    for (const { name, bytes } of files) {
      names.push(await put(flow, place, name, bytes))
    }
    return names
  }

  async function put(
    { id: flowId }: Pick<FlowRow, 'id'>,
    { chatId, isVisitor }: Place,
    name: string,
    bytes: Uint8Array,
  ) {
    const party = isVisitor ? 'guests' : 'owner'
    await space.reserve(flowId, party, bytes.length)
    try {
      return await openFolder(flowId).put(placeOf(chatId), party, name, bytes)
    } catch (error) {
      await space.release(flowId, party, bytes.length)
      throw error
    }
  }

  /** A file the flow itself made. It is never shown inline unless it is a picture or a sound. */
  async function keep(flowId: string, place: Place, name: string, bytes: Uint8Array): Promise<string> {
    rejectLarge(bytes, DOCUMENT_MB)
    return put({ id: flowId }, place, name, bytes)
  }

  /** For the flow itself. Throws NOT_FOUND when the conversation has no file of this name. */
  function openStored(flowId: string, chatId: string, name: string): Promise<StoredFile> {
    return openFolder(flowId).open(placeOf(chatId), name)
  }

  /** A signed link opens its file without access to the flow. An expired one is authorized like any other link. */
  async function open({ flowId, chatId, caller, page, signed }: Visit, name: string) {
    if (!(signed && links.isValid({ flowId, chatId, fileName: name }, signed))) {
      await access.authorize(flowId, caller, page)
    }
    const file = await openFolder(flowId).open(placeOf(chatId), bareName(name))
    return { name: file.name, size: file.size, content: await file.stream(), ...servedAs(file.name) }
  }

  /**
   * Text of documents, for a client that sends it back as `file:full`. Throws INVALID_INPUT when the flow does not
   * accept them.
   */
  async function attach(
    { flowId, chatId, ...sender }: Visit & Sender,
    files: readonly SentFile[],
    isBase64: boolean,
  ): Promise<Attachment[]> {
    const { flow, isVisitor } = await access.authorizeRequest(flowId, sender, { files: 1 })
    const settings = readChatbotConfig(flow.chatbotConfig)?.fullFileUpload
    if (!settings?.status) {
      throw new AppError('INVALID_INPUT', 'This flow does not accept documents.')
    }
    const allowed = settings.allowedUploadFileTypes?.split(',').map((type) => type.trim().toLowerCase())
    const checked = files.map(({ name, mimeType, bytes }) => {
      const media = checkMedia(name, mimeType, bytes)
      rejectLarge(bytes, DOCUMENT_MB)
      if (!media.format || (allowed && !allowed.includes(media.mime))) {
        throw new AppError('INVALID_INPUT', 'This flow does not accept this file type.')
      }
      return { name, bytes, mime: media.mime, format: media.format }
    })
    const textOf = async (name: string, bytes: Uint8Array, format: DocumentFormat) => {
      const settings = { name, perPage: false, isFromVisitor: isVisitor }
      const reader = { flow: flow.id, visitor: sender.address, signal: sender.signal }
      const documents = await readDocument(bytes, format, settings, reader)
      return documents.map(({ pageContent }) => pageContent).join('\n\n')
    }
    const attachments: Attachment[] = []
    // A visitor has one slot in the reader queue, so files are read one by one.
    for (const { name, bytes, mime, format } of checked) {
      const stored = await put(flow, { chatId, isVisitor }, name, bytes)
      const content = isBase64 ? Buffer.from(bytes).toString('base64') : await textOf(name, bytes, format)
      attachments.push({ name: stored, mimeType: mime, size: bytes.length, content })
    }
    return attachments
  }

  /** All files of a conversation, of its visitor and of the owner. */
  async function removeChat(flowId: string, chatId: string): Promise<void> {
    await openFolder(flowId).remove(placeOf(chatId))
    await space.recountLater(flowId)
  }

  return { storeAll, store, keep, open, openStored, attach, removeChat, typeOf, linkTo: links.linkTo }
}

export type UploadsService = ReturnType<typeof createUploadsService>

type ReadUpload = { upload: Upload; bytes?: Buffer; mime: string }

function readUpload(upload: Upload): ReadUpload {
  const { type, name, data = '', mime } = upload
  switch (type) {
    case 'url':
      return { upload: { ...upload, data: webAddress(data) }, mime }
    case 'file:full':
      return { upload, mime }
    case 'file':
    case 'file:rag':
    case 'audio': {
      const { bytes, mime: declared } = bytesOf(data)
      const media = checkMedia(name, declared || mime, bytes)
      rejectLarge(bytes, megabytes[media.sort])
      return { upload, bytes, mime: media.mime }
    }
    // Some clients resend earlier uploads with later questions.
    default:
      return { upload: { ...upload, data: undefined }, mime }
  }
}

function add(taken: StoredUploads, { type, name, mime, data }: Upload, bytes: Buffer | undefined) {
  if (type === 'url') {
    taken.images.push({ url: data ?? '' })
    taken.stored.push({ type, name, mime, ...(data && { data }) })
    return
  }
  if (type === 'file' && bytes && mime.startsWith('image/')) {
    taken.images.push({ mediaType: mime, data: bytes.toString('base64') })
  }
  if (type === 'audio' && bytes && mime.startsWith('audio/')) {
    taken.recordings.push({ name, mime, bytes })
  }
  if (type === 'file:full') {
    taken.text += `<doc name='${name.replaceAll("'", '&#39;')}'>${data ?? ''}</doc>`
  }
  taken.stored.push({ type: storedType(type), name, mime })
}

function storedType(type: string) {
  const stored: Record<string, string> = { file: 'stored-file', 'file:full': 'stored-file:full' }
  return stored[type] ?? type
}

/** One pattern for all of it would remember every character of the bytes for its way back. */
function bytesOf(data: string) {
  const comma = data.indexOf(',')
  const encoded = data.slice(comma + 1)
  const [head, mime = ''] = /^data:([^;,]*)[^,]*;base64$/.exec(data.slice(0, Math.max(comma, 0))) ?? []
  if (head === undefined || encoded === '' || /[^A-Za-z0-9+/=\s]/.test(encoded)) {
    throw new AppError('INVALID_INPUT', 'A file comes as data:<type>;base64,<bytes>.')
  }
  return { mime, bytes: Buffer.from(encoded, 'base64') }
}

function webAddress(text: string) {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!(url && ['http:', 'https:'].includes(url.protocol) && url.username === '')) {
    throw new AppError(
      'INVALID_INPUT',
      'An upload of the type url needs an address that begins with https://.',
    )
  }
  return url.href
}

function rejectLarge(bytes: Uint8Array, max: number) {
  if (bytes.length > max * MEGABYTE) {
    throw new AppError('TOO_LARGE', `Files of this type can be at most ${max} MB.`)
  }
}

/** Clients choose the conversation id, so it never becomes part of a path. */
function placeOf(chatId: string) {
  return createHash('sha256').update(chatId).digest('hex').slice(0, 40)
}

function bareName(name: string) {
  if (name === '' || name.startsWith('data:')) {
    throw new AppError('NOT_FOUND', 'There is no such file.')
  }
  return name
}
