import type { ChatOffers } from '#shared/chatbot.ts'
import { DOCUMENT_MB, IMAGE_MB, MAX_UPLOADS, type Upload } from '#shared/uploads.ts'
import { documentTypes, mediaTypeOf } from './media-type.ts'

export type Issue =
  | { type: 'kind' | 'empty' | 'many' | 'together' }
  | { type: 'size'; megabytes: number }
  | { type: 'refused'; error: unknown }

export type Attachment = {
  id: string
  name: string
  /** Bytes. */
  size: number
  mime: string
} & (
  | { state: 'reading' }
  | { state: 'ready'; upload: Upload & { data: string } }
  | { state: 'failed'; issue: Issue }
)

export const MEGABYTE = 1_048_576
/** All attachments travel in one request; the server accepts at most 25 MB. */
const MAX_BYTES = 22_000_000

export function typesOf({ images, documents }: Pick<ChatOffers, 'images' | 'documents'>): string[] {
  return [...images, ...(documents === undefined ? [] : (documents ?? documentTypes))]
}

export function isImage({ mime }: { mime: string }) {
  return mime.startsWith('image/')
}

/** Validates a file before it is read. `before`: number of files already attached. */
export function issueOf(
  file: Pick<File, 'name' | 'type' | 'size'>,
  offers: Pick<ChatOffers, 'images' | 'documents'>,
  before: number,
): Issue | undefined {
  const mime = mediaTypeOf(file)
  if (!typesOf(offers).includes(mime)) {
    return { type: 'kind' }
  }
  if (before >= MAX_UPLOADS) {
    return { type: 'many' }
  }
  const megabytes = isImage({ mime }) ? IMAGE_MB : DOCUMENT_MB
  if (file.size > megabytes * MEGABYTE) {
    return { type: 'size', megabytes }
  }
  return file.size === 0 ? { type: 'empty' } : undefined
}

/** Returns the list after a file has been read; it may now exceed the total size. */
export function settle(
  attachments: readonly Attachment[],
  id: string,
  upload: Upload & { data: string },
): Attachment[] {
  const others = attachments.map((each) => (each.state === 'ready' ? each.upload.data.length : 0))
  const isTooMuch = others.reduce((sum, length) => sum + length, upload.data.length) > MAX_BYTES
  return attachments.map((each): Attachment => {
    if (each.id !== id) {
      return each
    }
    const file = { id, name: each.name, size: each.size, mime: each.mime }
    return isTooMuch
      ? { ...file, state: 'failed', issue: { type: 'together' } }
      : { ...file, state: 'ready', upload }
  })
}

export function hindranceOf(attachments: readonly Attachment[]): 'failed' | 'reading' | undefined {
  const states = attachments.map(({ state }) => state)
  return (['failed', 'reading'] as const).find((state) => states.includes(state))
}
