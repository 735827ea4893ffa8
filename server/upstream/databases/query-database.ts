import { assertOutsideTransaction } from '#server/db/transaction-scope.ts'
import type { Ports } from '#server/engine/ports.ts'

type Options = {
  /** The only folder database files may be in. */
  folder: string
  /** `host:port` pairs of inner services that may be called all the same. */
  allow: readonly string[]
}

/** Databases of other people, only to be read. What speaks to each kind is fetched with the first that asks. */
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
