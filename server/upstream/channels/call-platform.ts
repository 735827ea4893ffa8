import { assertOutsideTransaction } from '#server/db/transaction-scope.ts'
import { SendFailure } from '#server/ports/channels.ts'
import type { GuardedFetch } from '#server/upstream/guarded-fetch.ts'
import { AppError } from '#shared/errors.ts'
import { invalidInput } from '#shared/invalid-input.ts'
import { isRecord, parseJson } from '#shared/json.ts'

const TIMEOUT_MS = 30_000
/** With a file. */
const UPLOAD_TIMEOUT_MS = 120_000

export type PlatformResponse = {
  status: number
  /** Empty unless the platform has sent a JSON object. */
  body: Record<string, unknown>
  retryAfterSeconds: number | undefined
}

type Call = {
  method?: 'GET' | 'POST'
  headers?: Record<string, string>
  json?: unknown
  form?: FormData | URLSearchParams
  bytes?: Uint8Array
  signal?: AbortSignal
}
export type CallPlatform = ReturnType<typeof createCallPlatform>

/** Before a byte has left. */
const unsent: ReadonlySet<unknown> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
])

/** Addresses may contain tokens, so errors name the platform alone. */
export function createCallPlatform(fetch: GuardedFetch, platform: string) {
  async function send(url: string, call: Call) {
    assertOutsideTransaction(`A request to ${platform}`)
    const { method = 'GET', headers = {}, form, bytes, signal } = call
    const { type, body } = await bodyOf(call)
    const timeout = AbortSignal.timeout(form || bytes ? UPLOAD_TIMEOUT_MS : TIMEOUT_MS)
    try {
      return await fetch(url, {
        ...{ method, headers: { ...headers, ...(type && { 'content-type': type }) } },
        ...(body !== undefined && { body }),
        signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      })
    } catch (error) {
      throw connectionFailure(error)
    }
  }

  function connectionFailure(error: unknown) {
    if (error instanceof AppError) {
      return new SendFailure('rejected', error.message)
    }
    const outcome = unsent.has((error as { code?: unknown })?.code) ? 'later' : 'unknown'
    return new SendFailure(outcome, `${platform} could not be reached.`, { code: 'connection', cause: error })
  }

  async function call(url: string, options: Call = {}): Promise<PlatformResponse> {
    const response = await send(url, options)
    const text = await response.text().catch((error: unknown) => {
      throw connectionFailure(error)
    })
    const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
    const parsed = parseJson(text)
    return {
      status: response.status,
      body: isRecord(parsed) ? parsed : {},
      retryAfterSeconds: Number.isFinite(seconds) ? seconds : undefined,
    }
  }

  async function download(url: string, headers: Record<string, string> = {}): Promise<Uint8Array> {
    const response = await send(url, { headers })
    const { ok, status } = response
    if (!ok && (status === 429 || status >= 500)) {
      throw new SendFailure('later', `${platform} answered ${status}.`, { code: String(status) })
    }
    if (!ok) {
      throw new SendFailure('rejected', `${platform} no longer has this file.`)
    }
    return new Uint8Array(await response.arrayBuffer())
  }

  return Object.assign(call, { download })
}

async function bodyOf({ json, form, bytes }: Call): Promise<{ type?: string; body?: BodyInit }> {
  if (form) {
    const encoded = new Response(form)
    const type = encoded.headers.get('content-type') ?? ''
    return { type, body: new Uint8Array(await encoded.arrayBuffer()) }
  }
  if (bytes) {
    return { type: 'application/octet-stream', body: new Uint8Array(bytes) }
  }
  const body = typeof json === 'string' ? json : JSON.stringify(json)
  return json === undefined ? {} : { type: 'application/json; charset=utf-8', body }
}

/** Platforms show their users the same words. */
export function rejectSettings(field: string, message: string): never {
  throw invalidInput({ [field]: [message] })
}
