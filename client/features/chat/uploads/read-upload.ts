import { requestHeaders } from '#client/api/client.ts'
import { toResponseError } from '#client/api/errors.ts'
import { isImage } from '#client/chatbot/uploads/attachment.ts'
import { toDataUrl } from '#client/chatbot/uploads/data-url.ts'
import type { Attachment as Answer, Upload } from '#shared/uploads.ts'

export type Place = { flowId: string; chatId: string }
export type ReadUpload = Upload & { data: string }

/** Reads a file as an upload: an image as is, a document as its text. Throws the server's error. */
export async function readUpload(file: File, mime: string, place: Place): Promise<ReadUpload> {
  if (isImage({ mime })) {
    return { type: 'file', name: file.name, mime, data: await toDataUrl(file, mime) }
  }
  const { name, content } = await sendDocument(file, mime, place)
  return { type: 'file:full', name, mime, data: content }
}

async function sendDocument(file: File, mime: string, { flowId, chatId }: Place): Promise<Answer> {
  const form = new FormData()
  form.append('files', new File([file], file.name, { type: mime }))
  const address = `/api/v1/attachments/${encodeURIComponent(flowId)}/${encodeURIComponent(chatId)}`
  const response = await fetch(address, { method: 'POST', headers: requestHeaders(), body: form })
  const body: unknown = await response.json().catch(() => undefined)
  const [answer] = response.ok && Array.isArray(body) ? (body as Answer[]) : []
  if (!answer) {
    throw toResponseError(response.status, body)
  }
  return answer
}
