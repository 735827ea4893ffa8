import { requestHeaders } from '#client/api/client.ts'
import { toDataUrl } from '#client/chatbot/uploads/data-url.ts'
import { AppError } from '#shared/errors.ts'
import type { Upload } from '#shared/uploads.ts'
import type { Exchange } from '../run/conversation.ts'
import { type Place, readUpload } from './read-upload.ts'
import type { SentUpload } from './sent-uploads.ts'

/**
 * Collects the attachments of a question to send them again. A recording is skipped when its transcript is known.
 * Throws when the server no longer has a file.
 */
export async function collectAgain(
  { question, uploads, live }: Exchange,
  place: Place,
): Promise<readonly Upload[]> {
  const isNeeded = ({ type }: { type: string }) => !(question && type === 'audio')
  if (live && live.uploads.length > 0) {
    return live.uploads.filter(isNeeded)
  }
  return Promise.all(uploads.filter(isNeeded).map((upload) => fetchUpload(upload, place)))
}

async function fetchUpload({ type, name, mime, src = '' }: SentUpload, place: Place): Promise<Upload> {
  if (type === 'url') {
    return { type, name, mime, data: src }
  }
  const response = await fetch(src, { headers: requestHeaders() })
  if (!response.ok) {
    throw new AppError('NOT_FOUND', 'There is no such file.')
  }
  const bytes = await response.blob()
  return type === 'audio'
    ? { type, name, mime, data: await toDataUrl(bytes, mime) }
    : readUpload(new File([bytes], name, { type: mime }), mime, place)
}
