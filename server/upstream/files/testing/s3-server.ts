import { createHash, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import { checkSignature, SigningError } from './check-signature.ts'

/** Small, so that tests have several pages and parts. */
const PAGE = 3
const MIN_PART_BYTES = 5

type Stored = { bytes: Buffer; changed: Date; headers: Record<string, string> }
type Upload = { key: string; begun: Date; parts: Map<number, Buffer>; headers: Record<string, string> }
type Call = {
  method: string
  key: string
  query: URLSearchParams
  headers: Record<string, string>
  body: Buffer
}
type Reply = { status: number; body?: string | Buffer; headers?: Record<string, string> }
/** Replaces the answer to a call, or lets it happen. `cutAfter` breaks the connection after so many bytes of the body. */
type Disturbance = (call: Call) => (Reply & { cutAfter?: number }) | { cutAfter: number } | undefined

export const testBucket = 'flowtill-test'
export const testKeys = {
  accessKeyId: 'AKIATEST',
  secretAccessKey: 'the secret of the tests',
  sessionToken: undefined,
}

/**
 * An S3 server of one bucket in memory: signatures of version 4, single and multipart uploads, conditional writes, ranges, copies and
 * paged listings, as far as the file store uses them. Deliberately strict: what S3 rejects is rejected.
 */
export async function startS3Server({ region = 'eu-test-1', now = () => new Date() } = {}) {
  const objects = new Map<string, Stored>()
  const uploads = new Map<string, Upload>()
  const calls: Call[] = []
  const state: { disturb: Disturbance; ignoresConditions: boolean } = {
    disturb: () => undefined,
    ignoresConditions: false,
  }

  function handle(call: Call): Reply {
    const { method, key, query } = call
    if (key === '') {
      return query.has('uploads') ? listUploads(query) : listObjects(query)
    }
    if (query.has('uploadId') || query.has('uploads')) {
      return handleUpload(call)
    }
    const handlers: Record<string, (call: Call) => Reply> = { PUT: put, GET: get, HEAD: head, DELETE: remove }
    return handlers[method]?.(call) ?? failure(405, 'MethodNotAllowed')
  }

  function put({ key, headers, body }: Call): Reply {
    if (isTaken(key, headers)) {
      return failure(412, 'PreconditionFailed')
    }
    const source = headers['x-amz-copy-source']
    const copied = source === undefined ? undefined : objects.get(copySource(source))
    if (source !== undefined && !copied) {
      return failure(404, 'NoSuchKey')
    }
    const bytes = copied?.bytes ?? body
    objects.set(key, { bytes, changed: now(), headers: settingsOf(headers) })
    return copied
      ? xml(`<CopyObjectResult><ETag>${tagOf(bytes)}</ETag></CopyObjectResult>`)
      : { status: 200, headers: { etag: tagOf(bytes) } }
  }

  function get({ key, headers }: Call): Reply {
    const found = objects.get(key)
    if (!found) {
      return failure(404, 'NoSuchKey')
    }
    if (headers['if-match'] !== undefined && headers['if-match'] !== tagOf(found.bytes)) {
      return failure(412, 'PreconditionFailed')
    }
    return toRange(found, headers.range)
  }

  function toRange(found: Stored, range = ''): Reply {
    const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(range) ?? []
    if (from === undefined) {
      return { status: 200, body: found.bytes, headers: about(found) }
    }
    if (Number(from) >= found.bytes.length) {
      return failure(416, 'InvalidRange')
    }
    const body = found.bytes.subarray(Number(from), to ? Number(to) + 1 : undefined)
    return { status: 206, body, headers: about(found) }
  }

  function head({ key }: Call): Reply {
    const found = objects.get(key)
    return found
      ? { status: 200, headers: { ...about(found), 'content-length': String(found.bytes.length) } }
      : { status: 404 }
  }

  function remove({ key }: Call): Reply {
    objects.delete(key)
    return { status: 204 }
  }

  function handleUpload({ method, key, query, headers, body }: Call): Reply {
    if (query.has('uploads')) {
      const id = `${randomUUID()}&<>`
      uploads.set(id, { key, begun: now(), parts: new Map(), headers: settingsOf(headers) })
      return xml(
        `<InitiateMultipartUploadResult><UploadId>${toXml(id)}</UploadId></InitiateMultipartUploadResult>`,
      )
    }
    const id = query.get('uploadId') ?? ''
    const upload = uploads.get(id)
    if (upload?.key !== key) {
      return failure(404, 'NoSuchUpload')
    }
    if (method === 'PUT') {
      upload.parts.set(Number(query.get('partNumber')), body)
      return { status: 200, headers: { etag: tagOf(body) } }
    }
    if (method === 'DELETE') {
      uploads.delete(id)
      return { status: 204 }
    }
    return complete(id, upload, { headers, body })
  }

  function complete(
    id: string,
    { key, parts, ...upload }: Upload,
    { headers, body }: Pick<Call, 'headers' | 'body'>,
  ) {
    const named = [...String(body).matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>([^<]*)</g)].map(
      ([, number, tag]) => ({ tag, bytes: parts.get(Number(number)) }),
    )
    if (named.length === 0 || named.some(({ bytes, tag }) => !bytes || tagOf(bytes) !== tag)) {
      return failure(400, 'InvalidPart')
    }
    const pieces = named.flatMap(({ bytes }) => (bytes ? [bytes] : []))
    if (pieces.slice(0, -1).some(({ length }) => length < MIN_PART_BYTES)) {
      return failure(400, 'EntityTooSmall')
    }
    if (isTaken(key, headers)) {
      return failure(412, 'PreconditionFailed')
    }
    objects.set(key, { bytes: Buffer.concat(pieces), changed: now(), headers: upload.headers })
    uploads.delete(id)
    return xml('<CompleteMultipartUploadResult></CompleteMultipartUploadResult>')
  }

  function listObjects(query: URLSearchParams): Reply {
    const prefix = query.get('prefix') ?? ''
    const delimiter = query.get('delimiter')
    const after = query.get('continuation-token') ?? ''
    const names = [...objects.keys()].filter((key) => key.startsWith(prefix)).toSorted(byBytes)
    const rolled = [...new Set(names.map((key) => rollUp(key, prefix, delimiter)))].filter(
      (name) => name > after,
    )
    const page = rolled.slice(0, PAGE)
    const isTruncated = rolled.length > page.length
    const items = page.map((name) => {
      const found = objects.get(name)
      return found && !(delimiter && name.endsWith(delimiter))
        ? `<Contents><Key>${urlEncode(name)}</Key><LastModified>${found.changed.toISOString()}</LastModified><ETag>${toXml(tagOf(found.bytes))}</ETag><Size>${found.bytes.length}</Size></Contents>`
        : `<CommonPrefixes><Prefix>${urlEncode(name)}</Prefix></CommonPrefixes>`
    })
    return xml(
      `<ListBucketResult><Prefix>${urlEncode(prefix)}</Prefix><IsTruncated>${isTruncated}</IsTruncated>${isTruncated ? `<NextContinuationToken>${toXml(page.at(-1) ?? '')}</NextContinuationToken>` : ''}${items.join('')}</ListBucketResult>`,
    )
  }

  function listUploads(query: URLSearchParams): Reply {
    const prefix = query.get('prefix') ?? ''
    const after = query.get('upload-id-marker') ?? ''
    const all = [...uploads].filter(([id, { key }]) => key.startsWith(prefix) && id > after)
    const page = all.toSorted(([a], [b]) => (a < b ? -1 : 1)).slice(0, PAGE)
    const [id = '', last] = page.at(-1) ?? []
    const items = page.map(
      ([uploadId, { key, begun }]) =>
        `<Upload><Key>${urlEncode(key)}</Key><UploadId>${toXml(uploadId)}</UploadId><Initiated>${begun.toISOString()}</Initiated></Upload>`,
    )
    return xml(
      `<ListMultipartUploadsResult><IsTruncated>${all.length > page.length}</IsTruncated><NextKeyMarker>${urlEncode(last?.key ?? '')}</NextKeyMarker><NextUploadIdMarker>${toXml(id)}</NextUploadIdMarker>${items.join('')}</ListMultipartUploadsResult>`,
    )
  }

  const isTaken = (key: string, headers: Record<string, string>) =>
    headers['if-none-match'] === '*' && objects.has(key) && !state.ignoresConditions

  async function answer(request: IncomingMessage): Promise<Reply & { cutAfter?: number }> {
    const call = await readCall(request)
    calls.push(call)
    const disturbed = state.disturb(call)
    if (disturbed && 'status' in disturbed) {
      return disturbed
    }
    try {
      checkSignature(request, call.body, { ...testKeys, region, now: now() })
    } catch (error) {
      return failure(403, error instanceof SigningError ? error.code : 'AccessDenied')
    }
    const [, bucket] = (request.url ?? '').split(/[/?]/)
    return bucket === testBucket ? { ...handle(call), ...disturbed } : failure(404, 'NoSuchBucket')
  }

  const server = createServer((request, response) => {
    void answer(request).then(({ status, body = '', headers = {}, cutAfter }) => {
      if (cutAfter === 0) {
        request.socket.destroy()
        return
      }
      response.writeHead(status, { 'content-length': Buffer.byteLength(body), ...headers })
      if (cutAfter !== undefined) {
        response.write(Buffer.from(body).subarray(0, cutAfter), () => response.destroy())
      } else {
        response.end(request.method === 'HEAD' ? undefined : body)
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { endpoint, region, objects, uploads, calls, state }
}

async function readCall(request: IncomingMessage): Promise<Call> {
  const chunks: Buffer[] = []
  for await (const chunk of request) {
    chunks.push(chunk)
  }
  const { pathname, searchParams: query } = new URL(request.url ?? '', 'http://localhost')
  const key = decodeURIComponent(pathname.split('/').slice(2).join('/'))
  const headers = Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
  )
  return { method: request.method ?? '', key, query, headers, body: Buffer.concat(chunks) }
}

function copySource(source: string) {
  return decodeURIComponent(source).replace(`/${testBucket}/`, '')
}

function settingsOf(headers: Record<string, string>) {
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => /^x-amz-(server-side|meta-)/.test(name)),
  )
}

function about({ bytes, changed, headers }: Stored) {
  return { ...headers, etag: tagOf(bytes), 'last-modified': changed.toUTCString() }
}

function tagOf(bytes: Buffer) {
  return `"${createHash('md5').update(bytes).digest('hex')}"`
}

function rollUp(key: string, prefix: string, delimiter: string | null) {
  const end = delimiter ? key.indexOf(delimiter, prefix.length) : -1
  return end < 0 ? key : key.slice(0, end + 1)
}

function byBytes(a: string, b: string) {
  return Buffer.compare(Buffer.from(a), Buffer.from(b))
}

export function failure(status: number, code: string): Reply {
  return { ...xml(`<Error><Code>${code}</Code><Message>Rejected by the test</Message></Error>`), status }
}

function xml(body: string): Reply {
  return {
    status: 200,
    body: `<?xml version="1.0" encoding="UTF-8"?>\n${body}`,
    headers: { 'content-type': 'application/xml' },
  }
}

function urlEncode(text: string) {
  return encodeURIComponent(text).replaceAll('%20', '+').replaceAll('%2F', '/')
}

function toXml(text: string) {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
