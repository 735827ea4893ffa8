import { and, asc, desc, eq, gt, gte, inArray, lt, lte, or, type SQL, sql } from 'drizzle-orm'
import type { Reader } from '#server/db/store.ts'
import { flows } from '#server/features/flows/flows.table.ts'
import { modelCalls, usageDays } from '#server/features/usage/usage.table.ts'
import { users } from '#server/features/users/users.table.ts'
import type { Place } from './page-cursor.ts'
import { postings } from './wallet.table.ts'

// Literal, not bound: SQLite uses the partial index only for the identical expression.
const isEntry = sql`${postings.kind} <> 'usage'`

/** A posting's effect on its wallet; its other transfers concern the platform's accounts. */
const amountMicro =
  sql`(select coalesce(sum(case when t.credit_account = postings.scope then t.amount_micro else -t.amount_micro end), 0)
  from transfers t where t.posting_id = postings.id and postings.scope in (t.credit_account, t.debit_account))`.mapWith(
    Number,
  )
const reversedBy = sql<string | null>`(select r.id from postings r where r.reverses = postings.id)`

export function listEntries(db: Reader, scope: string, after: Place | undefined, limit: number) {
  return db
    .select({
      posting: postings,
      amountMicro,
      reversedBy,
      username: users.username,
    })
    .from(postings)
    .leftJoin(users, eq(users.id, postings.actorId))
    .where(and(eq(postings.scope, scope), isEntry, after && isAfterCursor(after)))
    .orderBy(desc(postings.createdDate), desc(postings.id))
    .limit(limit)
}

export async function sumEntriesFrom(db: Reader, scope: string, place: Place) {
  const [sum] = await db
    .select({ micro: sql`coalesce(sum(${amountMicro}), 0)`.mapWith(Number) })
    .from(postings)
    .where(and(eq(postings.scope, scope), isEntry, sql`not (${isAfterCursor(place)})`))
  return sum?.micro ?? 0
}

function isAfterCursor({ date, id }: Place) {
  return or(lt(postings.createdDate, date), and(eq(postings.createdDate, date), lt(postings.id, id))) as SQL
}

export async function listPaidDays(db: Reader, userId: string, until: string | undefined, limit: number) {
  const found = await db
    .select({ day: usageDays.day })
    .from(usageDays)
    .where(
      and(
        eq(usageDays.userId, userId),
        until === undefined ? undefined : lte(usageDays.day, until),
        gt(usageDays.costMicro, 0),
      ),
    )
    .groupBy(usageDays.day)
    .orderBy(desc(usageDays.day))
    .limit(limit)
  return found.map(({ day }) => day)
}

export function foldUsage(db: Reader, userId: string, days: string[]) {
  const costMicro = sql`sum(${usageDays.costMicro})`.mapWith(Number)
  return db
    .select({
      day: usageDays.day,
      flowId: usageDays.flowId,
      flowName: flows.name,
      costMicro,
      answers: sql`sum(${usageDays.answers})`.mapWith(Number),
      byOwner: sql`sum(case when ${usageDays.chatType} = 'INTERNAL' then 1 else 0 end)`.mapWith(Number),
      rows: sql`count(*)`.mapWith(Number),
      date: sql`max(${usageDays.lastDate})`.mapWith(usageDays.lastDate),
    })
    .from(usageDays)
    .leftJoin(flows, eq(flows.id, usageDays.flowId))
    .where(and(eq(usageDays.userId, userId), inArray(usageDays.day, days)))
    .groupBy(usageDays.day, usageDays.flowId, flows.name)
    .having(gt(costMicro, 0))
}

export async function sumUsage(db: Reader, userId: string, { after, before }: DayRange) {
  const [sum] = await db
    .select({ micro: sql`coalesce(sum(${usageDays.costMicro}), 0)`.mapWith(Number) })
    .from(usageDays)
    .where(
      and(
        eq(usageDays.userId, userId),
        after === undefined ? undefined : gt(usageDays.day, after),
        before === undefined ? undefined : lt(usageDays.day, before),
      ),
    )
  return sum?.micro ?? 0
}

type DayRange = { after?: string; before?: string }

export async function sumEntriesBefore(db: Reader, scope: string, date: Date) {
  const [sum] = await db
    .select({ micro: sql`coalesce(sum(${amountMicro}), 0)`.mapWith(Number) })
    .from(postings)
    .where(and(eq(postings.scope, scope), isEntry, lt(postings.createdDate, date)))
  return sum?.micro ?? 0
}

export function listCharges(
  db: Reader,
  { userId, flowId, from, to }: { userId: string; flowId: string; from: Date; to: Date },
  after: Place | undefined,
  limit: number,
) {
  return db
    .select()
    .from(modelCalls)
    .where(
      and(
        eq(modelCalls.flowId, flowId),
        eq(modelCalls.userId, userId),
        gte(modelCalls.createdDate, from),
        lt(modelCalls.createdDate, to),
        gt(modelCalls.costMicro, 0),
        after && lte(modelCalls.createdDate, after.date),
        after &&
          or(
            lt(modelCalls.createdDate, after.date),
            and(eq(modelCalls.createdDate, after.date), lt(modelCalls.id, after.id)),
          ),
      ),
    )
    .orderBy(desc(modelCalls.createdDate), desc(modelCalls.id))
    .limit(limit)
}

export function listPostings(
  db: Reader,
  scope: string,
  { from, to }: { from: Date; to: Date },
  after: Place | undefined,
  limit: number,
) {
  return db
    .select({
      posting: postings,
      amountMicro,
      username: users.username,
      call: modelCalls,
      flowName: flows.name,
    })
    .from(postings)
    .leftJoin(users, eq(users.id, postings.actorId))
    .leftJoin(
      modelCalls,
      and(
        eq(postings.kind, 'usage'),
        eq(modelCalls.runId, sql`substr(${postings.reference}, 5, 36)`),
        eq(modelCalls.callId, sql`substr(${postings.reference}, 42)`),
      ),
    )
    .leftJoin(flows, eq(flows.id, modelCalls.flowId))
    .where(
      and(
        eq(postings.scope, scope),
        gte(postings.createdDate, after ? after.date : from),
        lt(postings.createdDate, to),
        after &&
          or(
            gt(postings.createdDate, after.date),
            and(eq(postings.createdDate, after.date), gt(postings.id, after.id)),
          ),
      ),
    )
    .orderBy(asc(postings.createdDate), asc(postings.id))
    .limit(limit)
}
