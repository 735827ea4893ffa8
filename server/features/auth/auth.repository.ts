import { and, asc, desc, eq, gt, isNull, lt, ne, or, sql } from 'drizzle-orm'
import { prepared } from '#server/db/prepared.ts'
import type { Reader, Writer } from '#server/db/store.ts'
import { users } from '#server/features/users/users.table.ts'
import type { Requirement } from '#shared/second-factor.ts'
import { attempts, resetLinks, type SessionRow, sessions } from './auth.table.ts'
import { authChallenges, passkeys, securitySettings, totpSecrets } from './second-factor.table.ts'

// Runs first in every request of a signed-in user.
const sessionSelect = prepared((db: Reader) =>
  db
    .select({
      session: sessions,
      user: users,
      hasTotp: sql<unknown>`exists (select 1 from ${totpSecrets} where ${totpSecrets.userId} = ${users.id} and ${totpSecrets.confirmedDate} is not null)`,
      hasPasskey: sql<unknown>`exists (select 1 from ${passkeys} where ${passkeys.userId} = ${users.id})`,
      requirement: sql<Requirement | null>`(select ${securitySettings.requirement} from ${securitySettings} limit 1)`,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(sessions.id, sql.placeholder('id')), isNull(users.removedDate)))
    .limit(1)
    .prepare(),
)

export async function findSession(db: Reader, id: string) {
  const [found] = await sessionSelect(db).execute({ id })
  return found
}

export async function insertSession(tx: Writer, row: SessionRow) {
  await tx.insert(sessions).values(row)
}

export async function deleteSession(tx: Writer, id: string) {
  await tx.delete(sessions).where(eq(sessions.id, id))
}

/** All sessions of a user, including impersonations by them; one may be excluded. */
export async function deleteSessionsOf(tx: Writer, userId: string, spared = '') {
  const his = or(eq(sessions.userId, userId), eq(sessions.impersonatorId, userId))
  await tx.delete(sessions).where(and(his, ne(sessions.id, spared)))
}

/** Returns the sessions that still existed. */
export async function deleteStale(tx: Writer, now: Date) {
  await tx.delete(attempts).where(lt(attempts.resetDate, now))
  await tx.delete(authChallenges).where(lt(authChallenges.expiresDate, now))
  return tx.delete(sessions).where(lt(sessions.expiresDate, now)).returning()
}

/** Active sessions of the user without impersonations, newest first. */
export function listSessionsOf(db: Reader, userId: string, now: Date) {
  return db
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, userId), isNull(sessions.impersonatorId), gt(sessions.expiresDate, now)))
    .orderBy(desc(sessions.createdDate), asc(sessions.id))
    .limit(200)
}

export async function markSessionSeen(tx: Writer, id: string, date: Date) {
  await tx.update(sessions).set({ lastSeenDate: date }).where(eq(sessions.id, id))
}

export async function confirmSession(tx: Writer, id: string, date: Date) {
  await tx.update(sessions).set({ confirmedDate: date }).where(eq(sessions.id, id))
}

export async function findMethod(db: Reader, id: string) {
  const [row] = await db
    .select({ method: sessions.method })
    .from(sessions)
    .where(eq(sessions.id, id))
    .limit(1)
  return row?.method
}

export async function markUserSeen(tx: Writer, userId: string, date: Date) {
  await tx.update(users).set({ lastSeenDate: date }).where(eq(users.id, userId))
}

export async function insertResetLink(tx: Writer, row: typeof resetLinks.$inferSelect) {
  await tx.insert(resetLinks).values(row)
}

export async function findResetLink(db: Reader, id: string) {
  const [row] = await db.select().from(resetLinks).where(eq(resetLinks.id, id)).limit(1)
  return row
}

/** Of concurrent requests with one link, only one finds it unused. */
export async function useResetLink(tx: Writer, id: string, usedDate: Date) {
  const [used] = await tx
    .update(resetLinks)
    .set({ usedDate })
    .where(and(eq(resetLinks.id, id), isNull(resetLinks.usedDate)))
    .returning()
  return used
}

/** Deletes unused links: a newer link or a new password invalidates them. */
export async function deleteResetLinksOf(tx: Writer, userId: string) {
  await tx.delete(resetLinks).where(and(eq(resetLinks.userId, userId), isNull(resetLinks.usedDate)))
}

/**
 * Deletes unused links that the user requested. Links made by an ADMIN stay valid, so that strangers cannot void
 * them by requesting another.
 */
export async function deleteRequestedResetLinks(tx: Writer, userId: string) {
  const requested = and(isNull(resetLinks.usedDate), isNull(resetLinks.adminId))
  await tx.delete(resetLinks).where(and(eq(resetLinks.userId, userId), requested))
}

/** Counts one attempt and returns the total; an expired window starts again. */
export async function countAttempt(tx: Writer, key: string, now: Date, resetDate: Date) {
  await tx.delete(attempts).where(and(eq(attempts.key, key), lt(attempts.resetDate, now)))
  const [row] = await tx
    .insert(attempts)
    .values({ key, count: 1, resetDate })
    .onConflictDoUpdate({ target: attempts.key, set: { count: sql`${attempts.count} + 1` } })
    .returning()
  return row ?? { key, count: 1, resetDate }
}

export async function findAttempt(db: Reader, key: string, now: Date) {
  const [row] = await db
    .select()
    .from(attempts)
    .where(and(eq(attempts.key, key), gt(attempts.resetDate, now)))
    .limit(1)
  return row
}

export async function rememberUntil(tx: Writer, key: string, resetDate: Date) {
  await tx
    .insert(attempts)
    .values({ key, count: 0, resetDate })
    .onConflictDoUpdate({ target: attempts.key, set: { resetDate } })
}

export async function uncountAttempt(tx: Writer, key: string) {
  await tx
    .update(attempts)
    .set({ count: sql`${attempts.count} - 1` })
    .where(and(eq(attempts.key, key), gt(attempts.count, 0)))
}
