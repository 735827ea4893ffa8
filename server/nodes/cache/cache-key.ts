/** Hashed, so that keys in a shared cache do not reveal questions. */
export async function cacheKey(flowId: string, requested: string): Promise<string> {
  const bytes = new TextEncoder().encode(requested)
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return `flowtill:${flowId}:${[...hash].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
}
