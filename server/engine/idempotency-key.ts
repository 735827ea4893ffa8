import { hash } from 'node:crypto'

/** Equal for all attempts of a call, and different for every other call. 32 characters. */
export function idempotencyKeyOf(runId: string, callId: string): string {
  return hash('sha256', JSON.stringify([runId, callId]), 'base64url').slice(0, 32)
}

/** A script may send several requests in one call, each with a key of its own; the first has the key of the call. */
export function keyOfRequest(key: string, count: number): string {
  return count === 1 ? key : idempotencyKeyOf(key, String(count))
}
