import { and, eq, gt, inArray, isNull, sql } from 'drizzle-orm'
import { dialect } from '#server/db/dialect.ts'
import type { Reader, Writer } from '#server/db/store.ts'
import { apiKeys } from '#server/features/api-keys/api-keys.table.ts'
import { assistants } from '#server/features/assistants/assistants.table.ts'
import { resetLinks } from '#server/features/auth/auth.table.ts'
import {
  authChallenges,
  passkeys,
  recoveryCodes,
  totpSecrets,
} from '#server/features/auth/second-factor.table.ts'
import {
  channelChats,
  channelEvents,
  channelParts,
  channels,
  channelWatches,
} from '#server/features/channels/channels.table.ts'
import { credentials } from '#server/features/credentials/credentials.table.ts'
import { customMcpServers } from '#server/features/custom-mcp-servers/custom-mcp-servers.table.ts'
import { flowDrafts, flows } from '#server/features/flows/flows.table.ts'
import { leads } from '#server/features/leads/leads.table.ts'
import { conversations } from '#server/features/messages/conversations.table.ts'
import { conversationEntries } from '#server/features/messages/entries.table.ts'
import { messages } from '#server/features/messages/messages.table.ts'
import { notifications } from '#server/features/notifications/notifications.table.ts'
import { paymentOrders } from '#server/features/payments/payments.table.ts'
import { runs } from '#server/features/runs/runs.table.ts'
import { templates } from '#server/features/templates/templates.table.ts'
import { tools } from '#server/features/tools/tools.table.ts'
import { accountCaps, flowCaps } from '#server/features/usage/usage.table.ts'
import { accounts } from '#server/features/wallet/wallet.table.ts'
import { avatars, profiles } from './users.table.ts'

/** Deletes rows of other features directly, because everything must go in one transaction or not at all. */
export async function deleteRecordsOf(tx: Writer, userId: string) {
  await tx.delete(messages).where(eq(messages.userId, userId))
  await tx.delete(conversations).where(eq(conversations.userId, userId))
  await tx.delete(conversationEntries).where(eq(conversationEntries.userId, userId))
  await tx.delete(leads).where(eq(leads.userId, userId))
  await deleteChannelsOf(tx, userId)
  await tx.delete(notifications).where(eq(notifications.userId, userId))
  await tx.delete(credentials).where(eq(credentials.userId, userId))
  await tx.delete(customMcpServers).where(eq(customMcpServers.userId, userId))
  await deleteKeysOf(tx, userId)
  await tx.delete(resetLinks).where(eq(resetLinks.userId, userId))
  await tx.delete(totpSecrets).where(eq(totpSecrets.userId, userId))
  await tx.delete(passkeys).where(eq(passkeys.userId, userId))
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
  await tx.delete(authChallenges).where(eq(authChallenges.userId, userId))
  await tx.delete(profiles).where(eq(profiles.userId, userId))
  await tx.delete(avatars).where(eq(avatars.userId, userId))
  await tx.delete(flowCaps).where(eq(flowCaps.userId, userId))
  await tx.delete(accountCaps).where(eq(accountCaps.userId, userId))
  await tx.delete(templates).where(eq(templates.userId, userId))
}

async function deleteChannelsOf(tx: Writer, userId: string) {
  const theirs = tx.select({ id: channels.id }).from(channels).where(eq(channels.userId, userId))
  await tx.delete(channelParts).where(inArray(channelParts.channelId, theirs))
  await tx.delete(channelEvents).where(inArray(channelEvents.channelId, theirs))
  await tx.delete(channelChats).where(inArray(channelChats.channelId, theirs))
  await tx.delete(channelWatches).where(inArray(channelWatches.channelId, theirs))
  await tx.delete(channels).where(eq(channels.userId, userId))
}

/** Flows are soft-deleted, because they explain charges. */
export async function closeFlowsOf(tx: Writer, userId: string, removedDate: Date) {
  await tx
    .update(flows)
    .set({ removedDate, isPublic: false, deployed: false, apikeyid: null })
    .where(and(eq(flows.userId, userId), isNull(flows.removedDate)))
  const theirs = tx.select({ id: flows.id }).from(flows).where(eq(flows.userId, userId))
  await tx
    .update(flowDrafts)
    .set({ flowData: null, thumbnail: null, nodeCount: null, changes: null })
    .where(inArray(flowDrafts.flowId, theirs))
}

/** Includes removed flows. */
export async function listFlowsOf(db: Reader, userId: string) {
  const found = await db.select({ id: flows.id }).from(flows).where(eq(flows.userId, userId))
  return found.map(({ id }) => id)
}

export async function deleteToolsOf(tx: Writer, userId: string) {
  await tx.delete(tools).where(eq(tools.userId, userId))
  await tx.delete(assistants).where(eq(assistants.userId, userId))
}

/** Tools and assistants of ADMINs are used by flows of all users, so they outlive the account. */
export async function transferTools(tx: Writer, userId: string, heirId: string) {
  await tx.update(tools).set({ userId: heirId }).where(eq(tools.userId, userId))
  await tx.update(assistants).set({ userId: heirId }).where(eq(assistants.userId, userId))
}

export async function deleteKeysOf(tx: Writer, userId: string) {
  await tx.delete(apiKeys).where(eq(apiKeys.userId, userId))
}

export async function deleteOpenLinksOf(tx: Writer, userId: string) {
  await tx.delete(resetLinks).where(and(eq(resetLinks.userId, userId), isNull(resetLinks.usedDate)))
}

export async function listRunningOf(db: Reader, userId: string) {
  const found = await db
    .select({ id: runs.id })
    .from(runs)
    .where(and(sql`${runs.state} = 'running'`, eq(runs.userId, userId)))
  return found.map(({ id }) => id)
}

export async function hasOpenPayment(tx: Writer, userId: string, expiredBefore: Date) {
  const [found] = await tx
    .select({ id: paymentOrders.id })
    .from(paymentOrders)
    .where(
      and(
        eq(paymentOrders.userId, userId),
        inArray(paymentOrders.state, ['created', 'pending']),
        gt(paymentOrders.expiresDate, expiredBefore),
      ),
    )
    .limit(1)
  return found !== undefined
}

/** Locks the wallet until the transaction ends. Undefined for a user without one. */
export async function lockWallet(tx: Writer, userId: string) {
  // SQLite has one writer, so its transaction is the lock.
  if (dialect === 'postgres') {
    await tx
      .select({ id: sql`id` })
      .from(sql`(select id from accounts where user_id = ${userId} for update) as locked`)
  }
  const [wallet] = await tx.select().from(accounts).where(eq(accounts.userId, userId)).limit(1)
  return wallet
}
