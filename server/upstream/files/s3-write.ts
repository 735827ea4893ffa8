import { randomUUID } from 'node:crypto'
import type { FileStore, S3Location } from '#server/ports/files.ts'
import { inPieces } from './in-pieces.ts'
import { ignoreMissing, isTaken, S3Failure, toUnavailable } from './s3-errors.ts'
import { toText } from './s3-listing.ts'
import { readText, type SendS3 } from './s3-requests.ts'

/** Tells an own write from that of another process. */
const WRITE_ID = 'x-amz-meta-write-id'

type Writing = {
  key: string
  settings: Record<string, string>
  condition: Record<string, string> | undefined
}
type Deps = { send: SendS3; location: S3Location; partBytes: number }

/** Writes a file with one request, or in parts when it is longer than one. */
export function createS3Write({ send, location, partBytes }: Deps): FileStore['put'] {
  const settings = encryptionHeaders(location)

  async function put(
    key: string,
    content: Uint8Array | AsyncIterable<Uint8Array>,
    { isNew = false }: { isNew?: boolean } = {},
  ): Promise<boolean> {
    const writeId = randomUUID()
    const condition = isNew ? { 'if-none-match': '*' } : undefined
    try {
      await write({ key, settings: { ...settings, [WRITE_ID]: writeId }, condition }, content)
      return true
    } catch (error) {
      return isDone(error, key, writeId)
    }
  }

  async function write(writing: Writing, content: Uint8Array | AsyncIterable<Uint8Array>) {
    const pieces = inPieces(content, partBytes)
    const first = (await pieces.next()).value ?? new Uint8Array()
    const second = (await pieces.next()).value
    if (second !== undefined) {
      return putParts(writing, [first, second], pieces)
    }
    const { key, settings: stored, condition } = writing
    await readText(await send({ method: 'PUT', key, body: first, headers: { ...stored, ...condition } }))
  }

  /** A repeated request is rejected where the first one was done, and only its answer was lost. */
  async function isDone(error: unknown, key: string, writeId: string): Promise<boolean> {
    if (!(error instanceof S3Failure)) {
      throw error
    }
    if ((await writeIdOf(key)) === writeId) {
      return true
    }
    if (isTaken(error)) {
      return false
    }
    throw toUnavailable(error, location)
  }

  async function writeIdOf(key: string) {
    const answer = await send({ method: 'HEAD', key }).catch(ignoreMissing)
    await answer?.body.dump()
    return answer?.headers[WRITE_ID]
  }

  async function putParts(writing: Writing, begun: Uint8Array[], rest: AsyncIterable<Uint8Array>) {
    const { key, settings: headers } = writing
    const started = await readText(await send({ method: 'POST', key, query: { uploads: '' }, headers }))
    const uploadId = toText(/<UploadId>([^<]+)<\/UploadId>/.exec(started)?.[1] ?? '')
    try {
      const tags: string[] = []
      for await (const body of concat(begun, rest)) {
        const query = { partNumber: String(tags.length + 1), uploadId }
        const answer = await send({ method: 'PUT', key, query, body })
        tags.push(String(answer.headers.etag))
        await answer.body.dump()
      }
      await complete(writing, uploadId, tags)
    } catch (error) {
      // What is left is removed later if this fails as well.
      await send({ method: 'DELETE', key, query: { uploadId } }).catch(() => undefined)
      throw error
    }
  }

  async function complete({ key, condition }: Writing, uploadId: string, tags: readonly string[]) {
    const parts = tags.map(
      (tag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${tag}</ETag></Part>`,
    )
    const body = Buffer.from(`<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`)
    const headers = { 'content-type': 'application/xml', ...condition }
    const answer = await readText(await send({ method: 'POST', key, query: { uploadId }, body, headers }))
    rejectLateFailure(answer, location)
  }

  return put
}

/** A copy or a completion may fail after its status was sent. */
export function rejectLateFailure(answer: string, location: S3Location) {
  const code = /<Error>[\s\S]*<Code>([^<]*)<\/Code>/.exec(answer)?.[1]
  if (code !== undefined) {
    throw toUnavailable(new S3Failure(200, code, 'The file was not completed.'), location)
  }
}

export function encryptionHeaders({ encryption }: S3Location): Record<string, string> {
  if (!encryption) {
    return {}
  }
  const key = encryption.algorithm === 'aws:kms' ? encryption.key : undefined
  return {
    'x-amz-server-side-encryption': encryption.algorithm,
    ...(key !== undefined && { 'x-amz-server-side-encryption-aws-kms-key-id': key }),
  }
}

/** Empties the first list, so that its pieces are not held in memory. */
async function* concat(first: Uint8Array[], rest: AsyncIterable<Uint8Array>) {
  for (let piece = first.shift(); piece; piece = first.shift()) {
    yield piece
  }
  yield* rest
}
