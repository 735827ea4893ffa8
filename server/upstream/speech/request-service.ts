import { APICallError } from '@ai-sdk/provider'
import { encodeBody } from '../encode-body.ts'
import { errorIn } from '../models/providers/open-ai-error.ts'

type RequestOptions = { fetch: typeof globalThis.fetch; signal: AbortSignal }
type Sent = {
  method?: 'GET' | 'POST'
  headers: Record<string, string>
  body?: FormData | Uint8Array | string
}

/** Returns the response's JSON. Throws APICallError with the service's own message. */
export async function requestService(
  url: string,
  { method = 'POST', headers, body }: Sent,
  { fetch, signal }: RequestOptions,
): Promise<unknown> {
  const sent = await encodeBody(body)
  const response = await fetch(url, {
    method,
    headers: { accept: 'application/json', ...headers, ...sent.headers },
    ...(sent.bytes !== undefined && { body: sent.bytes }),
    signal,
  })
  if (!response.ok) {
    const { status: statusCode, statusText } = response
    const message = errorIn(await response.text()) ?? statusText
    throw new APICallError({ message, url, requestBodyValues: {}, statusCode })
  }
  return response.json()
}

export function fileOf({ name, mime, bytes }: { name: string; mime: string; bytes: Uint8Array }): File {
  return new File([new Uint8Array(bytes)], name, { type: mime })
}
