import type { Tool } from '#server/engine/handles.ts'
import type { Json } from '#server/engine/inputs.ts'
import { unreadableAnswer } from '#server/engine/service-error.ts'
import { callService } from '#server/nodes/call-service.ts'
import { AppError } from '#shared/errors.ts'
import { isRecord } from '#shared/json.ts'
import { tryParseBoundedJson } from '#shared/json-depth.ts'

type Fetch = typeof globalThis.fetch
type Request = {
  query?: Record<string, string | number | undefined>
  headers?: Record<string, string>
  body?: Json
}
export type Found = { [key: string]: Json }

/**
 * Sends a GET with `query` or a POST with `body`. Throws UPSTREAM_FAILED with the service's message, with keys
 * removed.
 */
export async function searchJson(
  fetch: Fetch,
  service: string,
  address: string,
  request: Request,
): Promise<Found> {
  const url = new URL(address)
  for (const [name, value] of Object.entries(request.query ?? {})) {
    if (value !== undefined) {
      url.searchParams.set(name, String(value))
    }
  }
  const sent = [...Object.values(request.query ?? {}), ...Object.values(request.headers ?? {})]
  const init = {
    headers: {
      accept: 'application/json',
      ...(request.body !== undefined && { 'content-type': 'application/json' }),
      ...request.headers,
    },
    ...(request.body !== undefined && { method: 'POST', body: JSON.stringify(request.body) }),
  }
  const response = await callService({ service, fetch, sent }, url, init)
  return parse(await response.text()) ?? rejectUnreadable(service)
}

function parse(text: string): Found | undefined {
  const json = tryParseBoundedJson(text) as Json | undefined
  return json === undefined || isRecord(json) ? json : { results: json }
}

function rejectUnreadable(service: string): never {
  throw unreadableAnswer(service)
}

export function asObject(value: Json | undefined): Found | undefined {
  return isRecord(value) ? value : undefined
}

export function asList(value: Json | undefined): Found[] {
  return Array.isArray(value) ? value.map(asObject).filter((each) => each !== undefined) : []
}

export function pick(rows: readonly Found[], names: Record<string, string>): Json[] {
  return rows.map((row) =>
    Object.fromEntries(
      Object.entries(names).flatMap(([name, from]) =>
        row[from] === undefined ? [] : [[name, row[from] as Json]],
      ),
    ),
  )
}

/** The price unit of services that charge per search. */
export const oneSearch = (provider: string) => ({ provider, model: 'search', max: 1 })

type Search = Pick<Tool, 'name' | 'description'> & { search(question: string): Promise<Json> }

export function searchTool({ name, description, search }: Search): Tool {
  return {
    name,
    description,
    parameters: oneQuestion,
    effect: 'read',
    async call(args) {
      const found = await search(questionOf(args))
      const isEmpty = found === null || found === '' || (Array.isArray(found) && found.length === 0)
      return {
        text: isEmpty ? 'Nothing was found.' : typeof found === 'string' ? found : JSON.stringify(found),
      }
    },
  }
}

const oneQuestion = {
  type: 'object',
  properties: { input: { type: 'string', description: 'What to search for' } },
  required: ['input'],
  additionalProperties: false,
}

function questionOf(args: Json): string {
  const given = asObject(args)
  const text =
    typeof args === 'string' ? args : (given?.input ?? given?.query ?? Object.values(given ?? {})[0])
  if (typeof text !== 'string' || text.trim() === '') {
    throw new AppError('INVALID_INPUT', 'Say what to search for.')
  }
  return text
}
