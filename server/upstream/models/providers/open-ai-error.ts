import { isRecord, parseJson } from '#shared/json.ts'

/** The message of an error response, if any: OpenAI-compatible servers place it differently. */
export function errorIn(text: string): string | undefined {
  return sentenceIn(parseJson(text))
}

/**
 * `"…"`, `{ error }` and `{ message }`, which may contain each other; `{ detail }`, a list of fields and their
 * issues (Mistral); `{ metadata: { raw } }`, the message of the provider behind a router (OpenRouter).
 */
export function sentenceIn(body: unknown): string | undefined {
  if (typeof body === 'string') {
    return body
  }
  if (Array.isArray(body)) {
    return body.map(complaintIn).filter(Boolean).join('; ') || undefined
  }
  if (!isRecord(body)) {
    return undefined
  }
  const { error, message, detail, metadata } = body
  const own = sentenceIn(error) ?? sentenceIn(message) ?? sentenceIn(detail)
  const upstreamMessage = rawIn(metadata)
  return own && upstreamMessage ? `${own}: ${upstreamMessage}` : (own ?? upstreamMessage)
}

function complaintIn(entry: unknown): string {
  const { loc, msg } = (entry ?? {}) as Record<string, unknown>
  const place = Array.isArray(loc) ? loc.filter((part) => part !== 'body').join('.') : ''
  return typeof msg === 'string' ? (place ? `${place}: ${msg}` : msg) : ''
}

function rawIn(metadata: unknown): string | undefined {
  const { raw } = (metadata ?? {}) as Record<string, unknown>
  return typeof raw === 'string' ? (errorIn(raw) ?? raw) : undefined
}
