import { sql } from 'drizzle-orm'
import { kit } from '#server/db/kit.ts'
import { users } from '#server/features/users/users.table.ts'
import { type Billing, caseKinds, orderStates, type Quote, refundStates } from '#shared/payments.ts'

/** A top-up by card, with its full quote. The credited amount is `usdMicro`, whatever the rate is by then. */
export const paymentOrders = kit.table(
  'payment_orders',
  {
    id: kit.id(),
    /** PayTR's merchant_oid: alphanumeric, unique per attempt. */
    oid: kit.text('oid').notNull(),
    userId: kit
      .text('user_id')
      .notNull()
      .references(() => users.id),
    state: kit.oneOf('state', orderStates).notNull(),
    usdMicro: kit.money('usd_micro').notNull(),
    totalKurus: kit.money('total_kurus').notNull(),
    quote: kit.json<Quote>('quote').notNull(),
    billing: kit.json<Billing>('billing').notNull(),
    /** Made while the shop was in test mode: never credits a real wallet. */
    isTest: kit.boolean('is_test').notNull(),
    /** The caller's Idempotency-Key, with a hash of the request it was used for. */
    idempotencyKey: kit.text('idempotency_key'),
    requestHash: kit.text('request_hash').notNull(),
    token: kit.text('token'),
    failure: kit.text('failure'),
    /** The amount the customer paid: with instalments more than the price. */
    paidKurus: kit.money('paid_kurus'),
    refundedKurus: kit.money('refunded_kurus').notNull().default(0),
    refundedMicro: kit.money('refunded_micro').notNull().default(0),
    expiresDate: kit.time('expires_date').notNull(),
    checkedDate: kit.time('checked_date'),
    paidDate: kit.time('paid_date'),
    createdDate: kit.time('created_date').notNull(),
    updatedDate: kit.time('updated_date').notNull(),
  },
  (t) => [
    kit.unique('payment_orders_oid').on(t.oid),
    kit.unique('payment_orders_key').on(t.userId, t.idempotencyKey),
    kit.index('payment_orders_user').on(t.userId, t.createdDate),
    kit.index('payment_orders_created').on(t.createdDate),
    kit.index('payment_orders_open').on(t.createdDate).where(sql`${t.state} in ('created', 'pending')`),
    kit.check('payment_orders_amounts', sql`${t.usdMicro} > 0 and ${t.totalKurus} > 0`),
    kit.check(
      'payment_orders_refunds',
      sql`${t.refundedKurus} between 0 and coalesce(${t.paidKurus}, 0) and ${t.refundedMicro} between 0 and ${t.usdMicro}`,
    ),
  ],
)
export type PaymentOrderRow = typeof paymentOrders.$inferSelect

/** PayTR's raw notifications, append-only. Only correctly signed ones are stored. */
export const paymentNotifications = kit.table(
  'payment_notifications',
  {
    id: kit.id(),
    oid: kit.text('oid').notNull(),
    body: kit.json<Record<string, string>>('body').notNull(),
    /** For example credited, repeated, failed, orphan or quarantined. */
    outcome: kit.text('outcome').notNull(),
    createdDate: kit.time('created_date').notNull(),
  },
  (t) => [kit.index('payment_notifications_oid').on(t.oid, t.createdDate)],
)
export type PaymentNotificationRow = typeof paymentNotifications.$inferSelect

/** Refunds to the card, in the order's own lira. */
export const paymentRefunds = kit.table(
  'payment_refunds',
  {
    id: kit.id(),
    /** Our own id, sent as reference_no: alphanumeric. */
    reference: kit.text('reference').notNull(),
    orderId: kit
      .text('order_id')
      .notNull()
      .references(() => paymentOrders.id),
    usdMicro: kit.money('usd_micro').notNull(),
    kurus: kit.money('kurus').notNull(),
    state: kit.oneOf('state', refundStates).notNull(),
    reason: kit.text('reason').notNull(),
    adminId: kit.text('admin_id').notNull(),
    failure: kit.text('failure'),
    createdDate: kit.time('created_date').notNull(),
    settledDate: kit.time('settled_date'),
  },
  (t) => [
    kit.unique('payment_refunds_reference').on(t.reference),
    kit.index('payment_refunds_order').on(t.orderId, t.createdDate),
    kit.index('payment_refunds_open').on(t.createdDate).where(sql`${t.state} in ('requested', 'in_doubt')`),
    kit.check('payment_refunds_amounts', sql`${t.usdMicro} > 0 and ${t.kurus} > 0`),
  ],
)
export type PaymentRefundRow = typeof paymentRefunds.$inferSelect

/** Payments, reports and rates an ADMIN must review. One open case per subject. */
export const paymentCases = kit.table(
  'payment_cases',
  {
    id: kit.id(),
    kind: kit.oneOf('kind', caseKinds).notNull(),
    /** The order's oid, the bulletin's number, the report's day. */
    subject: kit.text('subject').notNull(),
    details: kit.json<Record<string, unknown>>('details').notNull(),
    createdDate: kit.time('created_date').notNull(),
    closedDate: kit.time('closed_date'),
    closedBy: kit.text('closed_by'),
    note: kit.text('note'),
  },
  (t) => [
    kit.unique('payment_cases_open').on(t.kind, t.subject).where(sql`${t.closedDate} is null`),
    kit.index('payment_cases_created').on(t.createdDate),
  ],
)
export type PaymentCaseRow = typeof paymentCases.$inferSelect
