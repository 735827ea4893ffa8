import { sql } from 'drizzle-orm'
import { kit } from '#server/db/kit.ts'

/**
 * Accepted bulletins of the central bank, append-only, so that every order's rate can be explained. Lira per
 * dollar in ten-thousandths.
 */
export const exchangeRates = kit.table(
  'exchange_rates',
  {
    id: kit.id(),
    bulletinNo: kit.text('bulletin_no').notNull(),
    rateDate: kit.text('rate_date').notNull(),
    forexBuyingE4: kit.integer('forex_buying_e4').notNull(),
    forexSellingE4: kit.integer('forex_selling_e4').notNull(),
    /** Null where the source does not give them (EVDS). */
    banknoteBuyingE4: kit.integer('banknote_buying_e4'),
    banknoteSellingE4: kit.integer('banknote_selling_e4'),
    /** `today`, `dated`, `evds`, or the id of the ADMIN who accepted it. */
    source: kit.text('source').notNull(),
    rawSha256: kit.text('raw_sha256').notNull(),
    fetchedDate: kit.time('fetched_date').notNull(),
  },
  (t) => [
    kit.unique('exchange_rates_bulletin').on(t.bulletinNo),
    kit.index('exchange_rates_day').on(t.rateDate),
    kit.check(
      'exchange_rates_sane',
      sql`${t.forexBuyingE4} > 0 and ${t.forexSellingE4} >= ${t.forexBuyingE4}`,
    ),
  ],
)
export type ExchangeRateRow = typeof exchangeRates.$inferSelect
