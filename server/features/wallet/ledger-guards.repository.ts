import { type SQL, sql, type Table } from 'drizzle-orm'
import { getTableConfig, type PgTable } from 'drizzle-orm/pg-core'
import { dialect } from '#server/db/dialect.ts'
import { expectedSqliteSchema } from '#server/db/expected-schema.ts'
import type { Reader } from '#server/db/store.ts'
import {
  paymentNotifications,
  paymentOrders,
  paymentRefunds,
} from '#server/features/payments/payments.table.ts'
import { exchangeRates } from '#server/features/rates/rates.table.ts'
import { modelCalls, prices, usageDays } from '#server/features/usage/usage.table.ts'
import { accounts, holds, postings, transfers } from './wallet.table.ts'

const guarded = {
  accounts,
  postings,
  transfers,
  holds,
  payment_orders: paymentOrders,
  payment_notifications: paymentNotifications,
  payment_refunds: paymentRefunds,
  exchange_rates: exchangeRates,
  model_calls: modelCalls,
  usage_days: usageDays,
  prices,
} satisfies Record<string, Table>

/** Triggers guarding these tables on PostgreSQL; on SQLite the migrations' own SQL is compared. */
const triggers = ['accounts_new', 'accounts_changed', 'accounts_kept', 'postings_unchanged', 'postings_kept']
  .concat(['transfers_new', 'transfers_posted', 'transfers_unchanged', 'transfers_kept'])
  .concat(['holds_new', 'holds_placed', 'holds_closed', 'holds_kept', 'postings_reversed'])
  .concat(['payment_orders_paid', 'payment_orders_kept'])
  .concat(['payment_notifications_unchanged', 'payment_notifications_kept'])
  .concat(['exchange_rates_unchanged', 'exchange_rates_kept'])

export function findFallenGuards(db: Reader): Promise<string[]> {
  return dialect === 'postgres' ? findFallenInPostgres(db) : findFallenInSqlite(db)
}

async function findFallenInSqlite(db: Reader) {
  const present = await db
    .select({ name: sql<string>`name`, text: sql<string>`sql` })
    .from(sql`(select name, sql from sqlite_master where type in ('table', 'trigger')) as present`)
  const texts = new Map(present.map(({ name, text }) => [name, text]))
  return expectedSqliteSchema()
    .filter(({ table }) => table in guarded)
    .filter((part) => texts.get(part.name) !== part.sql)
    .map(({ name }) => name)
}

async function findFallenInPostgres(db: Reader) {
  const standing = await namesOf(
    db,
    sql`select tgname as name from pg_trigger where not tgisinternal and tgenabled <> 'D'
      union all select conname from pg_constraint where contype = 'c' and convalidated`,
  )
  const checks = Object.values(guarded).flatMap(
    // In this process the tables are PostgreSQL's; their canonical type says SQLite.
    (table) => getTableConfig(table as unknown as PgTable).checks.map(({ name }) => name),
  )
  return [...triggers, ...checks].filter((name) => !standing.has(name))
}

async function namesOf(db: Reader, query: SQL) {
  const found = await db.select({ name: sql<string>`name` }).from(sql`(${query}) as standing`)
  return new Set(found.map(({ name }) => name))
}

/** SQLite's integrity check of the file. Reads every page and blocks, so never run it on a live server. */
export async function findFileDamage(db: Reader) {
  if (dialect === 'postgres') {
    return []
  }
  const pages = await db
    .select({ id: sql<string>`fault` })
    .from(sql`(select integrity_check as fault from pragma_integrity_check) as pages`)
    .where(sql`fault <> 'ok'`)
  const orphans = await db
    .select({ id: sql<string>`id` })
    .from(sql`(select "table" || ' ' || coalesce(rowid, '') as id from pragma_foreign_key_check) as orphans`)
  return [...pages, ...orphans].map(({ id }) => id)
}
