import { and, asc, eq, gte, isNull, lte, sql } from 'drizzle-orm'
import { dialect } from '#server/db/dialect.ts'
import type { Reader, Writer } from '#server/db/store.ts'
import { flows } from '#server/features/flows/flows.table.ts'
import { messages } from '#server/features/messages/messages.table.ts'
import { runs } from '#server/features/runs/runs.table.ts'
import { accounts, holds } from '#server/features/wallet/wallet.table.ts'
import {
  type AccountCapsRow,
  accountCaps,
  type FlowCapsRow,
  flowCaps,
  modelCalls,
  usageDays,
} from './usage.table.ts'

export async function findAccountCaps(db: Reader, userId: string) {
  const [row] = await db.select().from(accountCaps).where(eq(accountCaps.userId, userId)).limit(1)
  return row
}

export function listFlowCaps(db: Reader, userId: string) {
  return db
    .select({ caps: flowCaps, name: flows.name })
    .from(flowCaps)
    .innerJoin(flows, eq(flows.id, flowCaps.flowId))
    .where(and(eq(flows.userId, userId), isNull(flows.removedDate)))
    .orderBy(asc(flows.name), asc(flows.id))
}

export async function putAccountCaps(tx: Writer, { userId, ...caps }: AccountCapsRow) {
  await tx
    .insert(accountCaps)
    .values({ userId, ...caps })
    .onConflictDoUpdate({ target: accountCaps.userId, set: caps })
}

export async function putFlowCaps(tx: Writer, { flowId, ...caps }: FlowCapsRow) {
  await tx
    .insert(flowCaps)
    .values({ flowId, ...caps })
    .onConflictDoUpdate({ target: flowCaps.flowId, set: caps })
}

export async function isOwnFlow(db: Reader, userId: string, flowId: string) {
  const [found] = await db
    .select({ id: flows.id })
    .from(flows)
    .where(and(eq(flows.id, flowId), eq(flows.userId, userId), isNull(flows.removedDate)))
    .limit(1)
  return found !== undefined
}

export async function sumSpent(db: Reader, userId: string, from: string, to: string, flowId?: string) {
  const [sum] = await db
    .select({ micro: sql`coalesce(sum(${usageDays.costMicro}), 0)`.mapWith(Number) })
    .from(usageDays)
    .where(
      and(
        eq(usageDays.userId, userId),
        gte(usageDays.day, from),
        lte(usageDays.day, to),
        flowId === undefined ? undefined : eq(usageDays.flowId, flowId),
      ),
    )
  return sum?.micro ?? 0
}

export async function findHeld(db: Reader, userId: string) {
  const [account] = await db
    .select({ micro: accounts.heldMicro })
    .from(accounts)
    .where(eq(accounts.userId, userId))
    .limit(1)
  return account?.micro ?? 0
}

export async function sumHeld(db: Reader, flowId: string, chatId?: string) {
  const [sum] = await db
    .select({ micro: sql`coalesce(sum(${holds.amountMicro}), 0)`.mapWith(Number) })
    .from(holds)
    .innerJoin(runs, eq(runs.id, sql`substr(${holds.reference}, 5, 36)`))
    // Literal, not bound: SQLite uses the partial index only for the identical expression.
    .where(
      and(
        sql`${holds.status} = 'open'`,
        eq(runs.flowId, flowId),
        chatId === undefined ? undefined : eq(runs.chatId, chatId),
      ),
    )
  return sum?.micro ?? 0
}

/**
 * Runs have no index by conversation, so they are found through its messages. Deleting the messages resets the
 * sum.
 */
export async function sumConversation(db: Reader, flowId: string, chatId: string) {
  const its = db
    .selectDistinct({ runId: messages.runId })
    .from(messages)
    .where(and(eq(messages.flowId, flowId), eq(messages.chatId, chatId)))
    .as('its')
  const [sum] = await db
    .select({ micro: sql`coalesce(sum(${modelCalls.costMicro}), 0)`.mapWith(Number) })
    .from(its)
    .innerJoin(modelCalls, eq(modelCalls.runId, its.runId))
  return sum?.micro ?? 0
}

/** Serialises cap checks: with concurrent writers two calls could both pass on the same remaining amount. */
export async function lockCaps(tx: Writer, { userId, flowId }: { userId: string; flowId: string }) {
  if (dialect !== 'postgres') {
    return
  }
  await tx
    .update(accountCaps)
    .set({ updatedDate: sql`${accountCaps.updatedDate}` })
    .where(eq(accountCaps.userId, userId))
  await tx
    .update(flowCaps)
    .set({ updatedDate: sql`${flowCaps.updatedDate}` })
    .where(eq(flowCaps.flowId, flowId))
}
