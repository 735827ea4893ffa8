import { and, asc, desc, eq, gt, inArray, lt, ne, or, type SQL, sql } from 'drizzle-orm'
import { dialect } from '#server/db/dialect.ts'
import type { Reader, Writer } from '#server/db/store.ts'
import { users } from '#server/features/users/users.table.ts'
import type { AuditEntry } from '#shared/audit.ts'
import { type AuditEntryRow, auditEntries } from './audit.table.ts'

/** An arbitrary number, the same in every process. */
const CHAIN_LOCK = 7_305_119

/** Serializes writers until the transaction ends. SQLite has a single writer anyway. */
export async function lockChain(tx: Writer) {
  if (dialect === 'postgres') {
    await tx
      .select({ lock: sql`pg_advisory_xact_lock(${sql.raw(String(CHAIN_LOCK))})::text` })
      .from(sql`(select 1) as one`)
  }
}

export async function findLast(db: Reader) {
  const [last] = await db
    .select({ number: auditEntries.number, hash: auditEntries.hash })
    .from(auditEntries)
    .orderBy(desc(auditEntries.number))
    .limit(1)
  return last
}

export async function insertEntry(tx: Writer, row: AuditEntryRow) {
  await tx.insert(auditEntries).values(row)
}

export async function isAudited(tx: Writer, postingId: string) {
  const [found] = await tx
    .select({ id: auditEntries.id })
    .from(auditEntries)
    .where(eq(auditEntries.postingId, postingId))
    .limit(1)
  return found !== undefined
}

export function listAfter(db: Reader, number: number, limit: number) {
  return db
    .select()
    .from(auditEntries)
    .where(gt(auditEntries.number, number))
    .orderBy(asc(auditEntries.number))
    .limit(limit)
}

export type Filter = {
  kind?: AuditEntry['kind'] | undefined
  /** Matches the actor, the subject or the impersonated user. */
  userId?: string | undefined
  /** Entries about this user or made while impersonating them; their own actions on others are excluded. */
  aboutId?: string | undefined
  before?: number | undefined
}

/** Newest first. */
export function listEntries(db: Reader, { kind, userId, aboutId, before }: Filter, limit: number) {
  const { actorId, subjectId, onBehalfOf, number } = auditEntries
  const conditions: (SQL | undefined)[] = [
    kind && eq(auditEntries.kind, kind),
    userId === undefined ? undefined : or(eq(actorId, userId), eq(subjectId, userId), eq(onBehalfOf, userId)),
    aboutId === undefined ? undefined : or(eq(subjectId, aboutId), eq(onBehalfOf, aboutId)),
    before === undefined ? undefined : lt(number, before),
  ]
  return db
    .select()
    .from(auditEntries)
    .where(and(...conditions))
    .orderBy(desc(number))
    .limit(limit)
}

export function listNames(db: Reader, ids: string[]) {
  return db
    .select({ id: users.id, username: users.username })
    .from(users)
    .where(and(inArray(users.id, ids), ne(users.username, '')))
}
