import type { Database, Statement } from 'better-sqlite3'

/**
 * What has been committed, by the quicker way. A connection that only reads drops all its pages whenever another one has
 * committed; the writer's stay warm, so while no transaction is open its connection reads. In the middle of one, where it
 * would see what may yet be taken back, the read-only connection does. Statements are synchronous, so nothing can open
 * between the choice and the read. Whatever is no read goes to the read-only connection and is refused there.
 */
export function readCommitted(writer: Database, reader: Database) {
  function prepare(sql: string) {
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

  // Drizzle asks a database for no more than this.
  return { prepare } as unknown as Database
}

function once<Value>(make: () => Value) {
  let made: Value | undefined
  return () => {
    made ??= make()
    return made
  }
}
