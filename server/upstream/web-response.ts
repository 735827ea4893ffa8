import type { Dispatcher } from 'undici'
import { AppError } from '#shared/errors.ts'

type Answer = Dispatcher.ResponseData

/** All others, such as cookies and connection headers, are dropped. */
const forwardedHeaders = [
  'content-type',
  'retry-after',
  'x-request-id',
  'request-id',
  'openai-processing-ms',
  'mcp-session-id',
]

const flowing = /event-stream|ndjson|jsonl|json-seq/

/**
 * Converts undici's response to a web `Response`. Streams are passed through; other bodies are read at once, which
 * is much cheaper.
 */
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

/** Max buffered bytes of a stream; beyond it the server has to wait (backpressure). */
const maxWaiting = 256_000

/**
 * Received data is passed on before an error, because a truncated answer is billed for the received part. Chunks
 * of one turn are merged, because each piece passes through several streams.
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

  // The reader cancelled; closing the connection makes the server stop writing.
  const cancel = () => void body.destroy()
  return new ReadableStream({ start: listen, pull: actor, cancel }, { highWaterMark: 0 })
}

function plain(chunk: Buffer) {
  return chunk as Uint8Array<ArrayBuffer>
}

function tooLarge() {
  return new AppError('UPSTREAM_FAILED', 'The server sent more than we are willing to read.')
}
