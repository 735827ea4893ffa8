import type { Json } from '#server/engine/inputs.ts'
import { isRecord } from '#shared/json.ts'

/** `one, two` → both. Empty parts are dropped; undefined if none is left. */
export function readList(text: string | undefined): string[] | undefined {
  const parts = (text ?? '').split(',').map((part) => part.trim())
  const nonEmpty = parts.filter((part) => part !== '')
  return nonEmpty.length > 0 ? nonEmpty : undefined
}

/** Flows must not set headers that carry keys or route the request. */
const keyHeaders =
  /^(host|authorization|proxy-|x-api-key|api-key|cookie|content-|x-goog-api-key|forwarded|x-forwarded-)/i

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

export function onlySet(options: Record<string, Json | undefined>): Record<string, Json> | undefined {
  const set = Object.entries(options).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  )
  return set.length > 0 ? Object.fromEntries(set) : undefined
}

/** Undefined for the default address, which may receive a shared key. */
export function otherThan(defaults: string, typed: string | undefined): string | undefined {
  return typed?.trim().replace(/\/+$/, '') === defaults ? undefined : typed
}
