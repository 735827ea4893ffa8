import type { ChatRequest } from '#server/engine/ports.ts'
import { isRecord } from '#shared/json.ts'

type Schema = NonNullable<ChatRequest['schema']>

/** For models without schema support: an instruction in the prompt works in most cases. */
export function jsonInstruction({ schema }: Schema): string {
  return `Answer with one JSON value and nothing else: no explanation, no code fence. It must fit this JSON schema:\n${JSON.stringify(schema)}`
}

/**
 * Whether OpenAI's strict mode accepts the schema: every object closed, every property required. Other schemas are
 * sent as non-strict.
 */
export function isStrict(schema: unknown): boolean {
  if (Array.isArray(schema)) {
    return schema.every(isStrict)
  }
  if (!isRecord(schema)) {
    return true
  }
  const { type, properties, required, additionalProperties } = schema
  const isClosed = type !== 'object' || (additionalProperties === false && requiresAll(properties, required))
  return isClosed && Object.values(schema).every(isStrict)
}

function requiresAll(properties: unknown, required: unknown) {
  const named = Array.isArray(required) ? required : []
  return Object.keys(properties ?? {}).every((name) => named.includes(name))
}
