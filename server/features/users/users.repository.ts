import { and, asc, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import { dialect } from '#server/db/dialect.ts'
import type { Changes, Reader, Writer } from '#server/db/store.ts'
import { passkeys, totpSecrets } from '#server/features/auth/second-factor.table.ts'
import { accounts } from '#server/features/wallet/wallet.table.ts'
import { avatars, type ProfileRow, profiles, type UserRow, users } from './users.table.ts'

const MAX_COUNT = 5_000

/** Excludes removed users. */
export async function findUser(db: Reader, id: string) {
  const [row] = await db
    .select()
    .from(users)
    .where(and(eq(users.id, id), isNull(users.removedDate)))
    .limit(1)
  return row
}

export async function findProfile(db: Reader, userId: string) {
  const [row] = await db.select().from(profiles).where(eq(profiles.userId, userId)).limit(1)
  return row
}

/** By username or email, case-insensitive. A username never looks like an email, so there is at most one. */
export async function findByLogin(db: Reader, login: string) {
  const key = login.toLowerCase()
  const [row] = await db
    .select()
    .from(users)
    .where(and(or(eq(users.usernameKey, key), eq(users.emailKey, key)), isNull(users.removedDate)))
    .limit(1)
  return row
}

export function searchUsers(db: Reader, part: string, limit: number) {
  const { id, username, email, role, usernameKey } = users
  const pattern = `%${part.toLowerCase().replaceAll(/[\\%_]/g, '\\$&')}%`
  return db
    .select({ id, username, email, role })
    .from(users)
    .where(and(sql`${usernameKey} like ${pattern} escape '\\'`, isNull(users.removedDate)))
    .orderBy(asc(usernameKey))
    .limit(limit)
}

export async function findAnyUser(db: Reader) {
  const [row] = await db.select({ id: users.id }).from(users).limit(1)
  return row
}

/**
 * Violates `users_username` or `users_email` when taken, `users_founder` when another request created the first
 * account.
 */
export async function insertUser(tx: Writer, row: UserRow) {
  await tx.insert(users).values(row)
  return row
}

export async function updateUser(tx: Writer, id: string, changes: Changes<UserRow>) {
  const [updated] = await tx.update(users).set(changes).where(eq(users.id, id)).returning()
  return updated
}

export function listUsers(db: Reader) {
  return db
    .select({
      user: users,
      creditsMicro: accounts.creditsMicro,
      debitsMicro: accounts.debitsMicro,
      hasTotp: sql<unknown>`exists (select 1 from ${totpSecrets} where ${totpSecrets.userId} = ${users.id} and ${totpSecrets.confirmedDate} is not null)`,
      hasPasskey: sql<unknown>`exists (select 1 from ${passkeys} where ${passkeys.userId} = ${users.id})`,
    })
    .from(users)
    .leftJoin(accounts, eq(accounts.userId, users.id))
    .where(isNull(users.removedDate))
    .orderBy(asc(users.usernameKey))
    .limit(MAX_COUNT)
}

/**
 * Locks all ADMINs and the user `alsoId` until the transaction ends, and returns the ids of the ADMINs. One
 * statement in the order of ids, as in `lockUsers`, so that transactions locking several users never deadlock.
 */
export async function lockAdmins(tx: Writer, alsoId = '') {
  await lockWhere(tx, sql`role = 'ADMIN' or id = ${alsoId}`)
  const admins = await listAdmins(tx)
  return admins.map(({ id }) => id)
}

/** Locks these users until the transaction ends. Lock users before accounts: every transaction does it in this order. */
export async function lockUsers(tx: Writer, ids: string[]) {
  await lockWhere(tx, inArray(users.id, ids))
}

async function lockWhere(tx: Writer, condition: SQL) {
  // SQLite has one writer, so its transaction is the lock.
  if (dialect === 'postgres') {
    await tx
      .select({ id: sql`id` })
      .from(sql`(select id from users where ${condition} order by id for update) as locked`)
  }
}

/** Includes removed users. */
export async function listNames(db: Reader, ids: string[]) {
  return db.select({ id: users.id, username: users.username }).from(users).where(inArray(users.id, ids))
}

/** In the order of their ids. */
export function listAdmins(db: Reader) {
  return db
    .select({ id: users.id, username: users.username })
    .from(users)
    .where(and(eq(users.role, 'ADMIN'), isNull(users.removedDate)))
    .orderBy(asc(users.id))
}

export async function saveProfile(tx: Writer, row: ProfileRow) {
  const { userId: _, ...changes } = row
  await tx.insert(profiles).values(row).onConflictDoUpdate({ target: profiles.userId, set: changes })
}

export async function findAvatar(db: Reader, userId: string) {
  const [row] = await db.select().from(avatars).where(eq(avatars.userId, userId)).limit(1)
  return row
}

export async function saveAvatar(tx: Writer, row: typeof avatars.$inferSelect) {
  const { userId: _, ...changes } = row
  await tx.insert(avatars).values(row).onConflictDoUpdate({ target: avatars.userId, set: changes })
}

export async function deleteAvatar(tx: Writer, userId: string) {
  await tx.delete(avatars).where(eq(avatars.userId, userId))
}
