import Database from 'better-sqlite3'
import { drizzle } from 'drizzle-orm/better-sqlite3'
import { migrate } from 'drizzle-orm/better-sqlite3/migrator'
import { migrationsFolder } from '#server/db/migrations.ts'
import type { Store, Writer } from '#server/db/store.ts'
import { inTransaction } from '#server/db/transaction-scope.ts'
import type { Process, Scheduler } from './scheduler.ts'

export const place = { flowId: 'flow', userId: 'ada' }

/** One database for all seeds: each has a conversation of its own. */
export function openDatabase() {
  const connection = new Database(':memory:')
  connection.pragma('foreign_keys = ON')
  const db = drizzle(connection)
  migrate(db, { migrationsFolder: migrationsFolder('sqlite') })
  connection.exec(`
    INSERT INTO users (id, username, username_key, email, email_key, password_hash, role, created_date, updated_date)
    VALUES ('ada', 'ada', 'ada', 'ada@example.com', 'ada@example.com', 'x', 'USER', 0, 0);
    INSERT INTO flows (id, user_id, name, type, version_id, deployed, is_public, thumbnail, node_count, created_date, updated_date)
    VALUES ('flow', 'ada', 'Shop', 'CHATFLOW', 'v', 0, 1, '{}', 0, 0, 0);
  `)
  const tx = db as unknown as Writer

  /** Transactions take effect at one turn, and their process hears of it at another. */
  function storeFor(process: Process, { atTurn }: Scheduler): Store {
    const commit = async <Result>(work: (writer: Writer) => Promise<Result>) => {
      connection.exec('BEGIN')
      try {
        const result = await work(tx)
        connection.exec('COMMIT')
        return result
      } catch (error) {
        connection.exec('ROLLBACK')
        throw error
      }
    }
    return {
      db: tx,
      recall: (_tables, _key, read) => read(),
      transaction: (work) =>
        inTransaction(
          () => work(tx),
          async (marked) => {
            const result = await atTurn(process, () => commit(marked))
            await atTurn(process, () => undefined)
            return { result }
          },
        ),
      assertDurable: () => undefined,
      close: async () => undefined,
    }
  }

  return { connection, storeFor }
}

export type SimulatedDatabase = ReturnType<typeof openDatabase>
