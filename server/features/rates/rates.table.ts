import { sql } from 'drizzle-orm'
import { kit } from '#server/db/kit.ts'

/**
 * Bulletins of the central bank as they were accepted: append-only, so that every order can be explained. Lira per dollar in
 * ten-thousandths (payments-security.md §2.3).
 */
export const exchangeRates = kit.table(
  'exchange_rates',
  {
    id: kit.id(),
    bulletinNo: kit.text('bulletin_no').notNull(),
    /** The bulletin's own day, YYYY-MM-DD. */
    rateDate: kit.text('rate_date').notNull(),
    forexBuyingE4: kit.integer('forex_buying_e4').notNull(),
    forexSellingE4: kit.integer('forex_selling_e4').notNull(),
    /** Null where the source does not give them (EVDS). */
    banknoteBuyingE4: kit.integer('banknote_buying_e4'),
    banknoteSellingE4: kit.integer('banknote_selling_e4'),
    /** `today`, `dated`, `evds`, or the id of the ADMIN who confirmed it. */
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
