import { codeOf } from '#server/engine/service-error.ts'
import type { S3Location } from '#server/ports/files.ts'
import { AppError } from '#shared/errors.ts'

/** `code` is S3's, such as NoSuchBucket, or of the connection. */
export class S3Failure extends Error {
  readonly status: number
  readonly code: string

  constructor(status: number, code: string, message: string, cause?: unknown) {
    super(message, { cause })
    this.status = status
    this.code = code
  }
}

/** `body` is XML, and empty for HEAD requests. */
export function failureOf(status: number, body: string): S3Failure {
  const code = /<Code>([^<]*)<\/Code>/.exec(body)?.[1] ?? `HTTP${status}`
  const message = /<Message>([^<]*)<\/Message>/.exec(body)?.[1] ?? ''
  return new S3Failure(status, code, message || `The file store answered ${status}.`)
}

export function connectionFailure(error: unknown): S3Failure {
  return new S3Failure(0, codeOf(error) || 'NoConnection', error instanceof Error ? error.message : '', error)
}

const transient = new Set(['SlowDown', 'RequestTimeout', 'InternalError', 'ServiceUnavailable', 'Throttling'])

export function isTransient({ status, code }: S3Failure) {
  return status === 0 || status === 429 || status >= 500 || transient.has(code)
}

/** What users see: the sentence for the operator is in the cause, which is logged. */
export function toUnavailable(failure: S3Failure, location: S3Location): AppError {
  return new AppError('UNAVAILABLE', 'Files cannot be stored or read at the moment. Try again in a minute.', {
    cause: new Error(describe(failure, location), { cause: failure }),
  })
}

/** For the operator: what is wrong, and what to do about it. */
export function describe({ status, code, message }: S3Failure, location: S3Location): string {
  const { endpoint, bucket, region } = location
  const sentences: Record<string, string> = {
    NoSuchBucket: `The file store at ${endpoint} has no bucket named ${bucket}. Create it, or correct FILES_URL.`,
    AccessDenied: `The file store at ${endpoint} denies access to the bucket ${bucket}. The key needs s3:ListBucket, s3:ListBucketMultipartUploads, s3:GetObject, s3:PutObject, s3:DeleteObject and s3:AbortMultipartUpload.`,
    InvalidAccessKeyId: `The file store at ${endpoint} does not know the key in AWS_ACCESS_KEY_ID.`,
    SignatureDoesNotMatch: `The file store at ${endpoint} does not accept the signature. Check AWS_SECRET_ACCESS_KEY and the region in FILES_URL, which is ${region}.`,
    RequestTimeTooSkewed: `The clock of this machine differs too much from that of the file store at ${endpoint}. Set it with NTP.`,
    ExpiredToken: 'The AWS_SESSION_TOKEN of the file store has expired.',
    AuthorizationHeaderMalformed: `The file store at ${endpoint} expects another region than ${region}. Set region in FILES_URL.`,
    PermanentRedirect: `The bucket ${bucket} is not in the region ${region}. Set region and endpoint in FILES_URL to its own.`,
    NotImplemented: `The file store at ${endpoint} lacks a feature of S3 that Flowtill needs: ${message}`,
  }
  const byStatus: Record<number, string | undefined> = {
    0: `The file store at ${endpoint} cannot be reached (${code}). Check the endpoint in FILES_URL.`,
    301: sentences.PermanentRedirect,
    307: sentences.PermanentRedirect,
    403: sentences.AccessDenied,
  }
  return (
    sentences[code] ??
    byStatus[status] ??
    `The file store at ${endpoint} answered ${status} ${code}${message && `: ${message}`}`
  )
}

/** A concurrent write of the same key gives a conflict rather than a failed condition. */
export function isTaken(error: unknown) {
  return error instanceof S3Failure && (error.status === 412 || error.code === 'ConditionalRequestConflict')
}

/** Said about one file, not about the store. */
export function isExpected({ status, code }: S3Failure) {
  return (status === 404 && code !== 'NoSuchBucket') || [409, 412, 416].includes(status)
}

export function ignoreMissing(error: unknown): undefined {
  if (!(error instanceof S3Failure && error.status === 404)) {
    throw error
  }
}
