import type { Json } from '#server/engine/inputs.ts'
import { AppError } from '#shared/errors.ts'
import { isRecord } from '#shared/json.ts'
import { parseBoundedJson } from '#shared/json-depth.ts'

/** Accepts a JSON object, or text with a JSON object or one `Name: value` header per line. */
export function readHeaders(given: Json | undefined): Record<string, string> {
  if (given === undefined || given === null || given === '') {
    return {}
  }
  const data = typeof given === 'string' ? parse(given) : given
  const pairs = Array.isArray(data) ? data.flatMap(toPair) : isRecord(data) ? Object.entries(data) : reject()
  return Object.fromEntries(
    pairs.map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
  )
}

/** Grids store `[{ "key": …, "value": … }]`. */
function toPair(row: Json): [string, Json][] {
  const data = isRecord(row) ? row : {}
  return typeof data.key === 'string' && data.key !== ''
    ? [[data.key, data.value ?? '']]
    : Object.entries(data)
}

function parse(text: string): Json {
  try {
    return parseBoundedJson(text) as Json
  } catch {
    const lines = text.split('\n').filter((line) => line.trim() !== '')
    const pairs = lines.map((line) => /^\s*([^:\s]+)\s*:\s*(.*?)\s*$/.exec(line))
    return pairs.every((pair) => pair !== null)
      ? Object.fromEntries(pairs.map(([, name = '', value = '']) => [name, value]))
      : reject()
  }
}

function reject(): never {
  throw new AppError('INVALID_FLOW', 'The headers are not a JSON object.')
}
