import type { Json } from '#server/engine/inputs.ts'
import { isRecord } from '#shared/json.ts'

/** `one, two` → both, empty ones left out; undefined when there is none. */
export function readList(text: string | undefined): string[] | undefined {
  const parts = (text ?? '').split(',').map((part) => part.trim())
  const filled = parts.filter((part) => part !== '')
  return filled.length > 0 ? filled : undefined
}

/** Headers that carry keys or say where a request goes are not the flow's to set. */
const keyHeaders =
  /^(host|authorization|proxy-|x-api-key|api-key|cookie|content-|x-goog-api-key|forwarded|x-forwarded-)/i

/** Flow files keep further request headers as JSON. */
export function readHeaders(json: Json | undefined): Record<string, string> | undefined {
  if (!isRecord(json)) {
    return undefined
  }
  const headers = Object.entries(json).flatMap(([name, value]) =>
    /^[\w-]+$/.test(name) && !keyHeaders.test(name) && ['string', 'number'].includes(typeof value)
      ? [[name, String(value).replace(/[\r\n]+/g, ' ')] as const]
      : [],
  )
  return headers.length > 0 ? Object.fromEntries(headers) : undefined
}

/** Without the names that have no value; undefined when nothing is left. */
export function keepSet(options: Record<string, Json | undefined>): Record<string, Json> | undefined {
  const set = Object.entries(options).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  )
  return set.length > 0 ? Object.fromEntries(set) : undefined
}

/** An address somebody typed over the usual one; undefined while it is the usual one, which a shared key may go to. */
export function otherThan(usual: string, typed: string | undefined): string | undefined {
  return typed?.trim().replace(/\/+$/, '') === usual ? undefined : typed
}
