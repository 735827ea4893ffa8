import { and, asc, desc, eq, gt, sql } from 'drizzle-orm'
import { placeholders, prepared } from '#server/db/prepared.ts'
import type { Reader, Writer } from '#server/db/store.ts'
import { runs } from '#server/features/runs/runs.table.ts'
import {
  type ModelCallRow,
  modelCalls,
  type PriceRow,
  prices,
  type UsageDayRow,
  usageDays,
} from './usage.table.ts'

const callInsert = prepared((tx: Writer) =>
  tx
    .insert(modelCalls)
    .values(placeholders(modelCalls))
    .onConflictDoNothing()
    .returning({ id: modelCalls.id })
    .prepare(),
)
const dayUpsert = prepared((tx: Writer) =>
  tx
    .insert(usageDays)
    .values(placeholders(usageDays))
    .onConflictDoUpdate({
      target: [
        usageDays.userId,
        usageDays.day,
        usageDays.flowId,
        usageDays.provider,
        usageDays.model,
        usageDays.chatType,
      ],
      set: {
        answers: sql`usage_days.answers + excluded.answers`,
        calls: sql`usage_days.calls + excluded.calls`,
        inputTokens: sql`usage_days.input_tokens + excluded.input_tokens`,
        outputTokens: sql`usage_days.output_tokens + excluded.output_tokens`,
        costMicro: sql`usage_days.cost_micro + excluded.cost_micro`,
        lastDate: sql`excluded.last_date`,
      },
    })
    .prepare(),
)

/** All price versions, newest first. A few hundred rows, read rarely. */
export function listPrices(db: Reader) {
  return db.select().from(prices).orderBy(desc(prices.createdDate), desc(prices.id)).limit(10_000)
}

export async function insertPrices(tx: Writer, rows: PriceRow[]) {
  if (rows.length > 0) {
    await tx.insert(prices).values(rows)
  }
}

export function listVersions(db: Reader, provider: string, model: string) {
  return db
    .select()
    .from(prices)
    .where(and(eq(prices.provider, provider), eq(prices.model, model)))
    .orderBy(desc(prices.createdDate), desc(prices.id))
    .limit(1_000)
}

/** Undefined for a call that is already stored; its row stays unchanged. */
export async function insertModelCall(tx: Writer, row: ModelCallRow) {
  const [inserted] = await callInsert(tx).execute(row)
  return inserted
}

export async function hasDays(db: Reader) {
  const [day] = await db.select({ day: usageDays.day }).from(usageDays).limit(1)
  return day !== undefined
}

export function listCallsAfter(db: Reader, id: string, limit: number) {
  return db
    .select({ call: modelCalls, chatType: runs.chatType })
    .from(modelCalls)
    .innerJoin(runs, eq(runs.id, modelCalls.runId))
    .where(gt(modelCalls.id, id))
    .orderBy(asc(modelCalls.id))
    .limit(limit)
}

export async function addToDay(tx: Writer, row: UsageDayRow) {
  await dayUpsert(tx).execute(row)
}
