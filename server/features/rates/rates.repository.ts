import { desc, eq } from 'drizzle-orm'
import type { Reader, Writer } from '#server/db/store.ts'
import { type ExchangeRateRow, exchangeRates } from './rates.table.ts'

/** Undefined when the bulletin is already stored, for example by another process. */
export async function insertRate(tx: Writer, row: ExchangeRateRow) {
  const [inserted] = await tx.insert(exchangeRates).values(row).onConflictDoNothing().returning()
  return inserted
}

/** Of the newest day; of two bulletins of one day the later one. */
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
