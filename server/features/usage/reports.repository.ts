import { and, desc, eq, gt, gte, isNull, lte, sql } from 'drizzle-orm'
import type { Reader } from '#server/db/store.ts'
import { flows } from '#server/features/flows/flows.table.ts'
import { usageDays } from './usage.table.ts'

/** Days in the platform's calendar, both inclusive. */
export type Range = { from: string; to: string; flowId?: string | undefined }

// Reads daily sums, never single calls: a month of a busy account is a few thousand rows.
const sums = {
  answers: sql`sum(${usageDays.answers})`.mapWith(Number),
  calls: sql`sum(${usageDays.calls})`.mapWith(Number),
  inputTokens: sql`sum(${usageDays.inputTokens})`.mapWith(Number),
  outputTokens: sql`sum(${usageDays.outputTokens})`.mapWith(Number),
  costMicro: sql`sum(${usageDays.costMicro})`.mapWith(Number),
}

function within(userId: string, { from, to, flowId }: Range) {
  return and(
    eq(usageDays.userId, userId),
    gte(usageDays.day, from),
    lte(usageDays.day, to),
    flowId === undefined ? undefined : eq(usageDays.flowId, flowId),
  )
}

export function seriesByFlow(db: Reader, userId: string, range: Range) {
  const { answers, costMicro } = sums
  return db
    .select({ day: usageDays.day, flowId: usageDays.flowId, name: flows.name, costMicro, answers })
    .from(usageDays)
    .leftJoin(flows, eq(flows.id, usageDays.flowId))
    .where(within(userId, range))
    .groupBy(usageDays.day, usageDays.flowId, flows.name)
    .having(gt(costMicro, 0))
    .orderBy(usageDays.day, desc(costMicro), usageDays.flowId)
}

export function seriesByModel(db: Reader, userId: string, range: Range) {
  const { provider, model, day } = usageDays
  const { answers, costMicro } = sums
  return db
    .select({ day, provider, model, costMicro, answers })
    .from(usageDays)
    .where(within(userId, range))
    .groupBy(day, provider, model)
    .having(gt(costMicro, 0))
    .orderBy(day, desc(costMicro), provider, model)
}

export function listByFlow(db: Reader, userId: string, range: Range) {
  return db
    .select({ flowId: usageDays.flowId, name: flows.name, removedDate: flows.removedDate, ...sums })
    .from(usageDays)
    .leftJoin(flows, eq(flows.id, usageDays.flowId))
    .where(within(userId, range))
    .groupBy(usageDays.flowId, flows.name, flows.removedDate)
    .orderBy(desc(sums.costMicro), usageDays.flowId)
}

export function listByModel(db: Reader, userId: string, range: Range) {
  const { provider, model } = usageDays
  return db
    .select({ provider, model, ...sums })
    .from(usageDays)
    .where(within(userId, range))
    .groupBy(provider, model)
    .orderBy(desc(sums.costMicro), provider, model)
}

export async function findFirstDay(db: Reader, userId: string) {
  const [first] = await db
    .select({ day: usageDays.day })
    .from(usageDays)
    .where(eq(usageDays.userId, userId))
    .orderBy(usageDays.day)
    .limit(1)
  return first?.day
}

export async function findLastFlow(db: Reader, userId: string) {
  const [last] = await db
    .select({ id: flows.id, name: flows.name })
    .from(usageDays)
    .innerJoin(flows, eq(flows.id, usageDays.flowId))
    .where(and(eq(usageDays.userId, userId), gt(usageDays.costMicro, 0), isNull(flows.removedDate)))
    .orderBy(desc(usageDays.day), desc(usageDays.lastDate))
    .limit(1)
  return last
}

export async function sumFlow(db: Reader, userId: string, range: Range) {
  const { answers, costMicro } = sums
  const [sum] = await db.select({ answers, costMicro }).from(usageDays).where(within(userId, range))
  return { answers: sum?.answers ?? 0, costMicro: sum?.costMicro ?? 0 }
}
