/** Equal for all attempts of a call, and different for every other call. 32 characters. */
export async function idempotencyKeyOf(runId: string, callId: string): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify([runId, callId]))
  const hash = await crypto.subtle.digest('SHA-256', bytes)
  return Buffer.from(hash).toString('base64url').slice(0, 32)
}

/** A script may send several requests in one call, each with a key of its own; the first has the key of the call. */
export async function keyOfRequest(key: string, count: number): Promise<string> {
  return count === 1 ? key : idempotencyKeyOf(key, String(count))
}
