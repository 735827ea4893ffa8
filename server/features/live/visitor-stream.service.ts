import type { Bus } from '#server/bus/bus.ts'
import type { Store } from '#server/db/store.ts'
import type { AttemptLimits } from '#server/features/auth/attempt-limits.service.ts'
import type { FlowAccess, Visitor } from '#server/features/flows/flow-access.service.ts'
import type { MessagesService } from '#server/features/messages/messages.service.ts'
import { isChatEvent, type LiveEvent } from '#server/ports/live.ts'
import { type ChatKey, isSwitchable } from '#shared/conversations.ts'
import { AppError } from '#shared/errors.ts'
import type { VisitorEvent } from '#shared/visitor-events.ts'

type Deps = {
  store: Store
  bus: Bus<LiveEvent>
  access: Pick<FlowAccess, 'authorize'>
  limits: Pick<AttemptLimits, 'countOwn'>
  messages: Pick<MessagesService, 'after' | 'findConversation' | 'markSeen'>
}

/** Streams of one address at a time. */
const MAX_STREAMS = 30
const READ_AT_ONCE = 100
/** Per address: one every three seconds. */
const reportLimit = { max: 200, windowMs: 10 * 60_000 }

type Watch = {
  chat: ChatKey
  /** Number of the last message sent. */
  last: number
  /** As last sent. */
  aiDisabled?: boolean
  /** The operator who was last said to type. */
  typing?: string
  send(event: VisitorEvent): void
  pulling?: Promise<void>
  isStale: boolean
}

/** What a visitor hears of the conversation beside the answers: messages of operators, and whether AI answers. */
export function createVisitorStream({ store, bus, access, limits, messages }: Deps) {
  const chats = new Map<string, Set<Watch>>()
  const streams = new Map<string, number>()

  bus.subscribe((event) => {
    for (const watch of isChatEvent(event) ? (chats.get(keyOf(event)) ?? []) : []) {
      tell(watch, event)
    }
  })
  // Messages that were announced meanwhile are read.
  bus.onGap(async () => {
    for (const watch of [...chats.values()].flatMap((each) => [...each])) {
      void pull(watch)
    }
  })

  function tell(watch: Watch, event: LiveEvent) {
    if (event.type === 'presence') {
      // Who only reads is not shown to visitors.
      if (event.by === 'operator' && (event.isTyping || watch.typing === event.name)) {
        watch.typing = event.isTyping ? event.name : ''
        watch.send({ event: 'typing', operatorName: event.name, isTyping: event.isTyping })
      }
    } else {
      void pull(watch)
    }
  }

  /** Reads everything after the last message sent, so that none is missed and none is sent twice. */
  function pull(watch: Watch): Promise<void> {
    watch.isStale = true
    watch.pulling ??= readAll(watch)
      // The next event of the conversation tries again.
      .catch(() => undefined)
      .finally(() => {
        delete watch.pulling
      })
    return watch.pulling
  }

  async function readAll(watch: Watch) {
    while (watch.isStale) {
      watch.isStale = false
      await sendState(watch)
      const found = await messages.after(watch.chat, watch.last, READ_AT_ONCE)
      for (const message of found) {
        watch.last = message.sequence
        watch.send(toEvent(message))
      }
      watch.isStale ||= found.length === READ_AT_ONCE
    }
  }

  async function sendState(watch: Watch) {
    const { chat, last: sequence, send } = watch
    const found = await messages.findConversation(store.db, chat)
    const aiDisabled = found?.isAiOff ?? false
    if (watch.aiDisabled !== aiDisabled) {
      watch.aiDisabled = aiDisabled
      send({ event: 'state', aiDisabled, sequence })
    }
  }

  /**
   * `after`: the last message the visitor has; by default only later ones are sent. Throws NOT_FOUND without access to the
   * flow, RATE_LIMITED for too many streams of one address.
   */
  async function watch(chat: ChatKey, visitor: Visitor, after: number | undefined, send: Watch['send']) {
    await requireAccess(chat, visitor)
    const found = await messages.findConversation(store.db, chat)
    const leave = countStream(visitor.address)
    const key = keyOf(chat)
    const own: Watch = { chat, last: after ?? found?.sequence ?? 0, send, isStale: false }
    const others = chats.get(key) ?? new Set()
    chats.set(key, others.add(own))
    void pull(own)
    return () => {
      leave()
      others.delete(own)
      if (others.size === 0) {
        chats.delete(key)
      }
    }
  }

  async function reportTyping(chat: ChatKey, visitor: Visitor, isTyping: boolean) {
    await authorizeReport('typing', chat, visitor)
    const found = await messages.findConversation(store.db, chat)
    if (found) {
      const { userId } = found
      await bus
        .publish({ type: 'presence', by: 'visitor', ...chat, userId, id: 'visitor', name: '', isTyping })
        .catch(() => undefined)
    }
  }

  async function reportSeen(chat: ChatKey, visitor: Visitor, sequence: number) {
    await authorizeReport('seen', chat, visitor)
    await messages.markSeen(chat, sequence)
  }

  async function authorizeReport(kind: 'typing' | 'seen', chat: ChatKey, visitor: Visitor) {
    await requireAccess(chat, visitor)
    await limits.countOwn(
      `${kind}:${visitor.address}`,
      reportLimit,
      (details) =>
        new AppError('RATE_LIMITED', 'Too many requests. Wait a moment and try again.', { details }),
    )
  }

  /** The ids of a conversation are unguessable, so knowing them is enough; tests of the owner are not for visitors. */
  async function requireAccess(chat: ChatKey, { caller, page }: Visitor) {
    const flow = await access.authorize(chat.flowId, caller, page)
    const found = await messages.findConversation(store.db, chat)
    if (found && !isSwitchable(found) && caller?.id !== flow.userId) {
      throw new AppError('NOT_FOUND', 'This conversation does not exist.')
    }
  }

  function countStream(address: string) {
    const count = streams.get(address) ?? 0
    if (count >= MAX_STREAMS) {
      throw new AppError('RATE_LIMITED', 'Too many requests. Wait a moment and try again.')
    }
    streams.set(address, count + 1)
    return () => {
      const left = (streams.get(address) ?? 1) - 1
      if (left > 0) {
        streams.set(address, left)
      } else {
        streams.delete(address)
      }
    }
  }

  return { watch, reportTyping, reportSeen }
}

type Read = Awaited<ReturnType<MessagesService['after']>>[number]

function toEvent(message: Read): VisitorEvent {
  const { id, sequence, role, content, createdDate } = message
  const { operatorName, isCut, isManualMessage, fileUploads } = message as Partial<{
    operatorName: string
    isCut: boolean
    isManualMessage: boolean
    fileUploads: { type: string; name: string; mime: string }[]
  }>
  return {
    ...{ event: 'message', id, sequence, role, content, createdDate: createdDate.toISOString() },
    ...(isManualMessage && { isManualMessage, operatorName }),
    ...(isCut && { isCut }),
    ...(fileUploads && { fileUploads }),
  }
}

const keyOf = ({ flowId, chatId }: ChatKey) => `${flowId}/${chatId}`
