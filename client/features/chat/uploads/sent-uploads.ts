import type { Message } from '#shared/chat.ts'
import type { Upload } from '#shared/uploads.ts'

export type SentUpload = {
  type: string
  name: string
  mime: string
  /** Set once the server has stored the file. */
  src?: string | undefined
}

export function storedUploads({ fileUploads = [], chatflowid, chatId }: Message): SentUpload[] {
  return fileUploads.map(({ type, name, mime, data }) => ({
    ...{ type, name, mime },
    src: type === 'url' ? data : addressOf({ chatflowId: chatflowid, chatId, fileName: name }),
  }))
}

/** Uploads of a new question: images come from memory, all others from the server once stored. */
export function freshUploads(uploads: readonly Upload[], stored: readonly SentUpload[] = []): SentUpload[] {
  return uploads.map(({ type, name, mime, data }, index) => ({
    ...{ type, name: stored[index]?.name ?? name, mime },
    src: type === 'file' ? data : stored[index]?.src,
  }))
}

export type UploadLook = 'picture' | 'sound' | 'link' | 'document'

export function lookOf({ type, mime }: SentUpload): UploadLook {
  if (type === 'url') {
    return 'link'
  }
  if (mime.startsWith('image/')) {
    return 'picture'
  }
  return type === 'audio' || mime.startsWith('audio/') ? 'sound' : 'document'
}

// The session cookie authorizes it, because images cannot send a header.
function addressOf(names: Record<'chatflowId' | 'chatId' | 'fileName', string>) {
  return `/api/v1/get-upload-file?${new URLSearchParams(names)}`
}
