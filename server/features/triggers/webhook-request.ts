import { isUtf8 } from 'node:buffer'
import type { IncomingHttpHeaders } from 'node:http'
import type { Json } from '#server/engine/inputs.ts'
import { requireShallowJson } from '#server/http/deep-json.ts'
import { requireStorableText } from '#server/http/storable-text.ts'
import { AppError } from '#shared/errors.ts'
import { invalidInput } from '#shared/invalid-input.ts'
import { isRecord, parseJson, valueAt } from '#shared/json.ts'

export type WebhookRequest = {
  method: string
  headers: IncomingHttpHeaders
  query: Record<string, unknown>
  /** The bytes as received, which signatures cover. */
  raw: Buffer
  address: string
}

type Inputs = Readonly<Record<string, unknown>>

const FORM = 'application/x-www-form-urlencoded'
const withoutBody = new Set(['GET', 'DELETE'])
/** Headers that carry keys must not reach models or logs. */
const secretHeaders = new Set(['authorization', 'cookie', 'proxy-authorization'])

/** Throws METHOD_NOT_ALLOWED or UNSUPPORTED_MEDIA_TYPE. */
export function requireWebhookForm(inputs: Inputs, { method, headers, raw }: WebhookRequest) {
  const expected = String(inputs.webhookMethod ?? 'POST')
  if (method !== expected) {
    throw new AppError('METHOD_NOT_ALLOWED', `This webhook accepts ${expected} only.`)
  }
  const type = mediaType(headers)
  const required = String(inputs.webhookContentType ?? 'application/json')
  const isEmpty = raw.length === 0
  if ((isEmpty && (type === '' || withoutBody.has(method))) || type === required) {
    return
  }
  throw new AppError('UNSUPPORTED_MEDIA_TYPE', `Send the body as ${required}.`)
}

/** The value of `$webhook`. Throws INVALID_INPUT for a body that cannot be read. */
export function readWebhook(request: WebhookRequest, signatureHeader: string | undefined) {
  const body = readWebhookBody(request)
  const headers = Object.fromEntries(
    Object.entries(request.headers).flatMap(([name, value]) =>
      secretHeaders.has(name) || name === signatureHeader || value === undefined
        ? []
        : [[name, Array.isArray(value) ? value.join(', ') : value]],
    ),
  )
  const value = { body, headers, query: request.query as Record<string, Json> }
  requireStorableText(value)
  return value
}

function readWebhookBody({ headers, raw }: WebhookRequest): Json {
  if (!isUtf8(raw)) {
    throw new AppError('INVALID_INPUT', 'The body is not valid UTF-8.')
  }
  const text = raw.toString()
  if (text.trim() === '') {
    return {}
  }
  if (mediaType(headers) === FORM) {
    return fieldsOf(new URLSearchParams(text))
  }
  requireShallowJson(text)
  const body = parseJson(text)
  if (body === undefined) {
    throw new AppError('INVALID_INPUT', 'The body is not valid JSON.')
  }
  return body as Json
}

function fieldsOf(form: URLSearchParams): Record<string, Json> {
  return Object.fromEntries(
    [...new Set(form.keys())].map((name) => {
      const values = form.getAll(name)
      return [name, values.length > 1 ? values : (values[0] ?? '')]
    }),
  )
}

function mediaType(headers: IncomingHttpHeaders) {
  return (headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
}

/** Throws INVALID_INPUT that names every missing parameter and every one of another type. */
export function requireParams(
  inputs: Inputs,
  { body, headers, query }: { body: Json; headers: Record<string, Json>; query: Record<string, Json> },
) {
  if (!isOn(inputs.webhookEnableValidation)) {
    return
  }
  const issues = [
    ...missingFieldOf('query parameter', rowsIn(inputs.webhookQueryParams), (name) => query[name]),
    ...missingFieldOf('header', rowsIn(inputs.webhookHeaderParams), (name) => headers[name.toLowerCase()]),
    ...missingFieldOf('body field', rowsIn(inputs.webhookBodyParams), (name) => inBody(body, name)),
    ...rowsIn(inputs.webhookBodyParams).flatMap(({ name, type = 'string' }) => {
      const value = inBody(body, String(name))
      return value === undefined || hasType(value, String(type))
        ? []
        : [[String(name), `The body field ${String(name)} must be of type ${String(type)}`] as const]
    }),
  ]
  if (issues.length > 0) {
    throw invalidInput(Object.fromEntries(issues.map(([name, issue]) => [name, [issue]])))
  }
}

function missingFieldOf(place: string, params: Record<string, unknown>[], read: (name: string) => unknown) {
  return params.flatMap(({ name, required }) =>
    isOn(required) && (read(String(name)) ?? '') === ''
      ? [[String(name), `The ${place} ${String(name)} is required`] as const]
      : [],
  )
}

function inBody(body: Json, name: string): unknown {
  return isRecord(body)
    ? Object.hasOwn(body, name)
      ? body[name]
      : valueAt(body, name.split('.'))
    : undefined
}

function hasType(value: unknown, type: string): boolean {
  const [, item] = /^array\[(\w+)\]$/.exec(type) ?? []
  if (item) {
    return Array.isArray(value) && value.every((each) => hasType(each, item))
  }
  return type === 'object' ? isRecord(value) : typeof value === type
}

function rowsIn(value: unknown): Record<string, unknown>[] {
  const list = typeof value === 'string' ? parseJson(value) : value
  return Array.isArray(list) ? list.filter(isRecord).filter(({ name }) => Boolean(name)) : []
}

export function isOn(value: unknown) {
  return value === true || value === 'true'
}
