// A worker thread that copies the write-ahead log into the database, and its client: writing and syncing 16 MB would
// block all requests for a tenth of a second or more. Both ends share a file, so that its URL is correct in the sources
// and in the bundle.
import { isMainThread, type MessagePort, parentPort, Worker, workerData } from 'node:worker_threads'
import Database from 'better-sqlite3'

const MAX_MEMORY_MB = 16
const MARK = 'copies the log'

type Start = { mark: typeof MARK; file: string }
type Reply = { error?: unknown }

if (!isMainThread && parentPort && isStart(workerData)) {
  serve(parentPort, workerData.file)
}

export type CheckpointThread = {
  /** Copies what is in the log now, beside transactions. Frames that a reader still needs stay. */
  checkpoint(): Promise<void>
  close(): Promise<void>
}

export function openCheckpointThread(file: string): CheckpointThread {
  const worker = new Worker(new URL(import.meta.url), {
    workerData: { mark: MARK, file } satisfies Start,
    resourceLimits: { maxOldGenerationSizeMb: MAX_MEMORY_MB, maxYoungGenerationSizeMb: 2 },
  })
  worker.unref()
  let waiting: PromiseWithResolvers<void> | undefined
  let failure: unknown
  const fail = (error: unknown) => {
    failure ??= error
    waiting?.reject(failure)
  }
  worker.on('message', ({ error }: Reply) =>
    error === undefined ? waiting?.resolve() : waiting?.reject(error),
  )
  worker.on('error', fail)
  worker.on('exit', () => fail(new Error('The thread that moves the log into the database has ended.')))

  return {
    async checkpoint() {
      if (failure !== undefined) {
        throw failure
      }
      waiting = Promise.withResolvers()
      worker.postMessage('checkpoint')
      await waiting.promise
    },
    async close() {
      await worker.terminate()
    },
  }
}

function serve(port: MessagePort, file: string) {
  const database = new Database(file)
  // The log is synced before it is copied, and the database after it.
  database.pragma('synchronous = NORMAL')
  // Bounds its memory: pages are copied one by one.
  database.pragma('cache_size = -256')
  port.on('message', () => {
    try {
      database.pragma('wal_checkpoint(PASSIVE)')
      port.postMessage({} satisfies Reply)
    } catch (error) {
      port.postMessage({ error } satisfies Reply)
    }
  })
}

function isStart(data: unknown): data is Start {
  return typeof data === 'object' && data !== null && 'mark' in data && data.mark === MARK
}
