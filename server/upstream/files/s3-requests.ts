import { setTimeout as pause } from 'node:timers/promises'
import type { Dispatcher } from 'undici'
import { backoffMs } from '#server/engine/backoff.ts'
import type { S3Keys, S3Location } from '#server/ports/files.ts'
import { signAws } from '../aws-signature.ts'
import { connectionFailure, failureOf, isTransient, S3Failure } from './s3-errors.ts'

const ATTEMPTS = 5
const BACKOFF = { firstMs: 100, maxMs: 5_000 }
const SILENCE_MS = 60_000
const CONNECT_MS = 10_000
const CONNECTIONS = 64
/** Of an answer that is read as a whole: a page of a listing, or an error. */
const MAX_TEXT = 10_000_000

export type S3Request = {
  method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE'
  /** Without the prefix of the location; undefined for the bucket itself. */
  key?: string
  query?: Record<string, string>
  headers?: Record<string, string>
  body?: Uint8Array
}
export type S3Answer = Pick<Dispatcher.ResponseData, 'statusCode' | 'headers' | 'body'>
export type SendS3 = (request: S3Request) => Promise<S3Answer>

type Deps = {
  location: S3Location
  keys: S3Keys
  now: () => Date
  wait?: (ms: number) => Promise<unknown>
}

/**
 * Signed requests to one endpoint, by path. The address comes from the operator, so it may be private; no redirect is followed, so
 * nothing else is ever called. Repeats what failed for a moment. Throws S3Failure.
 */
export function createS3Requests({ location, keys, now, wait = pause }: Deps): SendS3 {
  let client: ReturnType<typeof createClient> | undefined

  async function send({ method, key, query = {}, headers = {}, body }: S3Request): Promise<S3Answer> {
    const url = new URL(`${location.endpoint}/${location.bucket}`)
    if (key !== undefined) {
      url.pathname += `/${(location.prefix + key).split('/').map(encode).join('/')}`
    }
    const parameters = Object.entries(query).map(([name, value]) => `${encode(name)}=${encode(value)}`)
    url.search = parameters.join('&')
    const signed = await signAws(
      { method, url, headers, region: location.region, service: 's3', ...(body && { body }) },
      keys,
      now(),
    )
    delete signed.host
    client ??= createClient()
    const { request, dispatcher } = await client
    const options = { dispatcher, method, headers: signed, body: body ?? null }
    const answer = await request(url, options).catch((error: unknown) => {
      throw connectionFailure(error)
    })
    if (answer.statusCode >= 300) {
      throw failureOf(answer.statusCode, method === 'HEAD' ? await drop(answer) : await readText(answer))
    }
    return answer
  }

  return async (given) => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await send(given)
      } catch (error) {
        if (attempt === ATTEMPTS || !(error instanceof S3Failure && isTransient(error))) {
          throw error
        }
        await wait(backoffMs(attempt, BACKOFF))
      }
    }
  }
}

/** Loaded with the first request: a start needs none. */
async function createClient() {
  const { Agent, request } = await import('undici')
  const dispatcher = new Agent({
    allowH2: false,
    connections: CONNECTIONS,
    connect: { timeout: CONNECT_MS },
    headersTimeout: SILENCE_MS,
    bodyTimeout: SILENCE_MS,
  })
  return { request, dispatcher }
}

export async function readText({ body }: Pick<S3Answer, 'body'>): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of body) {
      size += chunk.length
      if (size > MAX_TEXT) {
        throw new Error('The file store sent more than it was asked for.')
      }
      chunks.push(chunk)
    }
  } catch (error) {
    throw connectionFailure(error)
  }
  return Buffer.concat(chunks).toString('utf8')
}

async function drop({ body }: S3Answer) {
  await body.dump()
  return ''
}

function encode(text: string) {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}
