import { hash } from 'node:crypto'
import { inArray, sql } from 'drizzle-orm'
import * as pg from 'drizzle-orm/pg-core'
import * as sqlite from 'drizzle-orm/sqlite-core'
import { dialect } from '#server/db/dialect.ts'
import { insertMany } from '#server/db/insert-many.ts'
import type { Writer } from '#server/db/store.ts'
import { toSearchWords } from '#server/search/search-words.ts'
import { toVector } from '#server/search/to-vector.ts'

const AT_ONCE = 500

// Not in a schema file: SQLite's is a virtual table, which a migration written by hand creates.
const sqliteWords = sqlite.sqliteTable('index_words', {
  rowid: sqlite.integer('rowid').primaryKey(),
  part: sqlite.text('part').notNull(),
  words: sqlite.text('words').notNull(),
})
const tsvector = pg.customType<{ data: string }>({ dataType: () => 'tsvector' })
const postgresWords = pg.pgTable('index_words', {
  rowid: pg.bigint('rowid', { mode: 'number' }).primaryKey(),
  part: pg.text('part').notNull(),
  words: tsvector('words').notNull(),
})

/** The row of a chunk has the chunk's number. */
export const indexWords =
  dialect === 'postgres' ? (postgresWords as unknown as typeof sqliteWords) : sqliteWords

/** Begins every word of an index, so that each has words and counts of its own in the table that all share. */
export const partOf = (indexId: string) => hash('sha256', indexId).slice(0, 8)

const insertRows = insertMany(indexWords, (tx, rows) => tx.insert(indexWords).values(rows))

export async function insertWords(
  tx: Writer,
  indexId: string,
  chunks: readonly { number: number; content: string }[],
) {
  const part = partOf(indexId)
  const rows = chunks.map(({ number, content }) => {
    const words = toSearchWords(content).map((word) => part + word)
    const stored = dialect === 'postgres' ? sql`${toVector(words)}::tsvector` : words.join(' ')
    return { rowid: number, part, words: stored }
  })
  await insertRows(tx, rows)
}

export async function deleteWords(tx: Writer, numbers: readonly number[]) {
  for (let from = 0; from < numbers.length; from += AT_ONCE) {
    await tx.delete(indexWords).where(inArray(indexWords.rowid, numbers.slice(from, from + AT_ONCE)))
  }
}
