import type { Database, Statement } from 'better-sqlite3'
import type { Recall } from './store.ts'

/** Rows remembered at a time, over all queries. */
const MAX_COUNT = 2_000

const written =
  /^\s*(?:insert\s+(?:or\s+\w+\s+)?into|replace\s+into|update(?:\s+or\s+\w+)?|delete\s+from)\s+["`]?(\w+)/i

type Remembered = { value: Promise<unknown>; tables: readonly string[]; versions: number[] }

/**
 * Remembers what was read until one of its tables is written. Every write of ours passes `writer`, whose statements say
 * which table they touch; what another program has written shows in SQLite's own data version, looked at once per turn of
 * the event loop. While a transaction has touched a table nothing of it is kept, for readers still see what was.
 */
export function createRecall(connection: Database) {
  const versions = new Map<string, number>()
  const touched = new Set<string>()
  const remembered = new Map<string, Remembered>()
  const dataVersion = connection.prepare('PRAGMA data_version').pluck()
  let lastVersion = dataVersion.get()
  let isLooked = false

  function touch(table: string) {
    versions.set(table, versionOf(table) + 1)
    touched.add(table)
  }

  const versionOf = (table: string) => versions.get(table) ?? 0

  function lookOnce() {
    if (isLooked) {
      return
    }
    isLooked = true
    setImmediate(() => {
      isLooked = false
    })
    const version = dataVersion.get()
    if (version !== lastVersion) {
      lastVersion = version
      remembered.clear()
    }
  }

  const recall: Recall = (tables, key, read) => {
    lookOnce()
    if (!connection.inTransaction) {
      touched.clear()
    }
    const known = remembered.get(key)
    if (known?.tables.every((table, index) => versionOf(table) === known.versions[index])) {
      return known.value as ReturnType<typeof read>
    }
    const value = read()
    if (tables.some((table) => touched.has(table))) {
      return value
    }
    remembered.delete(key)
    remembered.set(key, { value, tables, versions: tables.map(versionOf) })
    value.catch(() => remembered.delete(key))
    const [oldest] = remembered.keys()
    if (remembered.size > MAX_COUNT && oldest !== undefined) {
      remembered.delete(oldest)
    }
    return value
  }

  /** The connection as Drizzle asks for it, with an eye on what is written through it. */
  const writer = {
    prepare(sql: string) {
      const statement = connection.prepare(sql)
      const [, table] = written.exec(sql) ?? []
      return table ? watched(statement, () => touch(table)) : statement
    },
  } as unknown as Database

  return { recall, writer }
}

function watched(statement: Statement, touch: () => void) {
  let rows: Statement | undefined
  return {
    run: (...values: unknown[]) => {
      touch()
      return statement.run(...values)
    },
    all: (...values: unknown[]) => {
      touch()
      return statement.all(...values)
    },
    get: (...values: unknown[]) => {
      touch()
      return statement.get(...values)
    },
    // A statement in raw mode stays so; Drizzle asks for one or the other of a query, never for both.
    raw: () => {
      rows ??= watched(statement.raw(), touch) as unknown as Statement
      return rows
    },
  }
}
