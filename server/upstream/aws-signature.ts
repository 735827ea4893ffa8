import { createHash, createHmac } from 'node:crypto'
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
export function signAws(request: AwsRequest, keys: AwsKeys, now: Date): Record<string, string> {
  const { method, url, body = '', headers = {}, region, service } = request
  const stamp = now.toISOString().replace(/[-:]|\.\d{3}/g, '')
  const day = stamp.slice(0, 8)
  const content = sha256(body)
  const signed: Record<string, string> = {
    ...lowered(headers),
    host: url.host,
    'x-amz-content-sha256': content,
    'x-amz-date': stamp,
    ...(keys.sessionToken && { 'x-amz-security-token': keys.sessionToken }),
  }
  const names = Object.keys(signed).sort()
  const canonical = [
    method,
    // S3 takes the path as it is sent; everybody else encodes it once more.
    service === 's3' ? url.pathname : url.pathname.split('/').map(encode).join('/'),
    canonicalQuery(url),
    ...names.map((name) => `${name}:${signed[name]?.trim()}`),
    '',
    names.join(';'),
    content,
  ].join('\n')
  const scope = `${day}/${region}/${service}/aws4_request`
  const key = [day, region, service, 'aws4_request'].reduce<string | Buffer>(
    (secret, part) => hmac(secret, part),
    `AWS4${keys.secretAccessKey}`,
  )
  const signature = hmac(key, ['AWS4-HMAC-SHA256', stamp, scope, sha256(canonical)].join('\n')).toString(
    'hex',
  )
  const { host: _, ...sent } = signed
  return {
    ...sent,
    authorization: `AWS4-HMAC-SHA256 Credential=${keys.accessKeyId}/${scope}, SignedHeaders=${names.join(';')}, Signature=${signature}`,
  }
}

/** The port: a signed GET through the guard. */
export function createFetchAws({
  fetch,
  now,
}: {
  fetch: typeof globalThis.fetch
  now: () => Date
}): Ports['fetchAws'] {
  return ({ url, region, service, ...keys }, signal) => {
    const headers = signAws({ method: 'GET', url: new URL(url), region, service }, keys, now())
    return fetch(url, { headers, signal })
  }
}

function canonicalQuery({ searchParams }: URL) {
  return [...searchParams]
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join('&')
}

function encode(text: string) {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

function lowered(headers: Record<string, string>) {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
}

function sha256(text: string) {
  return createHash('sha256').update(text).digest('hex')
}

function hmac(key: string | Buffer, text: string) {
  return createHmac('sha256', key).update(text).digest()
}
