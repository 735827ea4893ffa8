import type { Database } from 'better-sqlite3'
import { drizzle } from 'drizzle-orm/sqlite-proxy'
import { withoutPlannedLimit } from './cache-statements.ts'
import type { ReadThread } from './read-thread.ts'
import { timeStatement } from './slow-statements.ts'
import type { Reader } from './store.ts'

/** The thread is started again when it is needed; meanwhile its memory is free. */
const IDLE_MS = 30_000

type Deps = {
  file: string
  /** Reads when there is no thread. */
  fallback: Database
  openThread?: (file: string) => Promise<ReadThread>
  idleMs?: number
}

/** Reads committed data in a thread, so that a statement of several milliseconds holds up nothing else. */
export function createBackgroundReader({ file, fallback, openThread = openLazily, idleMs = IDLE_MS }: Deps): {
  db: Reader
  close(): Promise<void>
} {
  let thread: Promise<ReadThread> | undefined
  let reading = 0
  const idle = setTimeout(closeThread, idleMs).unref()

  async function closeThread() {
    if (reading > 0) {
      return
    }
    const open = thread
    thread = undefined
    await open?.then(
      (opened) => opened.close(),
      () => undefined,
    )
  }

  async function read(sql: string, params: unknown[]): Promise<unknown[][]> {
    reading += 1
    thread ??= openThread(file)
    const used = thread
    try {
      const opened = await used.catch(() => undefined)
      const found = await opened?.read(sql, params)
      if (found) {
        timeStatement(sql, performance.now() - found.ms)
        return found.rows
      }
      thread = thread === used ? undefined : thread
      return fallback
        .prepare(sql)
        .raw()
        .all(...params) as unknown[][]
    } finally {
      reading -= 1
      idle.refresh()
    }
  }

  const db = drizzle(async (text, params, method) => {
    const rows = await read(withoutPlannedLimit(text), params)
    // A single row for `get`, which the types of Drizzle do not know.
    return { rows: method === 'get' ? (rows[0] as unknown[]) : rows }
  })

  return {
    db: db as unknown as Reader,
    async close() {
      clearTimeout(idle)
      reading = 0
      await closeThread()
    },
  }
}

// Of its own chunk in the bundle, which the thread loads without the rest of the program.
async function openLazily(file: string) {
  const { openReadThread } = await import('./read-thread.ts')
  return openReadThread(file)
}
