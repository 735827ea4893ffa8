import { requestHeaders } from '#client/api/client.ts'
import { toResponseError } from '#client/api/errors.ts'
import { isRecord } from '#shared/json.ts'

export type SentFile = { id: string; filename: string }

/** Uploads to OpenAI, and into the vector store where one is given. Throws the server's error. */
export async function sendFiles(
  files: readonly File[],
  { credential, storeId }: { credential: string; storeId?: string },
): Promise<SentFile[]> {
  const form = new FormData()
  for (const file of files) {
    form.append('files', file)
  }
  const path = storeId
    ? `openai-assistants-vector-store/${encodeURIComponent(storeId)}`
    : 'openai-assistants-file/upload'
  const address = `/api/v1/${path}?credential=${encodeURIComponent(credential)}`
  const response = await fetch(address, { method: 'POST', headers: requestHeaders(), body: form })
  const body: unknown = await response.json().catch(() => undefined)
  if (!(response.ok && Array.isArray(body))) {
    throw toResponseError(response.status, body)
  }
  return body
    .filter(isRecord)
    .map(({ id, filename }) => ({ id: String(id), filename: String(filename ?? id) }))
}
