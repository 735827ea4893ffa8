import { createHash } from 'node:crypto'
import { AwsV4Signer } from 'aws4fetch'
import type { Ports } from '#server/engine/ports.ts'

export type AwsKeys = { accessKeyId: string; secretAccessKey: string; sessionToken?: string | undefined }
export type AwsRequest = {
  method: 'GET' | 'POST'
  url: URL
  body?: string
  headers?: Record<string, string>
  region: string
  service: string
}

/** The key of a credential, three in one in lines, as models of AWS take it. */
export function readAwsKeys(apiKey: string): AwsKeys {
  const [accessKeyId = '', secretAccessKey = '', sessionToken] = apiKey.split('\n')
  return { accessKeyId, secretAccessKey, sessionToken: sessionToken || undefined }
}

/** The headers of a request signed with Signature Version 4, `now` being the moment it is sent. */
export async function signAws(request: AwsRequest, keys: AwsKeys, now: Date) {
  const { sessionToken, ...pair } = keys
  const contentHash = createHash('sha256')
    .update(request.body ?? '')
    .digest('hex')
  const signer = new AwsV4Signer({
    ...request,
    ...pair,
    ...(sessionToken && { sessionToken }),
    url: request.url.href,
    // The signer would leave the body of S3 requests unsigned.
    headers: { ...request.headers, 'x-amz-content-sha256': contentHash },
    allHeaders: true,
    datetime: now.toISOString().replace(/[-:]|\.\d{3}/g, ''),
  })
  const { headers } = await signer.sign()
  return Object.fromEntries(headers)
}

/** The port: a signed GET through the guard. */
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
