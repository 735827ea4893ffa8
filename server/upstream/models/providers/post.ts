import { APICallError } from '@ai-sdk/provider'
import type { Connection } from '../provider-model.ts'

type Posting = {
  headers: Record<string, string | undefined> | undefined
  signal: AbortSignal | undefined
  errorIn: (text: string) => string | undefined
}

/** Sends JSON with the key as a bearer token. Throws APICallError for an error response, as the packages do. */
export async function post(
  { baseUrl, apiKey, fetch }: Connection,
  path: string,
  body: object,
  { headers, signal, errorIn }: Posting,
) {
  const url = baseUrl + path
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(apiKey && { authorization: `Bearer ${apiKey}` }),
      ...(headers as Record<string, string> | undefined),
    },
    body: JSON.stringify(body),
    ...(signal && { signal }),
  })
  if (!response.ok) {
    const { status: statusCode, statusText } = response
    const message = errorIn(await response.text()) ?? statusText
    const responseHeaders = Object.fromEntries(response.headers)
    throw new APICallError({ message, url, requestBodyValues: body, statusCode, responseHeaders })
  }
  return response
}
