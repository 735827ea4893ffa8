import type { Message } from '#shared/chat.ts'
import type { Upload } from '#shared/uploads.ts'

/** Something that went along with a question, as it is shown beside it. */
export type SentUpload = {
  type: string
  name: string
  mime: string
  /** Where it can be looked at; absent until the server has kept it. */
  src?: string | undefined
}

/** Of a message the server has stored. */
export function storedUploads({ fileUploads = [], chatflowid, chatId }: Message): SentUpload[] {
  return fileUploads.map(({ type, name, mime, data }) => ({
    ...{ type, name, mime },
    src: type === 'url' ? data : addressOf({ chatflowId: chatflowid, chatId, fileName: name }),
  }))
}

/** Of a question that was asked a moment ago: a picture is at hand, all else waits for the server. */
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

// The session's cookie opens it: pictures cannot send a header.
function addressOf(names: Record<'chatflowId' | 'chatId' | 'fileName', string>) {
  return `/api/v1/get-upload-file?${new URLSearchParams(names)}`
}
