import type { Store, Writer } from '#server/db/store.ts'
import type { JobRow, JobsService, RunningJob } from '#server/features/jobs/jobs.service.ts'
import type { MessagesService } from '#server/features/messages/messages.service.ts'
import type { Permit, Permits } from '#server/features/takeover/permits.service.ts'
import type { NewId } from '#server/ids.ts'
import type { ChannelPorts } from '#server/ports/channels.ts'
import type { ChannelSecrets } from './channel-secrets.ts'
import * as rows from './channels.repository.ts'
import type { ChannelRow, ChatRow, PartRow } from './channels.table.ts'
import * as chatRows from './chats.repository.ts'
import { type Content, layOut } from './lay-out-message.ts'
import * as partRows from './parts.repository.ts'
import type { SendPart } from './send-part.ts'

type Deps = {
  store: Store
  newId: NewId
  now: () => Date
  jobs: Pick<JobsService, 'enqueue' | 'wake' | 'handle'>
  messages: Pick<MessagesService, 'findConversation'>
  permits: Permits
  sendPart: SendPart
  ports: ChannelPorts
  secrets: ChannelSecrets
}

type Place = { chat: ChatRow; channel: ChannelRow }
/** `fence`: null for messages that no operator's switch concerns. */
type Message = Content & { messageId: string; fence: number | null; isAutomatic: boolean }

const DELIVER_KIND = 'channel delivery'
/** About four minutes, unless the platform asks for more. */
const MAX_FAILURES = 8
/** To platforms that recognize a repeated message. */
const REPEAT_KIND = 'repeatable channel delivery'
/** About 24 hours: attempts are five minutes apart in the end. */
const MAX_REPEATS = 295
/** The rule of a platform, under a code of our own. */
const WINDOW_CODE = 'window'
const WINDOW_CLOSED = 'Too much time has passed since this person wrote. The platform accepts templates only.'

/** Sends messages to platforms, in their order, each at most once. */
export function createDeliveries(deps: Deps) {
  const { store, newId, now, jobs, messages, permits, sendPart, ports, secrets } = deps

  for (const [kind, maxFailures] of [
    [DELIVER_KIND, MAX_FAILURES],
    [REPEAT_KIND, MAX_REPEATS],
  ] as const) {
    jobs.handle(kind, {
      ...{ isUrgent: true, maxFailures, run: (job) => deliver(job) },
      ended: async (tx, row, outcome) => void (await (outcome === 'failed' && giveUp(tx, row))),
    })
  }

  /** In the transaction that stores the message. A message that is queued already stays as it is. */
  async function queue(
    tx: Writer,
    { chat, channel }: Place,
    { messageId, fence, isAutomatic, ...content }: Message,
  ) {
    const date = now()
    const pieces = layOut(ports[channel.kind], content)
    await partRows.insertParts(
      tx,
      pieces.map((piece, place) => ({
        ...{ id: newId(), channelId: channel.id, chatId: chat.chatId, messageId, place, ...piece },
        ...{ isByAi: fence !== null, isAutomatic, fence: fence ?? 0, state: 'queued', platformId: null },
        ...{ uploadId: null, errorCode: null, error: null, createdDate: date, updatedDate: date },
      })),
    )
    await enqueue(tx, channel, chat.chatId)
  }

  async function enqueue(tx: Writer, { id, userId, kind: channelKind }: ChannelRow, chatId: string) {
    const kind = ports[channelKind].isRepeatable ? REPEAT_KIND : DELIVER_KIND
    await jobs.enqueue(tx, {
      ...{ kind, userId, subjectId: id, queueKey: `out:${chatId}`, input: { chatId } },
    })
  }

  async function deliver({ row, signal }: RunningJob) {
    const { chatId } = row.input as { chatId: string }
    for (;;) {
      signal.throwIfAborted()
      const place = await chatRows.findChat(store.db, chatId)
      const part = place && (await partRows.findOpenPart(store.db, chatId))
      if (!place || !part || isHeld(place.channel)) {
        return null
      }
      await deliverPart(place, part)
    }
  }

  const isHeld = ({ state, pausedDate }: ChannelRow) => state === 'signed_out' || pausedDate !== null

  async function deliverPart(place: Place, part: PartRow) {
    const port = ports[place.channel.kind]
    if (part.state === 'sending' && !port.isRepeatable) {
      // The process has died while it was sent.
      return sendPart.close(part, { state: 'unknown', errorCode: 'unknown', error: 'It may have arrived.' })
    }
    if (port.windowMs !== undefined && now().getTime() - place.chat.lastDate.getTime() > port.windowMs) {
      return sendPart.fail(part, { errorCode: WINDOW_CODE, error: WINDOW_CLOSED })
    }
    const ready = await sendPart.prepare(place, part)
    if (!ready) {
      return
    }
    const permit = permits.issue({ flowId: place.channel.flowId ?? '', chatId: part.chatId })
    try {
      if (await permit.around(() => store.transaction((tx) => claim(tx, place, part, permit)))) {
        await sendPart.send(place, ready, permit)
      }
    } finally {
      permit.close()
    }
  }

  /** Right before it is sent: false when an operator has turned AI off since it was written, or the channel was paused. */
  async function claim(tx: Writer, { channel }: Place, part: PartRow, permit: Permit): Promise<boolean> {
    if ((await rows.findChannel(tx, channel.id))?.pausedDate !== null) {
      return false
    }
    const chat = { flowId: channel.flowId ?? '', chatId: part.chatId }
    const conversation = await messages.findConversation(tx, chat)
    permit.begin(conversation ?? { fence: 0, isAiOff: false })
    const isOvertaken = conversation?.isAiOff !== false || conversation.fence !== part.fence
    const state = part.isByAi && isOvertaken ? 'dropped' : 'sending'
    const platformId = ports[channel.kind].idOf?.(secrets.open(channel), part.id) ?? null
    await partRows.updatePart(tx, part.id, { state, platformId, updatedDate: now() })
    permit.store()
    return state === 'sending'
  }

  /** The platform has been away for too long; the next message of the conversation has its own chance. */
  async function giveUp(tx: Writer, row: JobRow) {
    const { chatId } = row.input as { chatId: string }
    const part = await partRows.findOpenPart(tx, chatId)
    const place = part && (await chatRows.findChat(tx, chatId))
    if (place) {
      const { errorCode } = part
      await partRows.failMessage(tx, part, { errorCode, error: row.error, updatedDate: now() })
      await enqueue(tx, place.channel, chatId)
    }
  }

  return { queue, enqueue }
}

export type Deliveries = ReturnType<typeof createDeliveries>
