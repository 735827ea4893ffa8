import { desc, eq } from 'drizzle-orm'
import type { Reader, Writer } from '#server/db/store.ts'
import { type ExchangeRateRow, exchangeRates } from './rates.table.ts'

/** Undefined when this bulletin is there already: of two processes that bring it, one stores it. */
export async function insertRate(tx: Writer, row: ExchangeRateRow) {
  const [inserted] = await tx.insert(exchangeRates).values(row).onConflictDoNothing().returning()
  return inserted
}

/** Of the newest day; of two papers of one day the one that came last. */
export async function findLatestRate(db: Reader) {
  const [row] = await db
    .select()
    .from(exchangeRates)
    .orderBy(desc(exchangeRates.rateDate), desc(exchangeRates.fetchedDate), desc(exchangeRates.id))
    .limit(1)
  return row
}

export async function findRate(db: Reader, bulletinNo: string) {
  const [row] = await db.select().from(exchangeRates).where(eq(exchangeRates.bulletinNo, bulletinNo)).limit(1)
  return row
}
