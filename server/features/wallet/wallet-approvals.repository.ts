import { and, asc, eq, gt, sql } from 'drizzle-orm'
import type { Reader, Writer } from '#server/db/store.ts'
import { type WalletApprovalRow, walletApprovals } from './wallet-approvals.table.ts'

export async function insertApproval(tx: Writer, row: WalletApprovalRow) {
  await tx.insert(walletApprovals).values(row)
}

export async function findApproval(db: Reader, id: string) {
  const [row] = await db.select().from(walletApprovals).where(eq(walletApprovals.id, id)).limit(1)
  return row
}

export async function findApprovalOf(db: Reader, reference: string) {
  const [row] = await db
    .select()
    .from(walletApprovals)
    .where(eq(walletApprovals.reference, reference))
    .limit(1)
  return row
}

export function listPending(db: Reader, after: Date) {
  return db
    .select()
    .from(walletApprovals)
    .where(pendingAfter(after))
    .orderBy(asc(walletApprovals.createdDate), asc(walletApprovals.id))
}

type Decision = Pick<WalletApprovalRow, 'state' | 'decidedBy' | 'decidedDate'>

/** Undefined when it is no longer pending: of several decisions one takes effect. */
export async function decideApproval(tx: Writer, id: string, decision: Decision, after: Date) {
  const [decided] = await tx
    .update(walletApprovals)
    .set(decision)
    .where(and(eq(walletApprovals.id, id), pendingAfter(after)))
    .returning()
  return decided
}

function pendingAfter(date: Date) {
  // Must match the partial index.
  return and(sql`${walletApprovals.state} = 'pending'`, gt(walletApprovals.createdDate, date))
}
