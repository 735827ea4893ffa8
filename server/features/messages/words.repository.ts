import { hash } from 'node:crypto'
import { and, asc, desc, eq, gt, inArray, isNull, lt, sql } from 'drizzle-orm'
import * as pg from 'drizzle-orm/pg-core'
import * as sqlite from 'drizzle-orm/sqlite-core'
import { dialect } from '#server/db/dialect.ts'
import { insertMany } from '#server/db/insert-many.ts'
import type { Reader, Writer } from '#server/db/store.ts'
import { toQueryWords, toSearchWords } from '#server/search/search-words.ts'
import { toVector } from '#server/search/to-vector.ts'
import { type MessageRow, messages } from './messages.table.ts'

/** A prefix shorter than this would match a large part of all words. */
const MIN_PREFIX = 3

// Not in a schema file: SQLite's is a virtual table, which a migration written by hand creates.
const sqliteWords = sqlite.sqliteTable('message_words', {
  rowid: sqlite.integer('rowid').primaryKey(),
  part: sqlite.text('part').notNull(),
  words: sqlite.text('words').notNull(),
})
const tsvector = pg.customType<{ data: string }>({ dataType: () => 'tsvector' })
const postgresWords = pg.pgTable('message_words', {
  rowid: pg.bigint('rowid', { mode: 'number' }).primaryKey(),
  part: pg.text('part').notNull(),
  words: tsvector('words').notNull(),
})

/** The row of a message has the message's number. Rows go with their messages. */
const messageWords = dialect === 'postgres' ? (postgresWords as unknown as typeof sqliteWords) : sqliteWords

/** Where to search: one flow, or all flows of an owner. Everywhere without either. */
type WordScope = { flowId?: string | undefined; userId?: string | undefined }

// On PostgreSQL they are words among the others, so they contain what no word does.
const partsOf = ({ flowId, userId }: Pick<MessageRow, 'flowId' | 'userId'>) => [
  ofFlow(flowId),
  ofOwner(userId),
]
const ofFlow = (id: string) => `f${separator}${hash('sha256', id).slice(0, 12)}`
const ofOwner = (id: string) => `u${separator}${hash('sha256', id).slice(0, 12)}`
const separator = dialect === 'postgres' ? ':' : '0'

type Unindexed = Pick<MessageRow, 'id' | 'flowId' | 'userId' | 'content' | 'number'>

const unindexedColumns = {
  ...{ id: messages.id, flowId: messages.flowId, userId: messages.userId },
  ...{ content: messages.content, number: messages.number },
}

export async function hasUnindexed(db: Reader): Promise<boolean> {
  return (await listUnindexed(db, 1)).length > 0
}

/** Indexes the words of the oldest messages that lack it, and returns their number. */
export async function indexNext(tx: Writer, limit: number): Promise<number> {
  const unindexed = await listUnindexed(tx, limit)
  await insertWords(tx, dialect === 'postgres' ? await numberOnPostgres(tx, unindexed) : unindexed)
  return unindexed.length
}

function listUnindexed(db: Reader, limit: number): Promise<Unindexed[]> {
  return dialect === 'postgres' ? listUnnumbered(db, limit) : listAboveIndexed(db, limit)
}

function listUnnumbered(db: Reader, limit: number) {
  return db
    .select(unindexedColumns)
    .from(messages)
    .where(isNull(messages.number))
    .orderBy(asc(messages.createdDate))
    .limit(limit)
}

/** Words are indexed in the order of the numbers and go with their messages, so the last indexed one is the border. */
async function listAboveIndexed(db: Reader, limit: number) {
  const [last] = await db
    .select({ number: messageWords.rowid })
    .from(messageWords)
    .orderBy(desc(messageWords.rowid))
    .limit(1)
  return listNumbered(db, last?.number ?? 0, limit)
}

/** Messages with a number after this one, in the order of their numbers. */
export function listNumbered(db: Reader, after: number, limit: number): Promise<Unindexed[]> {
  return db
    .select(unindexedColumns)
    .from(messages)
    .where(gt(messages.number, after))
    .orderBy(asc(messages.number))
    .limit(limit)
}

const insertRows = insertMany(messageWords, (tx, rows) => tx.insert(messageWords).values(rows))

/** Of messages that have a number and no words yet. */
export async function insertWords(tx: Writer, numbered: readonly Unindexed[]) {
  await insertRows(tx, numbered.map(toRow))
}

function toRow({ number, content, ...place }: Unindexed) {
  const [parts, words] = [partsOf(place), toSearchWords(content)]
  const stored = dialect === 'postgres' ? sql`${toVector([...parts, ...words])}::tsvector` : words.join(' ')
  return { rowid: number ?? 0, part: parts.join(' '), words: stored }
}

/** Of several processes that read the same messages, one numbers each. */
async function numberOnPostgres(tx: Writer, unindexed: readonly Unindexed[]) {
  const ids = unindexed.map(({ id }) => id)
  return tx
    .update(messages)
    .set({ number: sql`nextval('message_numbers')` })
    .where(and(inArray(messages.id, ids), isNull(messages.number)))
    .returning(unindexedColumns)
}

/** In a database that was of the other dialect: numbers follow the highest one, and on SQLite every message has one. */
export async function continueNumbers(tx: Writer) {
  if (dialect === 'postgres') {
    const last = sql`(select max(number) as last from messages) as numbers`
    await tx.select({ last: sql`setval('message_numbers', last)` }).from(last).where(sql`last is not null`)
    return
  }
  const number = sql`(select coalesce(max(number), 0) + 1 from messages)`
  let [next] = await listUnnumbered(tx, 1)
  while (next) {
    await tx.update(messages).set({ number }).where(eq(messages.id, next.id))
    ;[next] = await listUnnumbered(tx, 1)
  }
}

type WordSearch = WordScope & {
  text: string
  /** Only messages with a lower number. */
  before?: number | undefined
  limit: number
}

/** Numbers of messages with all of these words, the newest first. The last word may be the beginning of one. */
export async function searchWords(
  db: Reader,
  { text, before, limit, ...scope }: WordSearch,
): Promise<number[]> {
  const words = toQueryWords(text)
  if (words.length === 0) {
    return []
  }
  const query = dialect === 'postgres' ? inPostgres(words, scope) : inSqlite(words, scope)
  const matches =
    dialect === 'postgres'
      ? sql`${messageWords.words} @@ ${query}::tsquery`
      : sql`message_words match ${query}`
  const found = await db
    .select({ number: messageWords.rowid })
    .from(messageWords)
    .where(and(matches, before === undefined ? undefined : lt(messageWords.rowid, before)))
    .orderBy(desc(messageWords.rowid))
    .limit(limit)
  return found.map(({ number }) => number)
}

type Words = readonly (readonly string[])[]

function inSqlite(words: Words, { flowId, userId }: WordScope) {
  const each = words.map((forms, place) => {
    const begun = beginningIn(words, place)
    return `(${[...forms.map((form) => `"${form}"`), ...begun.map((form) => `"${form}" *`)].join(' OR ')})`
  })
  const part = flowId ? ofFlow(flowId) : userId && ofOwner(userId)
  return `${part ? `part:"${part}" AND ` : ''}words:(${each.join(' AND ')})`
}

// Forms hold only letters and digits, so quoting them is enough.
function inPostgres(words: Words, { flowId, userId }: WordScope) {
  const each = words.map((forms, place) => {
    const begun = beginningIn(words, place)
    return `(${[...forms.map((form) => `'${form}'`), ...begun.map((form) => `'${form}':*`)].join(' | ')})`
  })
  const part = flowId ? ofFlow(flowId) : userId && ofOwner(userId)
  return [...(part ? [`'${part}'`] : []), ...each].join(' & ')
}

/** The word that may still be being typed, unstemmed. */
function beginningIn(words: Words, place: number): string[] {
  const [form = ''] = words[place] ?? []
  return place === words.length - 1 && form.length >= MIN_PREFIX ? [form] : []
}
