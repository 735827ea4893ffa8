import type { Tool } from '#server/engine/handles.ts'
import type { Json } from '#server/engine/inputs.ts'
import { AppError } from '#shared/errors.ts'
import { asData, type Operation } from './read-spec.ts'

export type Sent = {
  url: string
  options: { method: string; headers: Record<string, string>; body?: string }
}

type Settings = { server: string; headers: Record<string, string>; removeNulls: boolean }

/** The tool parameters of an operation, grouped by part. */
export function parametersOf({ takes }: Operation): Tool['parameters'] {
  const parts = Object.entries(takes)
  const needed = parts.filter(
    ([part, schema]) => part === 'RequestBody' || (schema.required as Json[]).length > 0,
  )
  return { type: 'object', properties: Object.fromEntries(parts), required: needed.map(([part]) => part) }
}

/** Throws INVALID_INPUT if a path parameter is missing. */
export function toRequest(
  operation: Operation,
  args: Json,
  { server, headers, removeNulls }: Settings,
): Sent {
  const given = asData(args) ?? {}
  const path = operation.path.replace(/\{([^{}]+)\}/g, (_, name: string) => {
    const value = asData(given.PathParameters)?.[name]
    if (value === undefined || value === null || value === '') {
      throw new AppError('INVALID_INPUT', `PathParameters.${name} is missing.`)
    }
    return encodeURIComponent(toText(value))
  })
  const url = new URL(`${server}${path}`)
  addQuery(url, asData(given.QueryParameters) ?? {}, removeNulls)
  const named = Object.entries(asData(given.HeaderParameters) ?? {}).map(([name, value]) => [
    name,
    toText(value),
  ])
  const body = bodyOf(operation, given.RequestBody, removeNulls)
  return {
    url: url.href,
    options: {
      method: operation.method,
      headers: {
        ...(body !== undefined && { 'Content-Type': operation.bodyType ?? 'application/json' }),
        ...Object.fromEntries(named),
        ...headers,
      },
      ...(body !== undefined && { body }),
    },
  }
}

function addQuery(url: URL, query: { [key: string]: Json }, removeNulls: boolean) {
  for (const [name, value] of Object.entries(query)) {
    for (const each of [value].flat()) {
      if (each !== null || !removeNulls) {
        url.searchParams.append(name, toText(each))
      }
    }
  }
}

function bodyOf(
  { bodyType = '' }: Operation,
  given: Json | undefined,
  removeNulls: boolean,
): string | undefined {
  if (given === undefined) {
    return undefined
  }
  const body = removeNulls ? withoutNulls(given) : given
  if (!bodyType.includes('form-urlencoded')) {
    return JSON.stringify(body)
  }
  const pairs = Object.entries(asData(body) ?? {}).map(([name, value]): [string, string] => [
    name,
    toText(value),
  ])
  return new URLSearchParams(pairs).toString()
}

function withoutNulls(value: Json): Json {
  if (Array.isArray(value)) {
    return value.map(withoutNulls)
  }
  const data = asData(value)
  return data
    ? Object.fromEntries(
        Object.entries(data).flatMap(([key, each]) => (each === null ? [] : [[key, withoutNulls(each)]])),
      )
    : value
}

function toText(value: Json) {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
