import type { z } from 'zod'
import { statusError, toServiceError, unreadableAnswer } from '#server/engine/service-error.ts'
import { isRecord, parseJson, toRecord } from '#shared/json.ts'
import { parseBoundedJson } from '#shared/json-depth.ts'
import { toMessage } from './hide-keys.ts'

type Fetch = typeof globalThis.fetch
type Service = {
  service: string
  fetch: Fetch
  timeoutMs?: number
  /** Status codes accepted besides 2xx. */
  accepts?: readonly number[]
  /** Secrets in the URL to remove from messages. */
  sent?: readonly unknown[]
}

const TIMEOUT_MS = 30_000

/** Throws ServiceError for any other status, with the service's own message if it sent one. */
export async function callService(
  { service, fetch, timeoutMs = TIMEOUT_MS, accepts = [], sent = [] }: Service,
  url: string | URL,
  init: RequestInit = {},
): Promise<Response> {
  const response = await reachService(service, () =>
    fetch(url, { ...init, signal: init.signal ?? AbortSignal.timeout(timeoutMs) }),
  )
  if (!(response.ok || accepts.includes(response.status))) {
    const reason = toMessage(wordsIn(await response.text()), [...sent, ...Object.values(init.headers ?? {})])
    throw statusError(service, response.status, reason)
  }
  return response
}

export async function reachService<Value>(service: string, call: () => Promise<Value>): Promise<Value> {
  try {
    return await call()
  } catch (error) {
    throw toServiceError(error, { service })
  }
}

export async function readResponse<Schema extends z.ZodType>(
  service: string,
  response: Response,
  schema: Schema,
): Promise<z.output<Schema>> {
  const read = schema.safeParse(
    await response
      .text()
      .then(parseBoundedJson)
      .catch(() => undefined),
  )
  if (!read.success) {
    throw unreadableAnswer(service, read.error)
  }
  return read.data
}

/**
 * Reads `{ message }`, `{ error }`, `{ error: { message } }`, `{ detail }`, `{ status: { error } }` or plain text.
 * HTML pages are ignored.
 */
function wordsIn(text: string): string {
  const json = parseJson(text)
  if (json === undefined || json === null) {
    return text.trimStart().startsWith('<') ? '' : text
  }
  const { message, error, detail, status } = toRecord(json)
  const inner = toRecord([status, error, detail].find(isRecord))
  const candidates = [message, inner.message, inner.error, inner.reason, inner.detail, error, detail]
  return String(
    candidates.find((each) => typeof each === 'string' && each !== '') ?? (text.length > 2 ? text : ''),
  )
}
