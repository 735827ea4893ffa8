import type { ByteRange, FileStore, S3Location } from '#server/ports/files.ts'
import { connectionFailure, ignoreMissing, S3Failure, toUnavailable } from './s3-errors.ts'
import type { S3Answer, SendS3 } from './s3-requests.ts'

/** Of one file, each going on where the last one broke. */
const ATTEMPTS = 5
const WHOLE: ByteRange = { start: 0, end: Number.POSITIVE_INFINITY }

type Reading = { key: string; end: number }

/** Streams a file. A connection that breaks is opened again where it broke, as long as the file is the same. */
export function createS3Read(send: SendS3, location: S3Location): FileStore['read'] {
  function open({ key, end }: Reading, start: number, version?: string) {
    const isWhole = start === 0 && end === Number.POSITIVE_INFINITY
    const headers = {
      ...(!isWhole && { range: `bytes=${start}-${end === Number.POSITIVE_INFINITY ? '' : end}` }),
      ...(version !== undefined && { 'if-match': version }),
    }
    return send({ method: 'GET', key, headers }).catch(ignoreMissing)
  }

  async function* stream(reading: Reading, start: number, first: S3Answer): AsyncGenerator<Uint8Array> {
    const version = String(first.headers.etag)
    const progress = { position: start }
    let answer: S3Answer = first
    for (let attempt = 1; ; attempt += 1) {
      const failure = yield* pass(answer, progress)
      if (!failure) {
        return
      }
      const again = attempt < ATTEMPTS ? await open(reading, progress.position, version) : undefined
      if (!again) {
        throw toUnavailable(failure, location)
      }
      answer = again
    }
  }

  return async (key, { start, end } = WHOLE) => {
    const reading = { key, end }
    const opened = await open(reading, start).catch(ignoreBeyond)
    return opened === 'beyond' ? nothing() : opened && stream(reading, start, opened)
  }
}

/** Returns why the connection broke. */
async function* pass({ body }: S3Answer, progress: { position: number }) {
  try {
    for await (const chunk of body as AsyncIterable<Uint8Array>) {
      progress.position += chunk.length
      yield chunk
    }
    return undefined
  } catch (error) {
    return connectionFailure(error)
  }
}

/** A range that begins at or behind the end of the file. */
function ignoreBeyond(error: unknown): 'beyond' {
  if (error instanceof S3Failure && error.status === 416) {
    return 'beyond'
  }
  throw error
}

async function* nothing(): AsyncGenerator<Uint8Array> {}
