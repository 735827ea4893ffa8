import { inArray, sql } from 'drizzle-orm'
import * as pg from 'drizzle-orm/pg-core'
import * as sqlite from 'drizzle-orm/sqlite-core'
import { dialect } from '#server/db/dialect.ts'
import type { Writer } from '#server/db/store.ts'
import { toSearchWords } from '#server/search/search-words.ts'

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

/** A word no text contains, which limits a search to one index. */
export const partOf = (indexId: string) => `part${indexId.replaceAll('-', '')}`

export async function insertWords(
  tx: Writer,
  indexId: string,
  chunks: readonly { number: number; content: string }[],
) {
  for (const { number, content } of chunks) {
    const words = toSearchWords(content).join(' ')
    await tx.insert(indexWords).values({
      rowid: number,
      part: partOf(indexId),
      words: dialect === 'postgres' ? sql`to_tsvector('simple', ${words})` : words,
    })
  }
}

export async function deleteWords(tx: Writer, numbers: readonly number[]) {
  for (let from = 0; from < numbers.length; from += AT_ONCE) {
    await tx.delete(indexWords).where(inArray(indexWords.rowid, numbers.slice(from, from + AT_ONCE)))
  }
}
