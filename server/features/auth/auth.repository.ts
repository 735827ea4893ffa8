import { and, eq, gt, lt, ne, or, sql } from 'drizzle-orm'
import { prepared } from '#server/db/prepared.ts'
import type { Reader, Writer } from '#server/db/store.ts'
import { users } from '#server/features/users/users.table.ts'
import { attempts, type SessionRow, sessions } from './auth.table.ts'

// Every request of a signed-in user begins with this one.
const sessionSelect = prepared((db: Reader) =>
  db
    .select({ session: sessions, user: users })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(eq(sessions.id, sql.placeholder('id')))
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

/** All of a user, also those in which he looks through another's eyes; one may be spared. */
export async function deleteSessionsOf(tx: Writer, userId: string, spared = '') {
  const his = or(eq(sessions.userId, userId), eq(sessions.impersonatorId, userId))
  await tx.delete(sessions).where(and(his, ne(sessions.id, spared)))
}

export async function deleteStale(tx: Writer, now: Date) {
  await tx.delete(sessions).where(lt(sessions.expiresDate, now))
  await tx.delete(attempts).where(lt(attempts.resetDate, now))
}

/** Counts one try and says how many there are now; a window that has passed begins anew. */
export async function countAttempt(tx: Writer, key: string, now: Date, resetDate: Date) {
  await tx.delete(attempts).where(and(eq(attempts.key, key), lt(attempts.resetDate, now)))
  const [row] = await tx
    .insert(attempts)
    .values({ key, count: 1, resetDate })
    .onConflictDoUpdate({ target: attempts.key, set: { count: sql`${attempts.count} + 1` } })
    .returning()
  return row ?? { key, count: 1, resetDate }
}

/** A try that turned out well does not count. */
export async function giveBackAttempt(tx: Writer, key: string) {
  await tx
    .update(attempts)
    .set({ count: sql`${attempts.count} - 1` })
    .where(and(eq(attempts.key, key), gt(attempts.count, 0)))
}
