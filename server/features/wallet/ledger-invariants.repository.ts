import { type SQL, sql } from 'drizzle-orm'
import { dialect } from '#server/db/dialect.ts'
import type { Reader } from '#server/db/store.ts'

/** Maximum of violations reported per rule and read. */
const MAX_NAMED = 20

/** A query that must return no rows. The `id` of each row it returns locates the violation. */
export type Invariant = { rule: string; table: string; find(within: SQL): SQL }

/**
 * Each is one statement and so reads one snapshot, also while money moves. Each starts at the rows of one table
 * and uses indexes, so that the table can be read in pieces.
 */
export const invariants: Invariant[] = [
  {
    rule: 'an account holds what its open holds hold',
    table: 'accounts',
    find: (within) => sql`select here.id from accounts here left join (
        select account_id, sum(amount_micro) as held from holds where status = 'open' group by account_id
      ) as open on open.account_id = here.id where ${within} and here.held_micro <> coalesce(open.held, 0)`,
  },
  {
    rule: 'no wallet is overdrawn',
    table: 'accounts',
    find: (within) => sql`select here.id from accounts here
      where ${within} and here.credits_micro - here.debits_micro - here.held_micro < 0`,
  },
  {
    rule: 'the accounts of the house keep no counters',
    table: 'accounts',
    find: (within) => sql`select here.id from accounts here
      where ${within} and here.kind <> 'wallet' and (here.debits_micro <> 0 or here.credits_micro <> 0)`,
  },
  {
    rule: 'a posting has exactly the legs it declared',
    table: 'postings',
    find: (within) => sql`select here.id from postings here where ${within} and (here.legs < 1
      or here.legs <> (select count(*) from transfers t where t.posting_id = here.id))`,
  },
  {
    rule: 'a hold was captured for what was posted',
    table: 'holds',
    find: (
      within,
    ) => sql`select here.id from holds here where ${within} and coalesce(here.captured_micro, 0) <> coalesce((
        select sum(t.amount_micro) from postings p join transfers t on t.posting_id = p.id
        where p.scope = here.account_id and p.reference = here.reference and t.hold_id = here.id), 0)`,
  },
  {
    rule: 'a capture belongs to the posting of its hold',
    table: 'transfers',
    find: (
      within,
    ) => sql`select here.posting_id as id from transfers here where ${within} and here.hold_id is not null
      and not exists (select 1 from holds h join postings p on p.scope = h.account_id and p.reference = h.reference
        where h.id = here.hold_id and p.id = here.posting_id)`,
  },
  {
    rule: 'a top-up is a paid order, to the cent',
    table: 'postings',
    find: (
      within,
    ) => sql`select here.id from postings here where ${within} and here.kind = 'topup' and not exists (
        select 1 from payment_orders o where o.oid = substr(here.reference, 7) and here.reference = 'paytr:' || o.oid
          and o.state = 'paid' and here.scope = 'wallet:' || o.user_id
          and o.usd_micro = (select sum(t.amount_micro) from transfers t where t.posting_id = here.id))`,
  },
  {
    rule: 'a paid order was credited',
    table: 'payment_orders',
    find: (
      within,
    ) => sql`select here.oid as id from payment_orders here where ${within} and here.state = 'paid'
      and not exists (select 1 from postings p
        where p.scope = 'wallet:' || here.user_id and p.reference = 'paytr:' || here.oid and p.kind = 'topup')`,
  },
  {
    rule: 'an admin’s posting has its audit entry',
    table: 'postings',
    find: (within) => sql`select here.id from postings here where ${within} and here.actor_kind = 'admin'
      and not exists (select 1 from audit_entries a where a.posting_id = here.id)
      and not exists (select 1 from unaudited_postings u where u.posting_id = here.id)`,
  },
  {
    rule: 'an audited posting is an admin’s',
    table: 'audit_entries',
    find: (
      within,
    ) => sql`select here.id from audit_entries here where ${within} and here.posting_id is not null
      and not exists (select 1 from postings p where p.id = here.posting_id and p.actor_kind = 'admin')`,
  },
  {
    rule: 'a run is charged what its calls cost',
    table: 'postings',
    find: (within) => sql`select here.id from postings here where ${within} and here.kind = 'usage'
      and exists (select 1 from runs r where r.id = substr(here.reference, 5, 36))
      and not exists (select 1 from model_calls m
        where m.run_id = substr(here.reference, 5, 36) and m.call_id = substr(here.reference, 42)
          and m.cost_micro = (select sum(t.amount_micro) from transfers t
            where t.posting_id = here.id and t.debit_account = here.scope))`,
  },
  {
    rule: 'what a call cost was charged',
    table: 'model_calls',
    find: (within) => sql`select here.id from model_calls here where ${within} and here.cost_micro > 0
      and not exists (select 1 from postings p where p.scope = 'wallet:' || here.user_id
        and p.reference = 'run:' || here.run_id || ':' || here.call_id and p.kind = 'usage')`,
  },
]

export async function findBroken(db: Reader, { find }: Invariant, within: SQL) {
  const broken = await db
    .select({ id: sql<string>`id` })
    .from(sql`(${find(within)}) as broken`)
    .limit(MAX_NAMED)
  return broken.map(({ id }) => id)
}

/**
 * Splits a table into ranges of `rows` rows, as conditions on `here`. SQLite numbers append-only rows in commit
 * order and reads block it; PostgreSQL reads concurrently, so there is one range.
 */
export async function cut(db: Reader, table: string, rows: number): Promise<SQL[]> {
  if (dialect === 'postgres') {
    return [sql`true`]
  }
  const last = await lastRow(db, table)
  return Array.from(
    { length: Math.ceil(last / rows) },
    (_, piece) => sql`here.rowid > ${piece * rows} and here.rowid <= ${(piece + 1) * rows}`,
  )
}

async function lastRow(db: Reader, table: string) {
  const [found] = await db
    .select({ last: sql`last`.mapWith(Number) })
    .from(sql`(select coalesce(max(rowid), 0) as last from ${sql.identifier(table)}) as rows`)
  return found?.last ?? 0
}

/** Counters at the moment when row number `mark` was the last one included. */
export type Counted = { owner: string; debitsMicro: number; creditsMicro: number; mark: number }

const counted = {
  owner: sql<string>`owner`,
  debitsMicro: sql`debits`.mapWith(Number),
  creditsMicro: sql`credits`.mapWith(Number),
  mark: sql`mark`.mapWith(Number),
}

export function readCounters(db: Reader, within: SQL): Promise<Counted[]> {
  return db
    .select(counted)
    .from(sql`(select here.id as owner, here.debits_micro as debits, here.credits_micro as credits,
      (select coalesce(max(rowid), 0) from transfers) as mark
    from accounts here where ${within} and here.kind = 'wallet') as counters`)
}

export function sumTransfers(db: Reader, after: number, until: number): Promise<Counted[]> {
  return db
    .select(counted)
    .from(sql`(select account as owner, sum(debit) as debits, sum(credit) as credits, 0 as mark from (
      select debit_account as account, amount_micro as debit, 0 as credit from transfers where rowid > ${after} and rowid <= ${until}
      union all select credit_account, 0, amount_micro from transfers where rowid > ${after} and rowid <= ${until}
    ) as sides group by account) as sums`)
}

/** Daily totals of these users, read in one statement with the last call counted, so that both match. */
export function readDays(db: Reader, within: SQL): Promise<Counted[]> {
  return db.select(counted).from(sql`(select here.user_id as owner,
      coalesce((select sum(d.cost_micro) from usage_days d where d.user_id = here.user_id), 0) as debits, 0 as credits,
      (select coalesce(max(rowid), 0) from model_calls) as mark
    from accounts here where ${within} and here.user_id is not null) as days`)
}

export function sumCalls(db: Reader, after: number, until: number): Promise<Counted[]> {
  return db
    .select(counted)
    .from(sql`(select user_id as owner, sum(cost_micro) as debits, 0 as credits, 0 as mark
    from model_calls where rowid > ${after} and rowid <= ${until} group by user_id) as sums`)
}

/** On PostgreSQL one statement reads one snapshot. */
export async function findWrongCounters(db: Reader) {
  return idsOf(
    db,
    sql`select a.id from accounts a left join (
      select account, sum(debit) as debits, sum(credit) as credits from (
        select debit_account as account, amount_micro as debit, 0 as credit from transfers
        union all select credit_account, 0, amount_micro from transfers) as sides group by account
    ) as moved on moved.account = a.id
    where a.kind = 'wallet' and (a.debits_micro <> coalesce(moved.debits, 0) or a.credits_micro <> coalesce(moved.credits, 0))`,
  )
}

export async function findWrongDays(db: Reader) {
  return idsOf(
    db,
    sql`select a.user_id as id from accounts a
    left join (select user_id, sum(cost_micro) as cost from model_calls group by user_id) as calls on calls.user_id = a.user_id
    left join (select user_id, sum(cost_micro) as cost from usage_days group by user_id) as days on days.user_id = a.user_id
    where a.user_id is not null and coalesce(calls.cost, 0) <> coalesce(days.cost, 0)`,
  )
}

async function idsOf(db: Reader, query: SQL) {
  const found = await db.select({ id: sql<string>`id` }).from(sql`(${query}) as broken`).limit(MAX_NAMED)
  return found.map(({ id }) => id)
}
