import { desc } from 'drizzle-orm'
import { placeholders, prepared } from '#server/db/prepared.ts'
import type { Reader, Writer } from '#server/db/store.ts'
import { type ModelCallRow, modelCalls, type PriceRow, prices } from './usage.table.ts'

const callInsert = prepared((tx: Writer) =>
  tx.insert(modelCalls).values(placeholders(modelCalls)).onConflictDoNothing().prepare(),
)

/** Every price that ever was, newest first. A few hundred rows, read rarely. */
export function listPrices(db: Reader) {
  return db.select().from(prices).orderBy(desc(prices.createdDate), desc(prices.id)).limit(10_000)
}

export async function insertPrices(tx: Writer, rows: PriceRow[]) {
  if (rows.length > 0) {
    await tx.insert(prices).values(rows)
  }
}

/** A call that is already there is left as it is. */
export async function insertModelCall(tx: Writer, row: ModelCallRow) {
  await callInsert(tx).execute(row)
}
