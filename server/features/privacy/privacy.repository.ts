import { and, asc, eq, inArray, lt, notExists, or, sql } from 'drizzle-orm'
import type { Reader, Writer } from '#server/db/store.ts'
import { channelChats, channelEvents, channelParts } from '#server/features/channels/channels.table.ts'
import { flows } from '#server/features/flows/flows.table.ts'
import { leads } from '#server/features/leads/leads.table.ts'
import { conversations } from '#server/features/messages/conversations.table.ts'
import { conversationEntries } from '#server/features/messages/entries.table.ts'
import { runLog, runs, runWaits } from '#server/features/runs/runs.table.ts'

/** Chats of the flow in which a visitor has left one of these e-mail addresses, whatever its case. */
export async function listChatsOfEmails(db: Reader, flowId: string, emails: readonly string[]) {
  const isOne = inArray(
    sql`lower(${leads.email})`,
    emails.map((email) => email.toLowerCase()),
  )
  const found = await db
    .selectDistinct({ chatId: leads.chatId })
    .from(leads)
    .where(and(eq(leads.flowId, flowId), isOne))
  return found.map(({ chatId }) => chatId)
}

/** Conversations of the flow with one of these ids, or in the session of one of them. */
export async function listConversationsOf(db: Reader, flowId: string, chatIds: readonly string[]) {
  const named = and(eq(conversations.flowId, flowId), inArray(conversations.chatId, [...chatIds]))
  const sessions = db.select({ sessionId: conversations.sessionId }).from(conversations).where(named)
  return db
    .select()
    .from(conversations)
    .where(and(eq(conversations.flowId, flowId), or(named, inArray(conversations.sessionId, sessions))))
    .orderBy(asc(conversations.startedDate))
}

export function listLeadsOf(db: Reader, flowId: string, chatIds: readonly string[]) {
  return db
    .select()
    .from(leads)
    .where(and(eq(leads.flowId, flowId), inArray(leads.chatId, [...chatIds])))
    .orderBy(asc(leads.createdDate))
}

export function listNotesOf(db: Reader, flowId: string, chatId: string) {
  return db
    .select({ text: conversationEntries.text, createdDate: conversationEntries.createdDate })
    .from(conversationEntries)
    .where(
      and(
        eq(conversationEntries.flowId, flowId),
        eq(conversationEntries.chatId, chatId),
        eq(conversationEntries.kind, 'note'),
      ),
    )
    .orderBy(asc(conversationEntries.createdDate))
}

/** Runs of these chats, those that drafted replies in them, and the runs they have called. */
export async function listRunsOf(db: Reader, flowId: string, chatIds: readonly string[]) {
  const found = await db
    .select()
    .from(runs)
    .where(
      and(
        eq(runs.flowId, flowId),
        or(inArray(runs.chatId, [...chatIds]), inArray(runs.sessionId, [...chatIds])),
      ),
    )
  for (let callers = found; callers.length > 0; ) {
    const ids = callers.map(({ id }) => id)
    callers = await db.select().from(runs).where(inArray(runs.parentRunId, ids))
    found.push(...callers)
  }
  return found
}

/** Their costs stay. */
export async function deleteTraces(tx: Writer, runIds: readonly string[]) {
  const ids = [...runIds]
  await tx.delete(runWaits).where(inArray(runWaits.runId, ids))
  await tx.delete(runLog).where(inArray(runLog.runId, ids))
  await tx.update(runs).set({ program: null, isPublic: null }).where(inArray(runs.id, ids))
}

export async function deleteLeadsOf(tx: Writer, flowId: string, chatIds: readonly string[]) {
  const deleted = await tx
    .delete(leads)
    .where(and(eq(leads.flowId, flowId), inArray(leads.chatId, [...chatIds])))
    .returning({ id: leads.id })
  return deleted.length
}

/** What is left of conversations once their messages are gone, also of those that had none. */
export async function deleteConversationsOf(tx: Writer, flowId: string, chatIds: readonly string[]) {
  const ids = [...chatIds]
  await tx
    .delete(conversationEntries)
    .where(and(eq(conversationEntries.flowId, flowId), inArray(conversationEntries.chatId, ids)))
  await tx
    .delete(conversations)
    .where(and(eq(conversations.flowId, flowId), inArray(conversations.chatId, ids)))
}

/**
 * What a platform knows of the visitor, and what was sent to it. Answered events stay without their text, so that one
 * that is reported again is not answered again.
 */
export async function deletePlatformData(tx: Writer, chatIds: readonly string[]) {
  const ids = [...chatIds]
  await tx.delete(channelParts).where(inArray(channelParts.chatId, ids))
  await tx
    .update(channelEvents)
    .set({ text: '', files: null, state: 'answered' })
    .where(inArray(channelEvents.chatId, ids))
  await tx.delete(channelChats).where(inArray(channelChats.chatId, ids))
}

/** Flows that keep conversations for a limited time only. */
export function listLimitedFlows(db: Reader) {
  return db
    .select({ id: flows.id, userId: flows.userId, apiConfig: flows.apiConfig })
    .from(flows)
    .where(sql`${flows.apiConfig} like '%"privacy"%'`)
}

export async function listExpiredChats(db: Reader, flowId: string, before: Date, limit: number) {
  const found = await db
    .select({ chatId: conversations.chatId })
    .from(conversations)
    .where(and(eq(conversations.flowId, flowId), lt(conversations.updatedDate, before)))
    .orderBy(asc(conversations.updatedDate))
    .limit(limit)
  return found.map(({ chatId }) => chatId)
}

/** Leads of visitors who have never written, or whose conversation is gone. */
export async function deleteLoneLeads(tx: Writer, flowId: string, before: Date) {
  const conversation = tx
    .select({ one: sql`1` })
    .from(conversations)
    .where(and(eq(conversations.flowId, leads.flowId), eq(conversations.chatId, leads.chatId)))
  const deleted = await tx
    .delete(leads)
    .where(and(eq(leads.flowId, flowId), lt(leads.createdDate, before), notExists(conversation)))
    .returning({ id: leads.id })
  return deleted.length
}
