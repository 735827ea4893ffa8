// A child process that reads documents, and the server's side of it. A thread does not suffice: decompressor
// buffers are outside the heap limit of a thread, and some V8 failures end the whole process. A process starts in
// 35 ms, can be killed at any time, and has neither network nor write access. Both sides share one file, so its
// path is right in the sources and in the bundle.
import { type ChildProcess, fork } from 'node:child_process'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import type { MarkedDocument } from '#server/engine/handles.ts'
import type { DocumentFormat, ReadSettings } from '#server/engine/ports.ts'
import { nodeArguments } from '#server/node-arguments.ts'
import { AppError, type ErrorCode } from '#shared/errors.ts'
import { isRecord } from '#shared/json.ts'
import { type Allowance, allowances, tooLarge, unnamed } from './limits.ts'
import { readDocument } from './read-document.ts'

const MARK = 'flowtill-document-process'
/** A process ends itself this long after its time limit, in case the server is gone. */
const GRACE_MS = 5_000
/** V8 rarely frees memory, so a process beyond this is not reused. */
const REUSE_BELOW_MB = 40

/** A separate thread, since the reader blocks the main one. */
const watchProgram = `
const { workerData } = require('node:worker_threads')
const limits = new Float64Array(workerData)
setInterval(() => {
  const [deadline, bytes] = limits
  if (deadline > 0 && (Date.now() > deadline || process.memoryUsage.rss() > bytes)) process.kill(process.pid, 'SIGKILL')
}, 15)`

export type ReadOrder = {
  bytes: Uint8Array
  format: DocumentFormat
  settings: ReadSettings
  allowance: Allowance
}
type Outcome =
  | { documents: MarkedDocument[] }
  | { rejection: { code: ErrorCode; message: string } }
  | { failure: string }
/** `memoryMb`: memory retained beyond that of the idle process. */
type Reply = Outcome & { memoryMb: number }

export type DocumentProcess = {
  /** Rejects with TOO_LARGE, INVALID_INPUT, TIMED_OUT or the signal's reason. */
  read(order: ReadOrder, signal: AbortSignal | undefined): Promise<MarkedDocument[]>
  isSound(): boolean
  end(): void
}

export function openDocumentProcess(): DocumentProcess {
  const child = fork(fileURLToPath(import.meta.url), [MARK], {
    env: {},
    execArgv: nodeArguments([
      '--no-warnings',
      '--permission',
      '--allow-fs-read=*',
      '--allow-worker',
      `--max-old-space-size=${allowances.owner.memoryMb}`,
    ]),
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  let isSound = true
  child.on('exit', end)
  child.on('error', end)

  function end() {
    isSound = false
    child.kill('SIGKILL')
  }

  async function read(order: ReadOrder, signal: AbortSignal | undefined): Promise<MarkedDocument[]> {
    const { promise, resolve, reject } = Promise.withResolvers<Reply>()
    const onExit = (code: number | null) =>
      reject(code === 1 ? damaged('exit code 1') : tooLarge('it takes too much memory'))
    const onAbort = () => reject(signal?.reason)
    const timer = setTimeout(() => reject(tooSlow()), order.allowance.timeMs)
    child.on('message', resolve).on('exit', onExit).on('error', reject)
    signal?.addEventListener('abort', onAbort, { once: true })
    setReferenced(child, true)
    try {
      child.send(order, (error) => error && reject(damaged(error.message)))
      const reply = await promise
      isSound &&= reply.memoryMb < REUSE_BELOW_MB
      return unwrap(reply)
    } catch (error) {
      if (!isRejection(error)) {
        end()
      }
      throw error
    } finally {
      clearTimeout(timer)
      signal?.removeEventListener('abort', onAbort)
      child.off('message', resolve).off('exit', onExit).off('error', reject)
      setReferenced(child, false)
    }
  }

  return { read, isSound: () => isSound, end }
}

/** A rejection is a regular result of the reader. After any other error the process is not reused. */
const rejections = new WeakSet<object>()
const isRejection = (error: unknown) => isRecord(error) && rejections.has(error)

function unwrap(reply: Reply): MarkedDocument[] {
  if ('documents' in reply) {
    return reply.documents
  }
  if ('rejection' in reply) {
    const rejection = new AppError(reply.rejection.code, reply.rejection.message)
    rejections.add(rejection)
    throw rejection
  }
  throw damaged(reply.failure)
}

function setReferenced(child: ChildProcess, isBusy: boolean) {
  if (isBusy) {
    child.ref()
    child.channel?.ref()
  } else {
    child.unref()
    child.channel?.unref()
  }
}

const damaged = (cause: string) =>
  new AppError('INVALID_INPUT', `${unnamed} is damaged. Save it again and add the new file.`, { cause })
const tooSlow = () =>
  new AppError('TIMED_OUT', `${unnamed} takes too long to read. Split it into smaller parts.`)

function serve(send: (reply: Reply) => void) {
  const watch = startWatch()
  process.on('disconnect', () => process.exit())
  process.on('message', ({ bytes, format, settings, allowance }: ReadOrder) => {
    watch.start(allowance)
    readDocument(bytes, format, settings, allowance)
      .then((documents): Outcome => ({ documents }), toFailure)
      .then((outcome) => {
        send({ ...outcome, memoryMb: watch.end() })
      })
  })
}

function toFailure(error: unknown): Outcome {
  return error instanceof AppError
    ? { rejection: { code: error.code, message: error.message } }
    : { failure: error instanceof Error ? `${error.name}: ${error.message}` : 'unknown' }
}

function startWatch() {
  const limits = new Float64Array(new SharedArrayBuffer(16))
  const idleBytes = process.memoryUsage.rss()
  new Worker(watchProgram, {
    eval: true,
    workerData: limits.buffer,
    resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 2 },
  }).unref()
  return {
    start({ timeMs, memoryMb }: Allowance) {
      limits[1] = idleBytes + memoryMb * 1_000_000
      limits[0] = Date.now() + timeMs + GRACE_MS
    },
    /** Returns the retained memory in megabytes. */
    end(): number {
      limits[0] = 0
      return (process.memoryUsage.rss() - idleBytes) / 1_000_000
    },
  }
}

if (process.argv[2] === MARK && process.send) {
  serve(process.send.bind(process))
}
