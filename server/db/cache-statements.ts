import type { Database, Statement } from 'better-sqlite3'
import { LRUCache } from 'lru-cache'
import { timeStatement } from './slow-statements.ts'

/** Texts with a list of ids differ by its length, so the number of texts has no natural limit. */
const MAX_STATEMENTS = 500

/** The part of a statement that Drizzle uses. Raw mode of a statement is permanent, so rows have one of their own. */
export type DrizzleStatement = Pick<Statement, 'run' | 'all' | 'get'> & {
  raw(): Pick<Statement, 'all' | 'get'>
}

/**
 * A database for Drizzle that prepares each text once, because preparing a statement takes longer than most of them run.
 * SQLite prepares it again by itself when the schema changes.
 */
export function cacheStatements(prepare: (sql: string) => DrizzleStatement): Database {
  const known = new LRUCache<string, DrizzleStatement>({ max: MAX_STATEMENTS })
  function prepareOnce(sql: string): DrizzleStatement {
    const statement = known.get(sql) ?? timed(sql, prepare(withoutPlannedLimit(sql)))
    known.set(sql, statement)
    return statement
  }
  return { prepare: prepareOnce } as unknown as Database
}

/**
 * SQLite plans a prepared statement again at every call whose LIMIT is a bare parameter, since the number may concern the
 * plan. Planning takes longer than most statements run.
 */
export function withoutPlannedLimit(sql: string) {
  return sql.replaceAll(/ limit \?/g, ' limit +?')
}

function timed(sql: string, statement: DrizzleStatement): DrizzleStatement {
  const time =
    <Result>(work: (...values: unknown[]) => Result) =>
    (...values: unknown[]) => {
      const start = performance.now()
      try {
        return work(...values)
      } finally {
        timeStatement(sql, start)
      }
    }
  return {
    run: time((...values) => statement.run(...values)),
    all: time((...values) => statement.all(...values)),
    get: time((...values) => statement.get(...values)),
    raw: once(() => {
      const rows = statement.raw()
      return { all: time((...values) => rows.all(...values)), get: time((...values) => rows.get(...values)) }
    }),
  }
}

export function once<Value>(make: () => Value) {
  let made: Value | undefined
  return () => {
    made ??= make()
    return made
  }
}
