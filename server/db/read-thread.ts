// A worker thread with a read-only connection, and its client. Both ends share a file, so that its URL is correct in the
// sources and in the bundle.
import { isMainThread, type MessagePort, parentPort, Worker, workerData } from 'node:worker_threads'
import Database from 'better-sqlite3'

const MAX_MEMORY_MB = 64
const MAX_STATEMENTS = 100
const MARK = 'reads in the background'

type Start = { mark: typeof MARK; file: string }
type Request = { id: number; sql: string; params: unknown[] }
type Reply = { id: number; ms: number; rows?: unknown[][]; error?: unknown }

if (!isMainThread && parentPort && isStart(workerData)) {
  serve(parentPort, workerData.file)
}

export type ReadThread = {
  /**
   * Rows with their values in the order of the columns, and the time they took; undefined where the thread cannot be
   * started, or has ended before it replied. Throws what the driver throws.
   */
  read(sql: string, params: unknown[]): Promise<{ rows: unknown[][]; ms: number } | undefined>
  close(): Promise<void>
}

export function openReadThread(file: string): ReadThread {
  const worker = new Worker(new URL(import.meta.url), {
    workerData: { mark: MARK, file } satisfies Start,
    resourceLimits: { maxOldGenerationSizeMb: MAX_MEMORY_MB, maxYoungGenerationSizeMb: 8 },
  })
  worker.unref()
  const waiting = new Map<number, (reply: Reply | undefined) => void>()
  let hasEnded = false
  let lastId = 0
  const end = () => {
    hasEnded = true
    for (const resolve of waiting.values()) {
      resolve(undefined)
    }
    waiting.clear()
  }
  worker.on('message', (reply: Reply) => {
    waiting.get(reply.id)?.(reply)
    waiting.delete(reply.id)
  })
  worker.on('error', end)
  worker.on('exit', end)

  return {
    async read(sql, params) {
      if (hasEnded) {
        return undefined
      }
      const id = ++lastId
      const reply = await new Promise<Reply | undefined>((resolve) => {
        waiting.set(id, resolve)
        worker.postMessage({ id, sql, params } satisfies Request)
      })
      if (reply && !reply.rows) {
        throw reply.error
      }
      return reply && { rows: (reply.rows ?? []).map((row) => row.map(toBuffer)), ms: reply.ms }
    },
    async close() {
      await worker.terminate()
    },
  }
}

/** Messages between threads turn buffers into plain arrays of bytes. */
function toBuffer(value: unknown) {
  return value instanceof Uint8Array ? Buffer.from(value.buffer, value.byteOffset, value.byteLength) : value
}

function serve(port: MessagePort, file: string) {
  const database = new Database(file, { readonly: true })
  database.pragma('cache_size = -4000')
  const statements = new Map<string, Database.Statement<unknown[], unknown[]>>()
  function prepare(sql: string) {
    const statement = statements.get(sql) ?? database.prepare<unknown[], unknown[]>(sql).raw()
    if (statements.size === MAX_STATEMENTS) {
      statements.clear()
    }
    statements.set(sql, statement)
    return statement
  }
  port.on('message', ({ id, sql, params }: Request) => {
    const start = performance.now()
    const reply = (result: Pick<Reply, 'rows' | 'error'>) =>
      port.postMessage({ id, ms: performance.now() - start, ...result } satisfies Reply)
    try {
      reply({ rows: prepare(sql).all(...params) })
    } catch (error) {
      reply({ error })
    }
  })
}

function isStart(data: unknown): data is Start {
  return typeof data === 'object' && data !== null && 'mark' in data && data.mark === MARK
}
