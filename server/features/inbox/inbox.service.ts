import type { z } from 'zod'
import type { Caller } from '#server/caller.ts'
import type { Store } from '#server/db/store.ts'
import type { FlowsService } from '#server/features/flows/flows.service.ts'
import type { MessagesService } from '#server/features/messages/messages.service.ts'
import { toQueryWords, toSearchWords } from '#server/search/search-words.ts'
import type {
  ChatKey,
  chatsInput,
  inboxListInput,
  inboxStatsInput,
  ListSort,
  threadInput,
} from '#shared/conversations.ts'
import { AppError } from '#shared/errors.ts'
import { microToUsd } from '#shared/money.ts'
import * as rows from './inbox.repository.ts'

/** Messages looked at for one page of a search. */
const HITS = 1_000
/** Visitors who wait for a person, at the top of the first page. */
const WAITING = 50

type Deps = {
  store: Store
  flows: Pick<FlowsService, 'find' | 'findOwn'>
  messages: Pick<MessagesService, 'search' | 'thread' | 'removeChats' | 'markRead'>
}

type Lead = Awaited<ReturnType<typeof rows.listLeads>>[number]

/** Conversations as operators see them: owners those of their flows, MODERATORs those of every flow. */
export function createInboxService({ store, flows, messages }: Deps) {
  /** Throws NOT_FOUND for a flow that the caller may not read. */
  async function scopeOf(
    caller: Pick<Caller, 'id' | 'role'>,
    flowId: string | undefined,
  ): Promise<rows.Scope> {
    if (flowId !== undefined) {
      const { find, findOwn } = flows
      const flow = await (caller.role === 'MODERATOR' ? find(flowId) : findOwn(caller.id, flowId))
      return { flowId: flow.id }
    }
    return caller.role === 'MODERATOR' ? {} : { userId: caller.id }
  }

  async function list(caller: Caller, { flowId, search, sort, limit, cursor, ...selection }: ListInput) {
    const selected = { ...selection, ...(await scopeOf(caller, flowId)) }
    return search ? find(selected, search, { limit, cursor }) : page(selected, sort, { limit, cursor })
  }

  async function page(selection: rows.Selection, sort: ListSort, { limit, cursor }: Paging) {
    const place = readPlace(cursor)
    const waiting =
      place || selection.filter !== 'all' ? [] : await rows.listRequested(store.db, selection, WAITING)
    const found = await listParts(selection, sort, { place, limit: limit + 1 })
    const shown = found.slice(0, limit)
    const last = shown.at(-1)
    return {
      items: await describe([...waiting, ...shown]),
      nextCursor: found.length > limit && last ? toCursor(last) : null,
    }
  }

  async function listParts(selection: rows.Selection, sort: ListSort, { place, limit }: PartsPaging) {
    const found: InPart[] = []
    const from = place?.part ?? 0
    for (const [index, { order, ...more }] of parts[sort].slice(from).entries()) {
      const part = from + index
      const read = { order, limit: limit - found.length, after: index === 0 ? place : undefined }
      const listed = await rows.listConversations(store.db, { ...selection, ...more }, read)
      found.push(...listed.map((each) => ({ ...each, part })))
      if (found.length === limit) {
        break
      }
    }
    return found
  }

  /** By the text of messages, by what visitors have left of themselves, and by the ids of a conversation. */
  async function find(selection: rows.Selection, text: string, { limit, cursor }: Paging) {
    const before = cursor && /^\d{1,15}$/.test(cursor) ? Number(cursor) : undefined
    const { flowId, userId } = selection
    const numbers = await messages.search({ flowId, userId, text, before, limit: HITS })
    const hits = await rows.listHits(store.db, selection, numbers, limit)
    const named =
      before === undefined
        ? await rows.listListed(store.db, selection, await chatsNamed(selection, text))
        : []
    const found = [...named, ...hits.filter(({ conversation }) => !named.some(isOf(conversation)))]
    const seenTo =
      hits.length === limit ? hits.at(-1)?.number : numbers.length === HITS ? numbers.at(-1) : null
    return { items: await describe(found), nextCursor: seenTo == null ? null : String(seenTo) }
  }

  async function chatsNamed(scope: rows.Scope, text: string): Promise<string[]> {
    const words = toQueryWords(text).map(([form = '']) => form)
    const found = (await rows.listLeads(store.db, scope)).filter(
      (lead) => words.length > 0 && isNamed(lead, words),
    )
    return [text, ...new Set(found.map(({ chatId }) => chatId))].slice(0, WAITING)
  }

  async function describe(found: readonly Shown[]) {
    const leads = await rows.listLeadsOf(
      store.db,
      found.map(({ conversation }) => conversation),
    )
    return found.map((each) => show(each, leads.find(isOf(each.conversation))))
  }

  /** The conversations of these chats; the caller's rights were checked. */
  async function linesOf(chats: readonly ChatKey[]) {
    return describe(await rows.listOf(store.db, chats))
  }

  async function stats(caller: Caller, { flowId, ...input }: z.output<typeof inboxStatsInput>) {
    const selection = { ...input, ...(await scopeOf(caller, flowId)) }
    const [counted, feedback, times] = await Promise.all([
      rows.countConversations(store.db, selection),
      rows.countFeedback(store.db, selection),
      rows.listAnswerTimes(store.db, selection),
    ])
    const { costMicro = 0, ...counts } = counted ?? {}
    return {
      ...{ sessions: 0, messages: 0, requested: 0, unread: 0, aiOff: 0, handedOver: 0, ...counts },
      ...{ feedback: feedback?.feedback ?? 0, positive: feedback?.positive ?? 0 },
      medianAnswerMs: medianOf(times),
      cost: microToUsd(costMicro),
    }
  }

  async function thread(caller: Caller, { flowId, chatId, before, limit }: z.output<typeof threadInput>) {
    const found = await get(caller, { flowId, chatId })
    const read = await messages.thread({ flowId, chatId }, { before, limit: limit + 1 })
    const entries = await rows.listEntries(store.db, { flowId, chatId })
    const [conversation] = await describe([found])
    return {
      conversation: conversation ?? rejectUnknown(),
      messages: read.slice(-limit),
      hasOlder: read.length > limit,
      entries: entries
        .reverse()
        .map(({ flowId: _, userId: __, actorId, ...entry }) => ({ ...entry, isOwn: actorId === caller.id })),
    }
  }

  /** Throws NOT_FOUND for a conversation that the caller may not read. */
  async function get(caller: Pick<Caller, 'id' | 'role'>, key: ChatKey) {
    await scopeOf(caller, key.flowId)
    return (await rows.findListed(store.db, key)) ?? rejectUnknown()
  }

  async function markRead(caller: Caller, key: ChatKey) {
    await scopeOf(caller, key.flowId)
    await messages.markRead(key)
  }

  /** Only the owner deletes. */
  async function remove(userId: string, { flowId, chatIds }: z.output<typeof chatsInput>) {
    const flow = await flows.findOwn(userId, flowId)
    return { affected: await messages.removeChats(flow.id, chatIds), raw: [] as [] }
  }

  return { scopeOf, list, linesOf, stats, thread, get, markRead, remove }
}

export type InboxService = ReturnType<typeof createInboxService>

type ListInput = z.output<typeof inboxListInput>
type Paging = Pick<ListInput, 'limit' | 'cursor'>

function isOf({ flowId, chatId }: ChatKey) {
  return (other: ChatKey | { conversation: ChatKey }) => {
    const key = 'conversation' in other ? other.conversation : other
    return key.flowId === flowId && key.chatId === chatId
  }
}

/** Every word begins one of the lead's. */
function isNamed({ name, email, phone }: Lead, words: readonly string[]): boolean {
  const own = toSearchWords([name, email, phone].filter(Boolean).join(' '))
  return words.every((word) => own.some((each) => each.startsWith(word)))
}

/** `found`: number of the message that a search has found. */
type Shown = rows.Listed & { found?: number }

function show({ conversation, flowName, switchedBy, found }: Shown, lead: Lead | undefined) {
  const { userId: _, fence: __, costMicro, ...shown } = conversation
  const { name = null, email = null, phone = null } = lead ?? {}
  return { ...shown, ...{ flowName, switchedBy, name, email, phone }, cost: microToUsd(costMicro), found }
}

function medianOf(values: readonly number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? null
}

/** Parts of a list, one after another. */
const parts: Readonly<Record<ListSort, readonly { order: rows.Order; isUnanswered?: boolean }[]>> = {
  newest: [{ order: 'newest' }],
  unread: [{ order: 'unread' }],
  waiting: [
    { order: 'oldest', isUnanswered: true },
    { order: 'newest', isUnanswered: false },
  ],
}

type InPart = rows.Listed & { part: number }
type PartsPaging = { place: PartPlace | undefined; limit: number }
type PartPlace = rows.Place & { part: number }

function toCursor({ conversation, part }: InPart) {
  const { updatedDate, unread, flowId, chatId } = conversation
  return `${part}~${unread}~${updatedDate.getTime()}~${flowId}~${chatId}`
}

/** A forged cursor only yields another page of what the caller may read, or the first. */
function readPlace(cursor: string | null | undefined): PartPlace | undefined {
  const [, part, unread, time, flowId, chatId] =
    /^(\d)~(\d{1,9})~(\d{1,14})~([^~]+)~(.+)$/s.exec(cursor ?? '') ?? []
  return flowId === undefined || chatId === undefined
    ? undefined
    : { part: Number(part), unread: Number(unread), updatedDate: new Date(Number(time)), flowId, chatId }
}

function rejectUnknown(): never {
  throw new AppError('NOT_FOUND', 'This conversation does not exist.')
}
