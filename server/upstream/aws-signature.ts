import { createHash } from 'node:crypto'
import { AwsV4Signer } from 'aws4fetch'
import type { Ports } from '#server/engine/ports.ts'

export type AwsKeys = { accessKeyId: string; secretAccessKey: string; sessionToken?: string | undefined }
export type AwsRequest = {
  method: string
  url: URL
  body?: string | Uint8Array
  headers?: Record<string, string>
  region: string
  service: string
}

/** AWS model credentials hold three values in one key, one per line. */
export function readAwsKeys(apiKey: string): AwsKeys {
  const [accessKeyId = '', secretAccessKey = '', sessionToken] = apiKey.split('\n')
  return { accessKeyId, secretAccessKey, sessionToken: sessionToken || undefined }
}

/** Signs a request with Signature Version 4; `now` is the time of sending. */
export async function signAws(request: AwsRequest, keys: AwsKeys, now: Date) {
  const { sessionToken, ...pair } = keys
  const contentHash = createHash('sha256')
    .update(request.body ?? '')
    .digest('hex')
  const { body: _, ...signed } = request
  const signer = new AwsV4Signer({
    ...signed,
    ...pair,
    ...(sessionToken && { sessionToken }),
    url: request.url.href,
    // The signer leaves the body of S3 requests unsigned by default.
    headers: { ...request.headers, 'x-amz-content-sha256': contentHash },
    allHeaders: true,
    datetime: now.toISOString().replace(/[-:]|\.\d{3}/g, ''),
  })
  const { headers } = await signer.sign()
  return Object.fromEntries(headers)
}

/** Sends signed GET requests through the guarded fetch. */
export function createFetchAws({
  fetch,
  now,
}: {
  fetch: typeof globalThis.fetch
  now: () => Date
}): Ports['fetchAws'] {
  return async ({ url, region, service, ...keys }, signal) => {
    const headers = await signAws({ method: 'GET', url: new URL(url), region, service }, keys, now())
    return fetch(url, { headers, signal })
  }
}
