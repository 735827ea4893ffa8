import type { Effect, Tool } from '#server/engine/handles.ts'
import type { Json } from '#server/engine/inputs.ts'
import { callService } from '#server/nodes/call-service.ts'
import { toToolName } from '#server/nodes/tools/tool-name.ts'
import { AppError } from '#shared/errors.ts'
import { isRecord } from '#shared/json.ts'
import { parseBoundedJson } from '#shared/json-depth.ts'
import { readHeaders } from './read-headers.ts'

export type RequestsTool = {
  fetch: typeof globalThis.fetch
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Parts such as `:id` or `{id}` become arguments. */
  url: string
  name: string
  description: string
  headers: string | undefined
  /** Parameters for the model, as JSON: `{ "page": { "type": "number", "in": "query", "required": true, … } }`. */
  schema: string | undefined
  /** Base JSON that the model's values are merged into. */
  body?: string | undefined
  maxOutputLength: number
  /** Of the current call. */
  idempotencyKey(): Promise<string>
}

type Data = { [key: string]: Json }

export function requestsTool(settings: RequestsTool): Tool {
  const fields = readSchema(settings.schema)
  const inPath = [...settings.url.matchAll(/(?<=\/):([A-Za-z_]\w*)|\{([A-Za-z_]\w*)\}/g)].map(
    ([, colon, brace]) => colon ?? brace ?? '',
  )
  const properties = {
    ...Object.fromEntries(inPath.map((name) => [name, { type: 'string' }])),
    ...withoutPlace(fields),
  }
  const needed = Object.entries(fields).flatMap(([name, field]) => (field.required === true ? [name] : []))
  const takesBody = settings.method === 'POST' || settings.method === 'PUT'
  const isFree = takesBody && Object.keys(fields).length === 0 && !settings.body
  return {
    name: toToolName(settings.name.toLowerCase()),
    description: settings.description,
    parameters: {
      type: 'object',
      properties: isFree
        ? { ...properties, body: { type: 'object', description: 'What is sent, as JSON' } }
        : properties,
      required: [...new Set([...inPath, ...needed])],
    },
    effect: effectOfMethod(settings.method),
    call: async (args) => ({ text: await send(settings, fields, asData(args)) }),
  }
}

/** Only methods without an effect by the standard; DELETE may hit something created in between. */
export function effectOfMethod(method: string): Effect {
  return /^(?:get|head)$/i.test(method) ? 'read' : 'write'
}

async function send(settings: RequestsTool, fields: Record<string, Data>, args: Data): Promise<string> {
  const { fetch, method, maxOutputLength } = settings
  const { url, rest } = expandPath(settings.url, args)
  const takesBody = method === 'POST' || method === 'PUT'
  const body: Data = parseBody(settings.body)
  for (const [name, value] of Object.entries(rest)) {
    const goesInBody = takesBody && fields[name]?.in !== 'query'
    if (!goesInBody) {
      url.searchParams.set(name, toText(value))
    } else if (name === 'body' && !fields.body) {
      Object.assign(body, asData(value))
    } else {
      body[name] = value
    }
  }
  const init = {
    method,
    headers: {
      'idempotency-key': await settings.idempotencyKey(),
      ...(takesBody && { 'content-type': 'application/json' }),
      ...readHeaders(settings.headers),
    },
    ...(takesBody && { body: JSON.stringify(body) }),
  }
  const response = await callService({ service: url.host, fetch }, url, init)
  return (await response.text()).slice(0, maxOutputLength)
}

function expandPath(address: string, args: Data) {
  const rest = { ...args }
  const expanded = address.replace(
    /(?<=\/):([A-Za-z_]\w*)|\{([A-Za-z_]\w*)\}/g,
    (_, colon?: string, brace?: string) => {
      const name = colon ?? brace ?? ''
      const value = rest[name]
      delete rest[name]
      if (value === undefined || value === null || value === '') {
        throw new AppError('INVALID_INPUT', `${name} is missing.`)
      }
      return encodeURIComponent(toText(value))
    },
  )
  if (!URL.canParse(expanded)) {
    throw new AppError('INVALID_FLOW', `${expanded} is not an address.`)
  }
  return { url: new URL(expanded), rest }
}

function readSchema(text: string | undefined): Record<string, Data> {
  const data = text?.trim() ? parse(text, 'The schema of the parameters is not JSON.') : {}
  return Object.fromEntries(Object.entries(asData(data)).map(([name, field]) => [name, asData(field)]))
}

/** Removes `in` and `required`, which are not JSON Schema keywords of a single field. */
function withoutPlace(fields: Record<string, Data>): Data {
  return Object.fromEntries(
    Object.entries(fields).map(([name, { in: _, required: __, ...field }]) => [name, field]),
  )
}

function parseBody(text: string | undefined): Data {
  return text?.trim() ? { ...asData(parse(text, 'The body is not a JSON object.')) } : {}
}

function parse(text: string, sentence: string): Json {
  try {
    return parseBoundedJson(text) as Json
  } catch (cause) {
    throw new AppError('INVALID_FLOW', sentence, { cause })
  }
}

function asData(value: Json | undefined): Data {
  return isRecord(value) ? value : {}
}

function toText(value: Json) {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
