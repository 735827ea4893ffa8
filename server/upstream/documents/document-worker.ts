// A thread that reads documents, and the way to it: a hostile or merely large one must not hold up everybody else. One file
// is both ends, so that its own address is right from the sources and from the bundle.
import { isMainThread, type MessagePort, parentPort, Worker, workerData } from 'node:worker_threads'
import type { Document } from '#server/engine/handles.ts'
import type { DocumentFormat, ReadSettings } from '#server/engine/ports.ts'
import { AppError, type ErrorCode } from '#shared/errors.ts'
import { limits } from './limits.ts'
import { readDocument } from './read-document.ts'

const MARK = 'flowtill document worker'
/** A thread with its packages loaded is kept for the next document of a folder. */
const idleMs = 10_000

type Order = { bytes: Uint8Array; format: DocumentFormat; settings: ReadSettings }
type Reply = { documents: Document[] } | { refusal: { code: ErrorCode; message: string } } | { fault: string }

if (!isMainThread && parentPort && workerData === MARK) {
  serve(parentPort)
}

function serve(port: MessagePort) {
  port.on('message', ({ bytes, format, settings }: Order) => {
    readDocument(bytes, format, settings).then(
      (documents) => port.postMessage({ documents } satisfies Reply),
      (error: unknown) => port.postMessage(toReply(error)),
    )
  })
}

function toReply(error: unknown): Reply {
  return error instanceof AppError
    ? { refusal: { code: error.code, message: error.message } }
    : { fault: error instanceof Error ? `${error.name}: ${error.message}` : 'unknown' }
}

/** Reads one document after the other. `timeMs` is what one may take. */
export function createDocumentReader({ timeMs = limits.timeMs } = {}) {
  let worker: Worker | undefined
  let idle: NodeJS.Timeout | undefined
  let last: Promise<unknown> = Promise.resolve()

  function open(): Worker {
    clearTimeout(idle)
    worker ??= new Worker(new URL(import.meta.url), {
      workerData: MARK,
      resourceLimits: { maxOldGenerationSizeMb: limits.memoryMb },
      // What packages have to say is not for our log.
      stdout: true,
      stderr: true,
    })
    worker.unref()
    return worker
  }

  function end() {
    void worker?.terminate()
    worker = undefined
  }

  async function readNow(order: Order): Promise<Document[]> {
    const thread = open()
    const { promise, resolve, reject } = Promise.withResolvers<Reply>()
    const timer = setTimeout(() => reject(tooSlow()), timeMs)
    thread.once('message', resolve)
    thread.once('error', (error) => reject(isOutOfMemory(error) ? tooMuch(error) : error))
    thread.once('exit', () => reject(new Error('The thread that reads documents has ended.')))
    try {
      thread.postMessage(order)
      return unwrap(await promise)
    } catch (error) {
      // A refusal is an answer; after anything else the thread is not to be trusted.
      if (!(error instanceof AppError) || error.code === 'TIMED_OUT') {
        end()
      }
      throw error
    } finally {
      clearTimeout(timer)
      thread.removeAllListeners('message').removeAllListeners('exit').removeAllListeners('error')
      thread.on('error', end)
      idle = setTimeout(end, idleMs).unref()
    }
  }

  /** Throws TOO_LARGE, INVALID_INPUT or TIMED_OUT with what is wrong with the document. */
  return function read(bytes: Uint8Array, format: DocumentFormat, settings: ReadSettings = {}) {
    const reading = last.then(() => readNow({ bytes, format, settings }))
    last = reading.catch(() => undefined)
    return reading
  }
}

function unwrap(reply: Reply): Document[] {
  if ('documents' in reply) {
    return reply.documents
  }
  if ('refusal' in reply) {
    throw new AppError(reply.refusal.code, reply.refusal.message)
  }
  throw new AppError('INVALID_INPUT', 'The document could not be read: it is damaged.', {
    cause: reply.fault,
  })
}

function tooSlow() {
  return new AppError('TIMED_OUT', 'The document takes too long to read.')
}

function isOutOfMemory(error: unknown) {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
}

function tooMuch(cause: unknown) {
  return new AppError('TOO_LARGE', 'The document is too large to read: it takes too much memory.', { cause })
}
