import { assertOutsideTransaction } from '#server/db/transaction-scope.ts'
import type { Ports } from '#server/engine/ports.ts'

type Options = {
  /** The only folder for database files. */
  folder: string
  /** `host:port` pairs of internal services that are allowed despite the guard. */
  allow: readonly string[]
}

export function createQueryDatabase({ folder, allow }: Options): Ports['queryDatabase'] {
  return async ({ kind, address }, statement, signal) => {
    assertOutsideTransaction('A statement in another database')
    signal.throwIfAborted()
    if (kind === 'sqlite') {
      const { querySqlite } = await import('./query-sqlite.ts')
      return querySqlite({ folder, file: address, statement, signal })
    }
    const { queryPostgres } = await import('./query-postgres.ts')
    return queryPostgres({ address, allow, statement, signal })
  }
}
