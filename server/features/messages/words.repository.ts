import { hash } from 'node:crypto'
import { and, asc, desc, eq, gt, inArray, isNull, lt, max, sql } from 'drizzle-orm'
import * as pg from 'drizzle-orm/pg-core'
import * as sqlite from 'drizzle-orm/sqlite-core'
import { dialect } from '#server/db/dialect.ts'
import type { Reader, Writer } from '#server/db/store.ts'
import { toQueryWords, toSearchWords } from '#server/search/search-words.ts'
import { toVector } from '#server/search/to-vector.ts'
import { type MessageRow, messages } from './messages.table.ts'

const INSERTED_AT_ONCE = 100
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
const ofFlow = (id: string) => `f${separator}${hash('sha256', id).slice(0, 12)}`
const ofOwner = (id: string) => `u${separator}${hash('sha256', id).slice(0, 12)}`
const separator = dialect === 'postgres' ? ':' : '0'

type Unindexed = Pick<MessageRow, 'id' | 'flowId' | 'userId' | 'content'>

/** The oldest messages whose words are not indexed. */
export function listUnindexed(db: Reader, limit: number): Promise<Unindexed[]> {
  return db
    .select({ id: messages.id, flowId: messages.flowId, userId: messages.userId, content: messages.content })
    .from(messages)
    .where(isNull(messages.number))
    .orderBy(asc(messages.createdDate))
    .limit(limit)
}

/** Indexes the words of those that no other process has indexed meanwhile. */
export async function indexMessages(tx: Writer, unindexed: readonly Unindexed[]) {
  const numbers =
    dialect === 'postgres' ? await numberOnPostgres(tx, unindexed) : await numberOnSqlite(tx, unindexed)
  await insertWords(
    tx,
    unindexed.map((message) => ({ ...message, number: numbers.get(message.id) ?? null })),
  )
}

type Numbered = Unindexed & Pick<MessageRow, 'number'>

/** Messages with a number after this one, in the order of their numbers. */
export function listNumbered(db: Reader, after: number, limit: number): Promise<Numbered[]> {
  const { id, flowId, userId, content, number } = messages
  return db
    .select({ id, flowId, userId, content, number })
    .from(messages)
    .where(gt(number, after))
    .orderBy(asc(number))
    .limit(limit)
}

/** Messages without a number are left out. */
export async function insertWords(tx: Writer, numbered: readonly Numbered[]) {
  const rows = numbered.flatMap(({ number: rowid, flowId, userId, content }) => {
    const part = [ofFlow(flowId), ofOwner(userId)]
    const words = toSearchWords(content)
    const stored = dialect === 'postgres' ? sql`${toVector([...part, ...words])}::tsvector` : words.join(' ')
    return rowid === null ? [] : [{ rowid, part: part.join(' '), words: stored }]
  })
  for (let from = 0; from < rows.length; from += INSERTED_AT_ONCE) {
    await tx.insert(messageWords).values(rows.slice(from, from + INSERTED_AT_ONCE))
  }
}

/** Numbers given from now on follow the highest one. SQLite looks it up each time. */
export async function continueNumbers(tx: Writer) {
  if (dialect === 'postgres') {
    const last = sql`(select max(number) as last from messages) as numbers`
    await tx.select({ last: sql`setval('message_numbers', last)` }).from(last).where(sql`last is not null`)
  }
}

async function numberOnPostgres(tx: Writer, unindexed: readonly Unindexed[]) {
  const ids = unindexed.map(({ id }) => id)
  const numbered = await tx
    .update(messages)
    .set({ number: sql`nextval('message_numbers')` })
    .where(and(inArray(messages.id, ids), isNull(messages.number)))
    .returning({ id: messages.id, number: messages.number })
  return new Map(numbered.map(({ id, number }) => [id, number ?? 0]))
}

/** There is one writer, so the next number is known. */
async function numberOnSqlite(tx: Writer, unindexed: readonly Unindexed[]) {
  const [last] = await tx.select({ number: max(messages.number) }).from(messages)
  const numbers = new Map<string, number>()
  for (const { id } of unindexed) {
    const number = (last?.number ?? 0) + 1 + numbers.size
    const numbered = await tx
      .update(messages)
      .set({ number })
      .where(and(eq(messages.id, id), isNull(messages.number)))
      .returning({ id: messages.id })
    if (numbered.length > 0) {
      numbers.set(id, number)
    }
  }
  return numbers
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
