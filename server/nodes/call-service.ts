import type { z } from 'zod'
import { statusError, toServiceError, unreadableAnswer } from '#server/engine/service-error.ts'
import { parseJson } from '#shared/json.ts'
import { parseBoundedJson } from '#shared/json-depth.ts'
import { sayableOf } from './hide-keys.ts'

type Fetch = typeof globalThis.fetch
type Service = {
  /** As a sentence names it. */
  service: string
  fetch: Fetch
  timeoutMs?: number
  /** Statuses that are answers of this service, beside those of success. */
  accepts?: readonly number[]
  /** What must not stand in a sentence, beside the headers: keys in the address. */
  sent?: readonly unknown[]
}

const TIMEOUT_MS = 30_000

/** A response the caller can use. Throws ServiceError for all others, with the service's own words where it has some. */
export async function callService(
  { service, fetch, timeoutMs = TIMEOUT_MS, accepts = [], sent = [] }: Service,
  url: string | URL,
  init: RequestInit = {},
): Promise<Response> {
  const response = await reachService(service, () =>
    fetch(url, { ...init, signal: init.signal ?? AbortSignal.timeout(timeoutMs) }),
  )
  if (!(response.ok || accepts.includes(response.status))) {
    const said = sayableOf(wordsIn(await response.text()), [...sent, ...Object.values(init.headers ?? {})])
    throw statusError(service, response.status, said)
  }
  return response
}

/** Gives the failed connections of `call` the name of the service. */
export async function reachService<Value>(service: string, call: () => Promise<Value>): Promise<Value> {
  try {
    return await call()
  } catch (error) {
    throw toServiceError(error, { service })
  }
}

/** The response's JSON in the shape of the schema. Throws ServiceError where it has another. */
export async function readAnswer<Schema extends z.ZodType>(
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

/** `{ message }`, `{ error }`, `{ error: { message } }`, `{ detail }`, `{ status: { error } }`, or the text itself; nothing of a page. */
export function wordsIn(text: string): string {
  const json = parseJson(text)
  if (json === undefined || json === null) {
    return text.trimStart().startsWith('<') ? '' : text
  }
  const { message, error, detail, status } = json as Record<string, unknown>
  const inner = asBag(status) ?? asBag(error) ?? asBag(detail)
  const said = [message, inner?.message, inner?.error, inner?.reason, inner?.detail, error, detail]
  return String(said.find((each) => typeof each === 'string' && each !== '') ?? (text.length > 2 ? text : ''))
}

function asBag(value: unknown): Record<string, unknown> | undefined {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined
}
