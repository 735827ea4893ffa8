import { asc, eq, or, sql } from 'drizzle-orm'
import type { Changes, Reader, Writer } from '#server/db/store.ts'
import { profiles, type UserRow, users } from './users.table.ts'

export async function findUser(db: Reader, id: string) {
  const [row] = await db.select().from(users).where(eq(users.id, id)).limit(1)
  return row
}

export async function findProfile(db: Reader, userId: string) {
  const [row] = await db.select().from(profiles).where(eq(profiles.userId, userId)).limit(1)
  return row
}

/** By username or email, whatever its case. A username never looks like an email, so there is at most one. */
export async function findByLogin(db: Reader, login: string) {
  const key = login.toLowerCase()
  const [row] = await db
    .select()
    .from(users)
    .where(or(eq(users.usernameKey, key), eq(users.emailKey, key)))
    .limit(1)
  return row
}

/** Whose username has this in it, whatever its case. */
export function searchUsers(db: Reader, part: string, limit: number) {
  const { id, username, email, role, usernameKey } = users
  const pattern = `%${part.toLowerCase().replaceAll(/[\\%_]/g, '\\$&')}%`
  return db
    .select({ id, username, email, role })
    .from(users)
    .where(sql`${usernameKey} like ${pattern} escape '\\'`)
    .orderBy(asc(usernameKey))
    .limit(limit)
}

export async function findAnyUser(db: Reader) {
  const [row] = await db.select({ id: users.id }).from(users).limit(1)
  return row
}

/** Violates `users_username` or `users_email` when taken, `users_founder` when somebody else was first. */
export async function insertUser(tx: Writer, row: UserRow) {
  await tx.insert(users).values(row)
  return row
}

export async function updateUser(tx: Writer, id: string, changes: Changes<UserRow>) {
  const [updated] = await tx.update(users).set(changes).where(eq(users.id, id)).returning()
  return updated
}
