import type { Database, Statement } from 'better-sqlite3'
import { cacheStatements, once } from './cache-statements.ts'
import type { Recall } from './store.ts'

/** Maximum number of cached rows over all queries. */
const MAX_COUNT = 2_000

const writtenTable =
  /^\s*(?:insert\s+(?:or\s+\w+\s+)?into|replace\s+into|update(?:\s+or\s+\w+)?|delete\s+from)\s+["`]?(\w+)/i

type Remembered = { value: Promise<unknown>; tables: readonly string[]; versions: number[] }

/**
 * Caches reads until one of their tables is written. Our writes pass through `writer`, whose statements report
 * their tables; writes of other programs show in SQLite's data version, checked once per event-loop turn. Tables
 * touched by an open transaction are not cached, because readers still see the old data.
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

  const writer = cacheStatements((sql) => {
    const [, table] = writtenTable.exec(sql) ?? []
    const report = table === undefined ? () => undefined : () => touch(table)
    const rows = once(() => watched(connection.prepare(sql).raw(), report))
    return { ...watched(connection.prepare(sql), report), raw: rows }
  })

  return { recall, writer }
}

function watched(statement: Statement, touch: () => void): Pick<Statement, 'run' | 'all' | 'get'> {
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
  }
}
