import type { Database } from 'better-sqlite3'
import type { CheckpointThread } from './checkpoint-thread.ts'

const LOOK_MS = 200
/** The thread is started again when it is needed; meanwhile its memory is free. */
const IDLE_MS = 30_000

type Deps = {
  writer: Database
  file: string
  /** Frames that are not in the database yet, from which on they are copied. */
  longFrames: number
  /** Throws while the disk may not have what was committed. */
  assertDurable(): void
  openThread?: (file: string) => Promise<CheckpointThread>
  lookMs?: number
}

/**
 * Copies the write-ahead log into the database whenever it is long, in a thread beside the transactions. The little that
 * was written meanwhile follows at once on the writer's connection, so that SQLite begins the log again. Without the
 * thread, the writer's connection does it all.
 */
export function startCheckpoints({
  writer,
  file,
  longFrames,
  assertDurable,
  openThread = openLazily,
  lookMs = LOOK_MS,
}: Deps) {
  const look = writer.prepare<[], { log: number; checkpointed: number }>('PRAGMA wal_checkpoint(NOOP)')
  let thread: CheckpointThread | undefined
  let running: Promise<void> | undefined
  let isCopied = false
  let lastUsed = 0
  const timer = setInterval(tick, lookMs).unref()

  function tick() {
    if (running || writer.inTransaction) {
      return
    }
    if (isCopied) {
      isCopied = false
      copyHere()
      return
    }
    const { log, checkpointed } = look.get() ?? { log: 0, checkpointed: 0 }
    if (log - checkpointed > longFrames) {
      running = copyInThread().finally(() => {
        running = undefined
      })
    } else if (thread && performance.now() - lastUsed > IDLE_MS) {
      void thread.close()
      thread = undefined
    }
  }

  async function copyInThread() {
    try {
      // Frames that a failed sync has left in memory must not get into the database.
      assertDurable()
      thread ??= await openThread(file)
      await thread.checkpoint()
    } catch {
      await thread?.close()
      thread = undefined
    }
    lastUsed = performance.now()
    isCopied = true
  }

  /** At once: a busy reader leaves frames for the next time. */
  function copyHere() {
    try {
      assertDurable()
      writer.pragma('wal_checkpoint(PASSIVE)')
    } catch {
      // The next transaction fails with the reason.
    }
  }

  return {
    async close() {
      clearInterval(timer)
      await running
      await thread?.close()
    },
  }
}

// Of its own chunk in the bundle, which the thread loads without the rest of the program.
async function openLazily(file: string) {
  const { openCheckpointThread } = await import('./checkpoint-thread.ts')
  return openCheckpointThread(file)
}
