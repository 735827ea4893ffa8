import Database from 'better-sqlite3'
import { drizzle } from 'drizzle-orm/better-sqlite3'
import { migrate } from 'drizzle-orm/better-sqlite3/migrator'
import { cacheStatements } from '#server/db/cache-statements.ts'
import { migrationsFolder } from '#server/db/migrations.ts'
import type { Store, Writer } from '#server/db/store.ts'
import { inTransaction } from '#server/db/transaction-scope.ts'
import type { Process, Scheduler } from './scheduler.ts'

export const place = { flowId: 'flow', userId: 'ada' }

export type StoredMessage = {
  id: string
  sequence: number
  role: string
  content: string
  operatorId: string | null
  extras: string | null
}

/** A database for many seeds: each has a conversation of its own. */
export function openDatabase() {
  const connection = new Database(':memory:')
  connection.pragma('foreign_keys = ON')
  const db = drizzle(cacheStatements((text) => connection.prepare(text)))
  migrate(drizzle(connection), { migrationsFolder: migrationsFolder('sqlite') })
  connection.exec(`
    INSERT INTO users (id, username, username_key, email, email_key, password_hash, role, created_date, updated_date)
    VALUES ('ada', 'ada', 'ada', 'ada@example.com', 'ada@example.com', 'x', 'USER', 0, 0);
    INSERT INTO flows (id, user_id, name, type, version_id, deployed, is_public, thumbnail, node_count, created_date, updated_date)
    VALUES ('flow', 'ada', 'Shop', 'CHATFLOW', 'v', 0, 1, '{}', 0, 0, 0);
  `)
  const tx = db as unknown as Writer
  const stored = connection.prepare<[string, string], StoredMessage>(
    'SELECT id, sequence, role, content, operator_id AS operatorId, extras FROM messages WHERE flow_id = ? AND chat_id = ? ORDER BY sequence',
  )
  const listeners = new Map<string, (messageId: string) => void>()
  connection.function('note_answer', (id, chatId, role, operator, extras) => {
    if (role === 'apiMessage' && operator === null && !isCut({ extras: String(extras ?? '') })) {
      listeners.get(String(chatId))?.(String(id))
    }
    return 0
  })
  // Once: a change of the schema makes SQLite compile every prepared statement again.
  connection.exec(`
    CREATE TEMP TRIGGER note_stored AFTER INSERT ON main.messages
    BEGIN SELECT note_answer(NEW.id, NEW.chat_id, NEW.role, NEW.operator_id, NEW.extras); END`)

  /** Calls back for every complete answer of the bot, as it is stored. */
  function onAnswer(chatId: string, note: (messageId: string) => void): () => void {
    listeners.set(chatId, note)
    return () => void listeners.delete(chatId)
  }

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
      background: tx,
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

  const messagesOf = (chatId: string) => stored.all(place.flowId, chatId)
  return { storeFor, onAnswer, messagesOf }
}

/** An answer whose end an operator has prevented. */
export function isCut({ extras }: Pick<StoredMessage, 'extras'>) {
  return extras?.includes('"isCut":true') ?? false
}

export type SimulatedDatabase = ReturnType<typeof openDatabase>
