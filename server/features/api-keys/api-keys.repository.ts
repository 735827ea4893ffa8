import { and, asc, eq, sql } from 'drizzle-orm'
import { prepared } from '#server/db/prepared.ts'
import type { Changes, Reader, Writer } from '#server/db/store.ts'
import { users } from '#server/features/users/users.table.ts'
import { type ApiKeyRow, apiKeys } from './api-keys.table.ts'

// Runs first in every request with an API key.
const keySelect = prepared((db: Reader) =>
  db
    .select({ key: apiKeys, user: users })
    .from(apiKeys)
    .innerJoin(users, eq(users.id, apiKeys.userId))
    .where(eq(apiKeys.hash, sql.placeholder('hash')))
    .limit(1)
    .prepare(),
)

export async function findByHash(db: Reader, hash: string) {
  const [found] = await keySelect(db).execute({ hash })
  return found
}

export function listKeys(db: Reader, userId: string) {
  return db
    .select()
    .from(apiKeys)
    .where(eq(apiKeys.userId, userId))
    .orderBy(asc(apiKeys.keyName), asc(apiKeys.id))
    .limit(1_000)
}

export async function findKey(db: Reader, userId: string, id: string) {
  const [found] = await db
    .select()
    .from(apiKeys)
    .where(and(eq(apiKeys.id, id), eq(apiKeys.userId, userId)))
    .limit(1)
  return found
}

export async function insertKey(tx: Writer, row: ApiKeyRow) {
  await tx.insert(apiKeys).values(row)
}

export async function updateKey(tx: Writer, userId: string, id: string, changes: Changes<ApiKeyRow>) {
  const [updated] = await tx
    .update(apiKeys)
    .set(changes)
    .where(and(eq(apiKeys.id, id), eq(apiKeys.userId, userId)))
    .returning()
  return updated
}

export async function deleteKey(tx: Writer, userId: string, id: string) {
  const deleted = await tx
    .delete(apiKeys)
    .where(and(eq(apiKeys.id, id), eq(apiKeys.userId, userId)))
    .returning({ id: apiKeys.id })
  return deleted.length
}
