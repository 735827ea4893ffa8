import { createHash, createHmac } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

const SKEW_MS = 15 * 60_000

/** `code` is S3's. */
export class SigningError extends Error {
  readonly code: string

  constructor(code: string) {
    super(code)
    this.code = code
  }
}

type Expected = { accessKeyId: string; secretAccessKey: string; region: string; now: Date }

/**
 * Verifies Signature Version 4 as Amazon documents it, independently of the library that signs: over the request line as it was
 * received, the signed headers and the body.
 */
export function checkSignature(request: IncomingMessage, body: Buffer, expected: Expected) {
  const { authorization = '' } = request.headers
  const [, keyId, date = '', region = '', signedHeaders = '', signature] =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=([\da-f]{64})$/.exec(
      authorization,
    ) ?? reject('AccessDenied')
  const time = String(request.headers['x-amz-date'])
  const sentAt = Date.parse(time.replace(/^(....)(..)(..)T(..)(..)(..)Z$/, '$1-$2-$3T$4:$5:$6Z'))
  if (keyId !== expected.accessKeyId) {
    reject('InvalidAccessKeyId')
  }
  if (!(Math.abs(sentAt - expected.now.getTime()) < SKEW_MS)) {
    reject('RequestTimeTooSkewed')
  }
  if (region !== expected.region) {
    reject('AuthorizationHeaderMalformed')
  }
  const contentHash = sha256(body)
  if (request.headers['x-amz-content-sha256'] !== contentHash) {
    reject('XAmzContentSHA256Mismatch')
  }
  requireSigned(request, signedHeaders.split(';'))
  const [path = '', query = ''] = (request.url ?? '').split('?')
  const parameters =
    query === '' ? [] : query.split('&').map((pair) => (pair.includes('=') ? pair : `${pair}=`))
  const canonical = [
    ...[request.method, path, parameters.toSorted().join('&')],
    ...signedHeaders.split(';').map((name) => `${name}:${String(request.headers[name]).trim()}`),
    ...['', signedHeaders, contentHash],
  ].join('\n')
  const scope = `${date}/${region}/s3/aws4_request`
  const text = ['AWS4-HMAC-SHA256', time, scope, sha256(canonical)].join('\n')
  let key: Buffer = Buffer.from(`AWS4${expected.secretAccessKey}`)
  for (const part of [date, region, 's3', 'aws4_request']) {
    key = createHmac('sha256', key).update(part).digest()
  }
  if (createHmac('sha256', key).update(text).digest('hex') !== signature) {
    reject('SignatureDoesNotMatch')
  }
}

/** The host and everything of Amazon's must be signed. */
function requireSigned({ headers }: IncomingMessage, signed: readonly string[]) {
  const required = Object.keys(headers).filter((name) => name === 'host' || name.startsWith('x-amz-'))
  if (required.some((name) => !signed.includes(name))) {
    reject('AccessDenied')
  }
}

function sha256(content: string | Buffer) {
  return createHash('sha256').update(content).digest('hex')
}

function reject(code: string): never {
  throw new SigningError(code)
}
