import type { Json } from '#server/engine/inputs.ts'
import type { HostAnswer } from './script-contract.ts'
import { limits } from './script-contract.ts'

type ReceivedRequest = {
  url: string
  method: string
  headers: Record<string, string>
  text?: string
  base64?: string
}

/** The script's only network access: guarded, counted, and limited to the response size the sandbox can hold. */
export async function fetchForScript(
  fetch: typeof globalThis.fetch,
  requested: Json,
  { count, signal, idempotencyKey }: { count: number; signal: AbortSignal; idempotencyKey?: string },
): Promise<HostAnswer> {
  if (count > limits.fetches) {
    return { rejection: `A script may make ${limits.fetches} requests.` }
  }
  const { url, method, text, base64, headers: own } = requested as ReceivedRequest
  const headers = new Headers(own)
  if (idempotencyKey !== undefined && !headers.has('idempotency-key')) {
    headers.set('Idempotency-Key', idempotencyKey)
  }
  const body = base64 === undefined ? text : Buffer.from(base64, 'base64')
  const response = await fetch(url, { method, headers, signal, ...(body !== undefined && { body }) })
  const bytes = new Uint8Array(await response.arrayBuffer())
  if (bytes.length > limits.fetchCharacters) {
    return { rejection: `The answer of ${new URL(url).host} is longer than a script may read.` }
  }
  return {
    result: {
      url,
      status: response.status,
      statusText: response.statusText,
      headers: Object.fromEntries(response.headers),
      ...readBytes(bytes),
    },
  }
}

function readBytes(bytes: Uint8Array): { text: string } | { base64: string } {
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) }
  } catch {
    return { base64: Buffer.from(bytes).toString('base64') }
  }
}
