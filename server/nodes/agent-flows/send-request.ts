import type { Json } from '#server/engine/inputs.ts'
import { AppError } from '#shared/errors.ts'
import { isRecord, parseJson } from '#shared/json.ts'

type Row = Record<string, Json>

export type StepRequest = {
  method: string
  url: string
  headers: readonly Row[]
  query: readonly Row[]
  bodyType: string | undefined
  /** A JSON or raw body. */
  body: string | undefined
  /** A form's body. */
  fields: readonly Row[]
  responseType: string | undefined
  /** Sent as `Idempotency-Key`. */
  key: string
  label: string
}

export type StepResponse = {
  data: Json
  status: number
  statusText: string
  headers: { [name: string]: string }
}

type Opened = { kind: string; values: Record<string, unknown> } | undefined

const TIMEOUT_MS = 60_000

/** Returns responses of every status: they are recorded, so a rejected request is not sent again either. */
export async function sendRequest(
  request: StepRequest,
  credential: Opened,
  fetch: typeof globalThis.fetch,
): Promise<StepResponse> {
  const { method, responseType } = request
  const body = bodyOf(request)
  const response = await fetch(urlOf(request), {
    method,
    headers: headersOf(request, credential),
    signal: AbortSignal.timeout(TIMEOUT_MS),
    ...(body !== undefined && { body }),
  })
  const { status, statusText } = response
  const headers = Object.fromEntries(response.headers)
  return { data: await readData(response, responseType), status, statusText, headers }
}

/** Throws UPSTREAM_FAILED with the service's own message for a failed request. */
export function acceptResponse(response: StepResponse, label: string): StepResponse {
  const { data, status, statusText } = response
  if (status >= 400) {
    const message = isRecord(data) ? (data.message ?? data.error ?? data) : data
    const text = typeof message === 'string' ? message : JSON.stringify(message)
    throw new AppError(
      'UPSTREAM_FAILED',
      `${label}: ${`${status} ${statusText}`.trim()}: ${text.slice(0, 300)}`,
    )
  }
  return response
}

function urlOf({ url, query, label }: StepRequest): URL {
  if (!URL.canParse(url.trim())) {
    throw new AppError('INVALID_FLOW', `${label}: ${url} is not an address.`)
  }
  const address = new URL(url.trim())
  for (const [name, value] of entriesOf(query)) {
    address.searchParams.append(name, value)
  }
  return address
}

function headersOf({ headers, bodyType, key }: StepRequest, credential: Opened): Headers {
  const all = new Headers({ 'Idempotency-Key': key })
  if (bodyType === 'json') {
    all.set('Content-Type', 'application/json')
  }
  const { kind, values = {} } = credential ?? {}
  const text = (name: string) => String(values[name] ?? '')
  if (kind === 'httpBasicAuth') {
    const pair = `${text('basicAuthUsername')}:${text('basicAuthPassword')}`
    all.set('Authorization', `Basic ${Buffer.from(pair).toString('base64')}`)
  } else if (kind === 'httpBearerToken') {
    all.set('Authorization', `Bearer ${text('token')}`)
  } else if (kind === 'httpApiKey') {
    all.set(text('key'), text('value'))
  }
  for (const [name, value] of entriesOf(headers)) {
    all.set(name, value)
  }
  return all
}

function bodyOf({ method, bodyType, body, fields, label }: StepRequest) {
  if (method === 'GET' || bodyType === undefined) {
    return undefined
  }
  if (bodyType === 'xWwwFormUrlencoded') {
    return new URLSearchParams(entriesOf(fields))
  }
  if (bodyType === 'formData') {
    const form = new FormData()
    for (const [name, value] of entriesOf(fields)) {
      form.append(name, value)
    }
    return form
  }
  if (bodyType === 'json' && body !== undefined && parseJson(body) === undefined) {
    throw new AppError('INVALID_FLOW', `${label}: Body is not JSON.`)
  }
  return body
}

function entriesOf(rows: readonly Row[]): [string, string][] {
  return rows.flatMap(({ key, value = '' }): [string, string][] =>
    key ? [[String(key), typeof value === 'string' ? value : JSON.stringify(value)]] : [],
  )
}

async function readData(response: Response, type: string | undefined): Promise<Json> {
  if (type === 'arraybuffer' || type === 'base64') {
    return Buffer.from(await response.arrayBuffer()).toString('base64')
  }
  const text = await response.text()
  return type === 'text' ? text : ((parseJson(text) as Json | undefined) ?? text)
}
