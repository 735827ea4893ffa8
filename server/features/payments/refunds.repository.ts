import { and, asc, eq, gte, inArray, lt, sql } from 'drizzle-orm'
import type { Changes, Reader, Writer } from '#server/db/store.ts'
import { type PaymentRefundRow, paymentOrders, paymentRefunds } from './payments.table.ts'

/** Undefined when the reference was already used. */
export async function insertRefund(tx: Writer, row: PaymentRefundRow) {
  const [inserted] = await tx.insert(paymentRefunds).values(row).onConflictDoNothing().returning()
  return inserted
}

export async function findRefund(db: Reader, reference: string) {
  const [row] = await db.select().from(paymentRefunds).where(eq(paymentRefunds.reference, reference)).limit(1)
  return row
}

/** Undefined when it is already settled: of several concurrent calls, one succeeds. */
export async function updateOpenRefund(tx: Writer, id: string, changes: Changes<PaymentRefundRow>) {
  const [updated] = await tx
    .update(paymentRefunds)
    .set(changes)
    .where(and(eq(paymentRefunds.id, id), inArray(paymentRefunds.state, ['requested', 'in_doubt'])))
    .returning()
  return updated
}

/** Oldest first. */
export async function listRefundsOf(db: Reader, orderIds: string[]) {
  return orderIds.length > 0
    ? db
        .select()
        .from(paymentRefunds)
        .where(inArray(paymentRefunds.orderId, orderIds))
        .orderBy(asc(paymentRefunds.createdDate), asc(paymentRefunds.id))
    : []
}

export function listOpenRefunds(db: Reader, made: Date, limit: number) {
  return (
    db
      .select({ refund: paymentRefunds, order: paymentOrders })
      .from(paymentRefunds)
      .innerJoin(paymentOrders, eq(paymentOrders.id, paymentRefunds.orderId))
      // Literal, not bound: SQLite uses the partial index only for the identical expression.
      .where(
        and(sql`${paymentRefunds.state} in ('requested', 'in_doubt')`, lt(paymentRefunds.createdDate, made)),
      )
      .orderBy(sql`coalesce(${paymentOrders.checkedDate}, ${paymentOrders.createdDate})`)
      .limit(limit)
  )
}

export function listDoneRefunds(db: Reader, from: Date, to: Date) {
  return db
    .select({ refund: paymentRefunds, oid: paymentOrders.oid })
    .from(paymentRefunds)
    .innerJoin(paymentOrders, eq(paymentOrders.id, paymentRefunds.orderId))
    .where(
      and(
        eq(paymentRefunds.state, 'done'),
        gte(paymentRefunds.createdDate, from),
        lt(paymentRefunds.createdDate, to),
      ),
    )
    .orderBy(asc(paymentRefunds.createdDate))
}
