import type { MarkedDocument } from '#server/engine/handles.ts'
import type { DocumentFormat, DocumentReader, ReadSettings } from '#server/engine/ports.ts'
import { AppError } from '#shared/errors.ts'
import { type DocumentProcess, openDocumentProcess, type ReadOrder } from './document-process.ts'
import { createFairQueue } from './fair-queue.ts'
import { type Allowance, allowances, withName } from './limits.ts'

/** An idle process with loaded packages waits this long for the next document. */
const IDLE_MS = 10_000
/** No flow can take the third process, so another flow always finds one free, even on two cores. */
const queueLimits = {
  ...{ total: 3, perFlow: 2, perVisitor: 1, waiting: 400, waitingPerVisitor: 40 },
  // Waiting files are in the server's memory.
  ...{ waitingBytes: 200_000_000, waitingBytesPerVisitor: 100_000_000 },
}
const editor: DocumentReader = { flow: '', visitor: '' }

type Job = {
  order: ReadOrder
  signal: AbortSignal | undefined
  resolve(documents: MarkedDocument[]): void
  reject(error: unknown): void
}
type Options = { allowance?: Partial<Allowance>; open?: () => DocumentProcess }

/** Reads documents in child processes, which start on demand and end when idle. */
export function createDocumentReader({ allowance, open = openDocumentProcess }: Options = {}) {
  const queue = createFairQueue<Job>(queueLimits)
  const idle = new Map<DocumentProcess, NodeJS.Timeout>()

  function acquireProcess(): DocumentProcess {
    for (const [each, timer] of idle) {
      clearTimeout(timer)
      idle.delete(each)
      if (each.isSound()) {
        return each
      }
    }
    return open()
  }

  function putBack(each: DocumentProcess) {
    if (!each.isSound()) {
      each.end()
      return
    }
    const end = () => {
      idle.delete(each)
      each.end()
    }
    idle.set(each, setTimeout(end, IDLE_MS).unref())
  }

  async function run({ order, signal, resolve, reject }: Job, done: () => void) {
    try {
      const process = acquireProcess()
      await process
        .read(order, signal)
        .then(resolve, reject)
        .finally(() => putBack(process))
    } catch (error) {
      reject(error)
    } finally {
      done()
      next()
    }
  }

  function next() {
    for (let taken = queue.next(); taken; taken = queue.next()) {
      void run(taken.job, taken.done)
    }
  }

  /** Throws TOO_LARGE, INVALID_INPUT or TIMED_OUT with the document's issue, and RATE_LIMITED when too many wait. */
  return function read(
    bytes: Uint8Array,
    format: DocumentFormat,
    settings: ReadSettings = {},
    reader: DocumentReader = editor,
  ): Promise<MarkedDocument[]> {
    const { signal } = reader
    const { promise, resolve, reject } = Promise.withResolvers<MarkedDocument[]>()
    if (signal?.aborted) {
      reject(signal.reason)
      return promise
    }
    if (queue.isFull(reader, bytes.length)) {
      reject(
        new AppError('RATE_LIMITED', 'Too many documents are waiting to be read. Try again in a moment.'),
      )
      return promise
    }
    const limits = { ...(settings.isFromVisitor ? allowances.visitor : allowances.owner), ...allowance }
    const job: Job = { order: { bytes, format, settings, allowance: limits }, signal, resolve, reject }
    const stop = () => {
      if (queue.remove(reader, job)) {
        reject(signal?.reason)
      }
    }
    signal?.addEventListener('abort', stop, { once: true })
    queue.add(reader, job, bytes.length)
    next()
    return promise
      .catch((error: unknown) => {
        throw withName(error, settings.name)
      })
      .finally(() => signal?.removeEventListener('abort', stop))
  }
}
