import { LRUCache } from 'lru-cache'
import type { Bus } from '#server/bus/bus.ts'
import type { InboxService } from '#server/features/inbox/inbox.service.ts'
import type { MessagesService } from '#server/features/messages/messages.service.ts'
import { type ChatEvent, isChatEvent, type LiveEvent } from '#server/ports/live.ts'
import type { ChatKey } from '#shared/conversations.ts'
import type { LiveFrame } from '#shared/live.ts'
import { createFanOut, type Sink } from './fan-out.ts'
import { createPresence } from './presence.ts'

type Deps = {
  bus: Bus<LiveEvent>
  now: () => Date
  messages: Pick<MessagesService, 'after'>
  inbox: Pick<InboxService, 'linesOf'>
}

/** Conversations whose newest announced message is remembered. */
const MAX_CHATS = 10_000
/** Messages of one conversation announced at once. */
const AT_ONCE = 200

/** A flow, all flows of an owner, or everything. */
export type Watched = { flowId?: string | undefined; userId?: string | undefined }

type Changed = ChatKey & {
  userId: string
  /** Newest known message; 0 if only the conversation has changed. */
  sequence: number
}

/** Tells operators what happens in conversations, on whichever process it happens. It holds nothing worth keeping. */
export function createLiveService({ bus, now, messages, inbox }: Deps) {
  const fanOut = createFanOut()
  const presence = createPresence(now)
  const announced = new LRUCache<string, number>({ maxSize: MAX_CHATS, sizeCalculation: () => 1 })
  const changed = new Map<string, Changed>()
  let announcing: Promise<void> | undefined

  bus.subscribe((event) => {
    if (!isChatEvent(event) || !topicsOf(event).some(fanOut.has)) {
      return
    }
    if (event.type === 'presence') {
      presence.note(event)
      sendPresence(event)
    } else {
      if (event.type === 'switch') {
        send(event, toggleFrame(event))
      }
      note(event)
    }
  })
  bus.onGap(async () => fanOut.all(JSON.stringify(refreshFrame(now()))))

  /** Bursts are read together. */
  function note(event: Exclude<ChatEvent, { type: 'presence' }>) {
    const { flowId, userId, chatId } = event
    const key = keyOf(event)
    const sequence = event.type === 'message' ? event.sequence : 0
    const known = changed.get(key)?.sequence ?? 0
    changed.set(key, { flowId, userId, chatId, sequence: Math.max(sequence, known) })
    announcing ??= announceAll().finally(() => {
      announcing = undefined
    })
  }

  async function announceAll() {
    while (changed.size > 0) {
      const batch = [...changed.values()]
      changed.clear()
      // A failed read is made up for by the next event of the conversation.
      await Promise.all(batch.map((each) => announceMessages(each).catch(() => undefined)))
      await announceLines(batch).catch(() => undefined)
    }
  }

  async function announceMessages(chat: Changed) {
    const key = keyOf(chat)
    const from = announced.get(key) ?? chat.sequence - 1
    if (chat.sequence <= from) {
      return
    }
    for (const message of await messages.after(chat, from, AT_ONCE)) {
      announced.set(key, message.sequence)
      const { createdDate, feedback: _, ...data } = message
      send(chat, { type: 'newMessage', data: { ...data, createdDate: createdDate.toISOString() } as never })
    }
  }

  async function announceLines(batch: readonly Changed[]) {
    const lines = await inbox.linesOf(batch)
    for (const chat of batch) {
      const line = lines.find(({ flowId, chatId }) => flowId === chat.flowId && chatId === chat.chatId)
      const { flowId, chatId } = chat
      const conversation = line ? toIso(line) : null
      send(chat, {
        type: 'sessionStateChange',
        data: { flowId, chatId, conversation, hasNewEntries: chat.sequence === 0 },
      })
    }
  }

  function sendPresence(chat: ChatKey & { userId: string }) {
    const { flowId, chatId } = chat
    send(chat, { type: 'sessionStateChange', data: { flowId, chatId, people: presence.of(chat) } })
  }

  function send(chat: ChatKey & { userId: string }, frame: LiveFrame) {
    fanOut.send(topicsOf(chat), JSON.stringify(frame))
  }

  /** Returns a function that ends it. */
  function watch(watched: Watched, sink: Sink): () => void {
    return fanOut.add(topicOf(watched), sink)
  }

  /** Tells the others who reads and who writes. */
  function report(event: Extract<LiveEvent, { type: 'presence' }>) {
    bus.publish(event).catch(() => undefined)
  }

  return { watch, report, people: presence.of }
}

export type LiveService = ReturnType<typeof createLiveService>

type LineRow = Awaited<ReturnType<InboxService['linesOf']>>[number]

function toIso({ startedDate, updatedDate, requestedDate, switchedDate, ...line }: LineRow) {
  return {
    ...line,
    startedDate: startedDate.toISOString(),
    updatedDate: updatedDate.toISOString(),
    requestedDate: requestedDate?.toISOString() ?? null,
    switchedDate: switchedDate?.toISOString() ?? null,
  }
}

function toggleFrame({ flowId, chatId, isAiOff, source }: Extract<LiveEvent, { type: 'switch' }>): LiveFrame {
  const place = { flowId, chatId, disabled: isAiOff, sourceClient: source }
  return { type: 'aiToggleChange', ...place, forceRefresh: false, timestamp: Date.now() }
}

function refreshFrame(date: Date): LiveFrame {
  const place = { flowId: '', chatId: '', disabled: false, sourceClient: '' }
  return { type: 'aiToggleChange', ...place, forceRefresh: true, timestamp: date.getTime() }
}

const keyOf = ({ flowId, chatId }: ChatKey) => `${flowId}/${chatId}`

function topicOf({ flowId, userId }: Watched) {
  return flowId ? `flow ${flowId}` : userId ? `user ${userId}` : 'all'
}

function topicsOf({ flowId, userId }: { flowId: string; userId: string }) {
  return [topicOf({ flowId }), topicOf({ userId }), topicOf({})]
}
