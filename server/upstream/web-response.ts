import type { Dispatcher } from 'undici'
import { AppError } from '#shared/errors.ts'

type Answer = Dispatcher.ResponseData

/** Drops cookies and connection headers. */
const forwardedHeaders = [
  'content-type',
  'retry-after',
  'x-request-id',
  'request-id',
  'openai-processing-ms',
  // Names the session of an MCP server that keeps one.
  'mcp-session-id',
]

const flowing = /event-stream|ndjson|jsonl|json-seq/

/** A web `Response` of what undici received: streams flow, everything else is read at once, which is much cheaper. */
export async function toResponse(answer: Answer, maxBytes: number): Promise<Response> {
  const { statusCode: status, headers: received, body } = answer
  const encoding = received['content-encoding']
  if (encoding && encoding !== 'identity') {
    body.on('error', () => undefined).destroy()
    throw new AppError('UPSTREAM_FAILED', 'The server sent a packed answer, which was not asked for.')
  }
  const headers: [string, string][] = []
  for (const name of forwardedHeaders) {
    const value = received[name]
    if (value !== undefined) {
      headers.push([name, String(value)])
    }
  }
  if (status === 204 || status === 205) {
    await body.dump()
    return new Response(null, { status, headers })
  }
  const isFlowing = status < 300 && flowing.test(String(received['content-type']))
  const content = isFlowing ? toStream(body, maxBytes) : await collect(body, maxBytes)
  return new Response(content, { status, headers })
}

function collect(body: Answer['body'], maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array<ArrayBuffer>>()
  const chunks: Buffer[] = []
  let bytes = 0
  body.on('error', reject)
  body.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    chunks.push(chunk)
    if (bytes > maxBytes) {
      body.destroy(tooLarge())
    }
  })
  body.on('end', () =>
    resolve(chunks.length === 1 && chunks[0] ? plain(chunks[0]) : plain(Buffer.concat(chunks))),
  )
  return promise
}

/** So much of a stream waits here for its reader; beyond, the server is made to wait. */
const maxWaiting = 256_000

/**
 * What has arrived is handed on before a fault is: an answer cut short is paid as far as it was received. Whatever came
 * in one turn is handed on in one piece, for each piece travels through several streams.
 */
function toStream(body: Answer['body'], maxBytes: number): ReadableStream<Uint8Array<ArrayBuffer>> {
  let chunks: Buffer[] = []
  let waiting = 0
  let total = 0
  let ended: { error?: unknown } | undefined
  let isAwaited = false

  function actor(controller: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>>) {
    const [first] = chunks
    isAwaited = !first && !ended
    if (first) {
      const together = chunks.length === 1 ? first : Buffer.concat(chunks)
      chunks = []
      waiting = 0
      controller.enqueue(plain(together))
    } else if (ended) {
      'error' in ended ? controller.error(ended.error) : controller.close()
    }
    body.resume()
  }

  function listen(controller: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>>) {
    const arrive = () => {
      if (isAwaited) {
        isAwaited = false
        queueMicrotask(() => actor(controller))
      }
    }
    const end = (how: { error?: unknown }) => {
      ended ??= how
      arrive()
    }
    body.on('end', () => end({}))
    body.on('error', (error) => end({ error }))
    body.on('data', (chunk: Buffer) => {
      total += chunk.length
      waiting += chunk.length
      chunks.push(chunk)
      if (waiting >= maxWaiting) {
        body.pause()
      }
      arrive()
      return total > maxBytes && body.destroy(tooLarge())
    })
  }

  // Nobody reads on: the connection is closed, so that the server stops writing.
  const cancel = () => void body.destroy()
  return new ReadableStream({ start: listen, pull: actor, cancel }, { highWaterMark: 0 })
}

function plain(chunk: Buffer) {
  return chunk as Uint8Array<ArrayBuffer>
}

function tooLarge() {
  return new AppError('UPSTREAM_FAILED', 'The server sent more than we are willing to read.')
}
