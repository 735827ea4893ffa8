import { and, asc, desc, eq, gte, inArray, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import { dialect } from '#server/db/dialect.ts'
import type { Changes, Reader, Writer } from '#server/db/store.ts'
import { users } from '#server/features/users/users.table.ts'
import {
  type PaymentNotificationRow,
  type PaymentOrderRow,
  paymentNotifications,
  paymentOrders,
} from './payments.table.ts'

/** Undefined when the caller's key was already used. */
export async function insertOrder(tx: Writer, row: PaymentOrderRow) {
  const [inserted] = await tx.insert(paymentOrders).values(row).onConflictDoNothing().returning()
  return inserted
}

/** Locks the user's row on PostgreSQL, so that a removal and a settlement do not overlap. */
export async function isOwnerRemoved(tx: Writer, userId: string) {
  if (dialect === 'postgres') {
    await tx
      .select({ id: sql`id` })
      .from(sql`(select id from users where id = ${userId} for share) as locked`)
  }
  const [owner] = await tx.select().from(users).where(eq(users.id, userId)).limit(1)
  return owner?.removedDate !== null
}

export async function findOrder(db: Reader, id: string) {
  const [row] = await db.select().from(paymentOrders).where(eq(paymentOrders.id, id)).limit(1)
  return row
}

export async function findOrderOfKey(db: Reader, userId: string, idempotencyKey: string) {
  const [row] = await db
    .select()
    .from(paymentOrders)
    .where(and(eq(paymentOrders.userId, userId), eq(paymentOrders.idempotencyKey, idempotencyKey)))
    .limit(1)
  return row
}

/**
 * Locks the order until the transaction ends: an update locks the row on both databases, so concurrent writers
 * queue and see each other's result.
 */
export async function lockOrder(tx: Writer, key: { oid: string } | { id: string }) {
  const [row] = await tx
    .update(paymentOrders)
    .set({ updatedDate: sql`${paymentOrders.updatedDate}` })
    .where('oid' in key ? eq(paymentOrders.oid, key.oid) : eq(paymentOrders.id, key.id))
    .returning()
  return row
}

/** Violates `payment_orders_refunds` when refunds would exceed the payment. */
export async function updateOrder(tx: Writer, id: string, changes: Changes<PaymentOrderRow>) {
  const [updated] = await tx.update(paymentOrders).set(changes).where(eq(paymentOrders.id, id)).returning()
  return updated
}

/** Undefined when the order is no longer in its initial state. */
export async function storeToken(tx: Writer, id: string, token: string, updatedDate: Date) {
  const [updated] = await tx
    .update(paymentOrders)
    .set({ token, state: 'pending', updatedDate })
    .where(and(eq(paymentOrders.id, id), eq(paymentOrders.state, 'created')))
    .returning()
  return updated
}

export async function insertNotification(tx: Writer, row: PaymentNotificationRow) {
  await tx.insert(paymentNotifications).values(row)
}

export type After = { createdDate: Date; id: string }

export function listOrdersOf(db: Reader, userId: string, after: After | undefined, limit: number) {
  return db
    .select()
    .from(paymentOrders)
    .where(and(eq(paymentOrders.userId, userId), olderThan(after)))
    .orderBy(desc(paymentOrders.createdDate), desc(paymentOrders.id))
    .limit(limit)
}

export function listAllOrders(db: Reader, after: After | undefined, limit: number) {
  return db
    .select({ order: paymentOrders, username: users.username })
    .from(paymentOrders)
    .innerJoin(users, eq(users.id, paymentOrders.userId))
    .where(olderThan(after))
    .orderBy(desc(paymentOrders.createdDate), desc(paymentOrders.id))
    .limit(limit)
}

export async function findOrderWithUser(db: Reader, id: string) {
  const [row] = await db
    .select({ order: paymentOrders, username: users.username })
    .from(paymentOrders)
    .innerJoin(users, eq(users.id, paymentOrders.userId))
    .where(eq(paymentOrders.id, id))
    .limit(1)
  return row
}

function olderThan(after: After | undefined): SQL | undefined {
  if (!after) {
    return undefined
  }
  const { createdDate, id } = after
  return or(
    lt(paymentOrders.createdDate, createdDate),
    and(eq(paymentOrders.createdDate, createdDate), lt(paymentOrders.id, id)),
  )
}

/** Open orders created before `made` and not checked since `asked`, least recently checked first. */
export function listOpenOrders(
  db: Reader,
  { made, requested }: { made: Date; requested: Date },
  limit: number,
) {
  return (
    db
      .select()
      .from(paymentOrders)
      // Literal, not bound: SQLite uses the partial index only for the identical expression.
      .where(
        and(
          sql`${paymentOrders.state} in ('created', 'pending')`,
          lt(paymentOrders.createdDate, made),
          or(isNull(paymentOrders.checkedDate), lt(paymentOrders.checkedDate, requested)),
        ),
      )
      .orderBy(sql`coalesce(${paymentOrders.checkedDate}, ${paymentOrders.createdDate})`)
      .limit(limit)
  )
}

export function listPaidOrders(db: Reader, from: Date, to: Date) {
  return db
    .select()
    .from(paymentOrders)
    .where(
      and(eq(paymentOrders.state, 'paid'), gte(paymentOrders.paidDate, from), lt(paymentOrders.paidDate, to)),
    )
    .orderBy(asc(paymentOrders.paidDate))
}

export async function findOrdersByOid(db: Reader, oids: string[]) {
  return oids.length > 0 ? db.select().from(paymentOrders).where(inArray(paymentOrders.oid, oids)) : []
}
