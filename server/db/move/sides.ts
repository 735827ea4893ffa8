import type { Dialect } from '../dialect.ts'
import type { MovedTable, Row } from './moved-table.ts'

/** What both databases give for the same money. */
export type LedgerSums = Record<string, string>

/** One of the two databases of a move. */
export type Side = {
  /** Reads in a transaction see one moment. Transactions do not nest. */
  transaction<Result>(work: () => Promise<Result>): Promise<Result>
  /** Rows in the order of their keys, beginning after one, in pages of a few megabytes. Only in a transaction. */
  pages(table: MovedTable, after?: Row): AsyncGenerator<Row[]>
  ledgerSums(): Promise<LedgerSums>
  /** Creation time of the newest migration; undefined without any. */
  latestMigration(): Promise<number | undefined>
  /** Last numbers that the database has given to rows of these tables. */
  lastNumbers(): Promise<Map<string, string>>
  close(): Promise<void>
}

export type Source = Side & {
  dialect: Dialect
  /** Different in every installation, the same in its copies. */
  fingerprint(): Promise<string>
  /** False while a server uses the database. Once true, none starts before `close`. */
  hold(): Promise<boolean>
}

type Progress = { isCopied: boolean; lastKey: Row | undefined }

export type Target = Side & {
  /**
   * Creates the schema, without what would stand in the way of rows in any order: foreign keys and triggers. Goes on
   * with what an earlier move has begun. Throws StartError if the database holds anything else.
   */
  prepare(fingerprint: string): Promise<void>
  progressOf(table: string): Promise<Progress>
  /** Only in a transaction. Rows that another one stands in the way of are left out with `canSkip`. */
  insert(table: MovedTable, rows: readonly Row[], canSkip: boolean): Promise<void>
  remove(table: MovedTable, keys: readonly Row[]): Promise<void>
  saveProgress(table: string, progress: Progress): Promise<void>
  /** Foreign keys, triggers and numbers, which are in force from then on. Throws where a foreign key is broken. */
  seal(lastNumbers: Map<string, string>): Promise<void>
  /** The database becomes one that servers open. */
  release(): Promise<void>
}

/** Pages end after this many rows or characters, so memory does not grow with the database. */
export const PAGE = { rows: 1_000, characters: 4_000_000 }

export const lengthOf = (row: Row) => row.reduce((sum, value) => sum + (value?.length ?? 4), 0)

/** The same statement on both: one row of numbers in text. */
export const ledgerSums = `
  select
    (select count(*) from accounts) as "accounts",
    (select coalesce(sum(credits_micro - debits_micro), 0) from accounts where kind = 'wallet') as "balances",
    (select coalesce(sum(held_micro), 0) from accounts) as "held",
    (select count(*) from postings) as "postings",
    (select count(*) from transfers) as "transfers",
    (select coalesce(sum(amount_micro), 0) from transfers) as "transferred",
    (select count(*) from holds) as "holds",
    (select coalesce(sum(amount_micro), 0) from holds where status = 'open') as "open holds"
`
