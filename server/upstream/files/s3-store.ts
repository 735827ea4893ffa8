import { randomUUID } from 'node:crypto'
import type { FileInfo, FileStore, S3Keys, S3Location } from '#server/ports/files.ts'
import { describe, ignoreMissing, isExpected, isTaken, S3Failure, toUnavailable } from './s3-errors.ts'
import { createS3Listing } from './s3-listing.ts'
import { createS3Read } from './s3-read.ts'
import { createS3Requests, readText, type S3Request, type SendS3 } from './s3-requests.ts'
import { createS3Write, encryptionHeaders, rejectLateFailure } from './s3-write.ts'

/** What one request uploads; a longer file is uploaded in parts of this size. S3 takes at least 5 MB and at most 10,000 of them. */
const PART_BYTES = 8 * 1_048_576
const REMOVALS = 8

type Deps = {
  location: S3Location
  keys: S3Keys
  now: () => Date
  wait?: (ms: number) => Promise<unknown>
  partBytes?: number
}

/** Files in a bucket of an S3-compatible service. At most two parts of a file are in memory. */
export function createS3Store({ partBytes = PART_BYTES, ...deps }: Deps): FileStore {
  const { location } = deps
  const request = createS3Requests(deps)

  async function send(given: S3Request) {
    try {
      return await request(given)
    } catch (error) {
      throw error instanceof S3Failure && !isExpected(error) ? toUnavailable(error, location) : error
    }
  }

  const sendText = async (given: S3Request) => readText(await send(given))
  const { pages, listUploads } = createS3Listing(sendText, location.prefix)

  async function find(key: string): Promise<FileInfo | undefined> {
    const answer = await send({ method: 'HEAD', key }).catch(ignoreMissing)
    await answer?.body.dump()
    return (
      answer && {
        key,
        size: Number(answer.headers['content-length']),
        version: String(answer.headers.etag),
        changedAt: Date.parse(String(answer.headers['last-modified'])),
      }
    )
  }

  async function remove(key: string, query: Record<string, string> = {}) {
    const answer = await send({ method: 'DELETE', key, query }).catch(ignoreMissing)
    await answer?.body.dump()
  }

  return {
    find,
    put: createS3Write({ send, location, partBytes }),
    read: createS3Read(send, location),
    remove: (key) => remove(key),
    async *list(prefix) {
      for await (const { files } of pages({ prefix })) {
        yield* files
      }
    },
    async copy(from, to) {
      const source = [location.bucket, ...(location.prefix + from).split('/')]
        .map(encodeURIComponent)
        .join('/')
      const headers = { 'x-amz-copy-source': `/${source}`, ...encryptionHeaders(location) }
      const answer = await sendText({ method: 'PUT', key: to, headers }).catch(ignoreMissing)
      rejectLateFailure(answer ?? '', location)
      return answer !== undefined
    },
    async *listFolders(prefix) {
      for await (const { folders } of pages({ prefix, delimiter: '/' })) {
        yield* folders.map((folder) => folder.slice(prefix.length, -1))
      }
    },
    async removeAll(prefix) {
      for await (const { files } of pages({ prefix })) {
        const keys = files.map(({ key }) => key)
        const workers = Array.from({ length: REMOVALS }, async () => {
          for (let key = keys.pop(); key !== undefined; key = keys.pop()) {
            await remove(key)
          }
        })
        await Promise.all(workers)
      }
    },
    async removeLeftovers(before) {
      for await (const { key, uploadId, begunAt } of listUploads()) {
        await (begunAt < before.getTime() && remove(key, { uploadId }))
      }
    },
    check: () => check(request, location),
  }
}

/** Does everything with a file of its own that Flowtill will do. */
async function check(request: SendS3, location: S3Location) {
  const key = `check/${randomUUID()}`
  const call = async (given: S3Request) => void (await readText(await request(given)))
  const settings = encryptionHeaders(location)
  try {
    await call({ method: 'PUT', key, body: Buffer.from('first'), headers: settings })
    const condition = { 'if-none-match': '*' }
    const isProtected = await call({
      ...{ method: 'PUT', key, body: Buffer.from('second') },
      headers: { ...settings, ...condition },
    }).then(
      () => false,
      (error: unknown) => isTaken(error) || Promise.reject(error),
    )
    await call({ method: 'GET', key })
    await call({ method: 'GET', query: { 'list-type': '2', 'max-keys': '1' } })
    await call({ method: 'DELETE', key })
    if (!isProtected) {
      throw new Error(
        `The file store at ${location.endpoint} ignores If-None-Match, so two processes could overwrite each other’s files. Use one that supports conditional writes.`,
      )
    }
  } catch (error) {
    throw error instanceof S3Failure ? new Error(describe(error, location), { cause: error }) : error
  }
}
