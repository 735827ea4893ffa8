import { closeSync, fdatasyncSync, openSync } from 'node:fs'

/**
 * Writes the log of a database to the disk, with everything committed so far. SQLite does it in each commit with
 * `synchronous=FULL`; with `NORMAL` it leaves it to us, and still does it itself before it copies the log into the
 * database and when it begins the log again.
 */
export type LogSync = {
  sync(): void
  close(): void
}

/** The log exists, and is the same file, as long as a connection is open. */
export function openLogSync(databaseFile: string): LogSync {
  // For writing, because Windows syncs no other file.
  const log = openSync(`${databaseFile}-wal`, 'r+')
  return { sync: () => fdatasyncSync(log), close: () => closeSync(log) }
}
