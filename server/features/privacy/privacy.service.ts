import type { Store, Writer } from '#server/db/store.ts'
import { pause } from '#server/engine/pause.ts'
import type { ExecutionsService } from '#server/features/executions/executions.service.ts'
import type { FlowsService } from '#server/features/flows/flows.service.ts'
import type { MessagesService } from '#server/features/messages/messages.service.ts'
import type { RunRow, RunsService } from '#server/features/runs/runs.service.ts'
import type { UploadsService } from '#server/features/uploads/uploads.service.ts'
import type { ChatKey } from '#shared/conversations.ts'
import { AppError } from '#shared/errors.ts'
import { readApiConfig } from '#shared/flow-config.ts'
import type { Erased, VisitorData } from '#shared/privacy.ts'
import * as rows from './privacy.repository.ts'

type Deps = {
  store: Store
  now: () => Date
  flows: Pick<FlowsService, 'findOwn'>
  messages: Pick<MessagesService, 'list' | 'removeIn'>
  runs: Pick<RunsService, 'find' | 'stop'>
  executions: Pick<ExecutionsService, 'remove'>
  removeFiles: UploadsService['removeChat']
  /** What data sets and evaluations have copied of conversations. Returns runs whose traces contain it. */
  eraseCopies(tx: Writer, flowId: string, chatIds: readonly string[]): Promise<string[]>
}

const DAY_MS = 24 * 60 * 60_000
/** Conversations removed in one transaction. */
const BATCH = 50
const STOPPING_MS = 10_000
const LOOK_MS = 50

/** What is known about a visitor: given out, erased on request, and removed after the flow's days. */
export function createPrivacyService(deps: Deps) {
  const { store, now, flows, messages, runs, executions, removeFiles } = deps

  /** Throws NOT_FOUND when nothing is stored. */
  async function exportVisitor(userId: string, key: ChatKey): Promise<VisitorData> {
    const flow = await flows.findOwn(userId, key.flowId)
    const chatIds = await chatsOf(flow.id, key.chatId)
    const conversations = await rows.listConversationsOf(store.db, flow.id, chatIds)
    const leads = await rows.listLeadsOf(store.db, flow.id, chatIds)
    if (conversations.length + leads.length === 0) {
      throw rejectUnknown()
    }
    return {
      exportedDate: now(),
      flow: { id: flow.id, name: flow.name },
      leads: leads.map(({ name, email, phone, createdDate }) => ({ name, email, phone, createdDate })),
      conversations: await Promise.all(
        conversations.map(async ({ chatId, sessionId, platform, startedDate, updatedDate }) => ({
          ...{ chatId, sessionId, platform, startedDate, updatedDate },
          messages: (await messages.list({ flowId: flow.id, chatId, order: 'ASC', feedback: true })).map(
            showMessage,
          ),
          notes: await rows.listNotesOf(store.db, flow.id, chatId),
        })),
      ),
    }
  }

  /**
   * Removes messages, notes, files, leads and traces of a visitor, and what data sets have copied: of this conversation,
   * and of those in the same session or with the same e-mail address. Costs stay. Running answers are stopped. Throws NOT_FOUND when nothing is stored.
   */
  async function erase(userId: string, key: ChatKey): Promise<Erased> {
    const flow = await flows.findOwn(userId, key.flowId)
    const named = await chatsOf(flow.id, key.chatId)
    const found = await rows.listConversationsOf(store.db, flow.id, named)
    const chatIds = [...new Set([...named, ...found.map(({ chatId }) => chatId)])]
    // Before the conversation, so that an interrupted call can be repeated.
    await store.transaction(async (tx) => {
      await rows.deleteTraces(tx, await deps.eraseCopies(tx, flow.id, chatIds))
    })
    const erased = await eraseChats({ flowId: flow.id, userId }, chatIds)
    if (erased.conversations + erased.leads === 0) {
      throw rejectUnknown()
    }
    return erased
  }

  /** Conversations without a message for as many days as their flow keeps them. Returns their number. */
  async function removeExpired(): Promise<number> {
    let removed = 0
    for (const { id: flowId, userId, apiConfig } of await rows.listLimitedFlows(store.db)) {
      const { status, retentionDays } = readApiConfig(apiConfig)?.privacy ?? {}
      if (status && retentionDays !== undefined) {
        const before = new Date(now().getTime() - retentionDays * DAY_MS)
        removed += await removeExpiredOf({ flowId, userId }, before)
      }
    }
    return removed
  }

  async function removeExpiredOf(flow: Flow, before: Date): Promise<number> {
    let removed = 0
    for (;;) {
      const chatIds = await rows.listExpiredChats(store.db, flow.flowId, before, BATCH)
      if (chatIds.length === 0) {
        await store.transaction((tx) => rows.deleteLoneLeads(tx, flow.flowId, before), 'deferred')
        return removed
      }
      await eraseChats(flow, chatIds)
      removed += chatIds.length
    }
  }

  /** Chats in which the visitor has left the e-mail address of this one. */
  async function chatsOf(flowId: string, chatId: string): Promise<string[]> {
    const own = await rows.listLeadsOf(store.db, flowId, [chatId])
    const emails = own.flatMap(({ email }) => (email ? [email] : []))
    const others = emails.length > 0 ? await rows.listChatsOfEmails(store.db, flowId, emails) : []
    return [...new Set([chatId, ...others])]
  }

  /** Files first: without its rows, nothing would lead to them. */
  async function eraseChats({ flowId, userId }: Flow, chatIds: readonly string[]): Promise<Erased> {
    const found = await rows.listRunsOf(store.db, flowId, chatIds)
    await stopAll(userId, found)
    for (const chatId of chatIds) {
      await removeFiles(flowId, chatId)
    }
    return store.transaction(async (tx) => {
      const conversations = await rows.listConversationsOf(tx, flowId, chatIds)
      let count = 0
      for (const chatId of chatIds) {
        count += await messages.removeIn(tx, { flowId, chatId })
      }
      await rows.deleteConversationsOf(tx, flowId, chatIds)
      await rows.deletePlatformData(tx, chatIds)
      await rows.deleteTraces(
        tx,
        found.map(({ id }) => id),
      )
      const leads = await rows.deleteLeadsOf(tx, flowId, chatIds)
      return { conversations: conversations.length, messages: count, leads }
    }, 'deferred')
  }

  /** A running answer would write its trace afterwards. Throws CONFLICT when one does not end. */
  async function stopAll(userId: string, found: readonly RunRow[]) {
    const signal = AbortSignal.timeout(STOPPING_MS)
    for (const { id } of found.filter(({ state }) => state === 'running')) {
      await runs.stop(userId, id)
      while ((await runs.find(id))?.state === 'running') {
        await pause(LOOK_MS, signal).catch(rejectRunning)
      }
    }
    const waiting = found.filter(({ state }) => state === 'waiting')
    await executions.remove(
      userId,
      waiting.map(({ id }) => id),
    )
  }

  return { exportVisitor, erase, removeExpired }
}

type Flow = { flowId: string; userId: string }

type Listed = Awaited<ReturnType<MessagesService['list']>>[number]

function showMessage({ id, role, content, createdDate, fileUploads, ...more }: Listed) {
  const { feedback } = more as { feedback?: { rating: string; content: string | null } }
  return {
    ...{ id, role, content, createdDate },
    files: (fileUploads ?? []).map(({ name }) => name),
    rating: feedback?.rating ?? null,
    comment: feedback?.content ?? null,
  }
}

function rejectRunning(cause: unknown): never {
  throw new AppError('CONFLICT', 'An answer is still being written. Try again in a moment.', { cause })
}

function rejectUnknown() {
  return new AppError('NOT_FOUND', 'This conversation does not exist.')
}
