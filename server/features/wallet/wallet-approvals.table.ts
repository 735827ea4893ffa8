import { sql } from 'drizzle-orm'
import { kit } from '#server/db/kit.ts'
import { approvalKinds } from '#shared/wallet-approvals.ts'

/** Wallet changes above an ADMIN's daily maximum. Nothing is posted before another ADMIN approves. */
export const walletApprovals = kit.table(
  'wallet_approvals',
  {
    id: kit.id(),
    askedBy: kit.text('asked_by').notNull(),
    userId: kit.text('user_id').notNull(),
    kind: kit.oneOf('kind', approvalKinds).notNull(),
    /** Effect on the balance, negative for a debit. For `set` the difference at the time of the request. */
    amountMicro: kit.money('amount_micro').notNull(),
    reverses: kit.text('reverses'),
    reason: kit.text('reason').notNull(),
    /** The same Idempotency-Key of the same ADMIN finds the same row. */
    reference: kit.text('reference').notNull(),
    requestHash: kit.text('request_hash').notNull(),
    /** A pending row expires by its age and keeps this state. */
    state: kit.oneOf('state', ['pending', 'approved', 'rejected']).notNull(),
    decidedBy: kit.text('decided_by'),
    decidedDate: kit.time('decided_date'),
    createdDate: kit.time('created_date').notNull(),
  },
  (t) => [
    kit.unique('wallet_approvals_reference').on(t.reference),
    kit.index('wallet_approvals_pending').on(t.createdDate).where(sql`${t.state} = 'pending'`),
    kit.check('wallet_approvals_amount', sql`${t.amountMicro} <> 0`),
    kit.check('wallet_approvals_reversal', sql`(${t.kind} = 'reversal') = (${t.reverses} is not null)`),
    kit.check('wallet_approvals_decided', sql`(${t.state} = 'pending') = (${t.decidedBy} is null)`),
    kit.check('wallet_approvals_two_people', sql`${t.decidedBy} <> ${t.askedBy}`),
  ],
)
export type WalletApprovalRow = typeof walletApprovals.$inferSelect
