import { and, desc, eq, isNull } from 'drizzle-orm'
import type { Reader, Writer } from '#server/db/store.ts'
import { type PaymentCaseRow, paymentCases } from './payments.table.ts'

const MAX_LISTED = 500

/** Undefined when a case on the same subject is open. */
export async function insertCase(tx: Writer, row: PaymentCaseRow) {
  const [inserted] = await tx.insert(paymentCases).values(row).onConflictDoNothing().returning()
  return inserted
}

export function listCases(db: Reader, onlyOpen: boolean) {
  return db
    .select()
    .from(paymentCases)
    .where(onlyOpen ? isNull(paymentCases.closedDate) : undefined)
    .orderBy(desc(paymentCases.createdDate), desc(paymentCases.id))
    .limit(MAX_LISTED)
}

export async function findCase(db: Reader, id: string) {
  const [row] = await db.select().from(paymentCases).where(eq(paymentCases.id, id)).limit(1)
  return row
}

export async function findCaseAbout(db: Reader, kind: PaymentCaseRow['kind'], subject: string) {
  const [row] = await db
    .select()
    .from(paymentCases)
    .where(and(eq(paymentCases.kind, kind), eq(paymentCases.subject, subject)))
    .limit(1)
  return row
}

type Closing = Pick<PaymentCaseRow, 'closedDate' | 'closedBy' | 'note'>

/** Undefined when it is already closed. */
export async function closeCase(tx: Writer, id: string, closing: Closing) {
  const [closed] = await tx
    .update(paymentCases)
    .set(closing)
    .where(and(eq(paymentCases.id, id), isNull(paymentCases.closedDate)))
    .returning()
  return closed
}

export async function closeCasesAbout(
  tx: Writer,
  kind: PaymentCaseRow['kind'],
  subject: string,
  closing: Closing,
) {
  await tx
    .update(paymentCases)
    .set(closing)
    .where(
      and(eq(paymentCases.kind, kind), eq(paymentCases.subject, subject), isNull(paymentCases.closedDate)),
    )
}
