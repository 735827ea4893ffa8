import type { Database, Statement } from 'better-sqlite3'
import { cacheStatements, type DrizzleStatement, once } from './cache-statements.ts'

/**
 * Reads committed data over the faster connection. A read-only connection drops its page cache after every commit
 * of another connection, while the writer's stays warm; so the writer's connection reads while no transaction is
 * open, and the read-only one otherwise, to hide uncommitted data. Statements are synchronous, so no transaction
 * can begin between the choice and the read. Writes go to the read-only connection, which rejects them.
 */
export function readCommitted(writer: Database, reader: Database) {
  function prepare(sql: string): DrizzleStatement {
    const cold = reader.prepare(sql)
    const pick = chooser(cold, () => writer.prepare(sql))
    return {
      all: (...values: unknown[]) => pick().all(...values),
      get: (...values: unknown[]) => pick().get(...values),
      run: (...values: unknown[]) => cold.run(...values),
      raw: once(() => {
        const pickRaw = chooser(reader.prepare(sql).raw(), () => writer.prepare(sql).raw())
        return {
          all: (...values: unknown[]) => pickRaw().all(...values),
          get: (...values: unknown[]) => pickRaw().get(...values),
        }
      }),
    }
  }

  function chooser(cold: Statement, prepareWarm: () => Statement) {
    const warm = once(prepareWarm)
    return () => (writer.inTransaction || !cold.readonly ? cold : warm())
  }

  return cacheStatements(prepare)
}
