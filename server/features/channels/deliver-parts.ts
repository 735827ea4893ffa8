import type { Store, Writer } from '#server/db/store.ts'
import type { JobRow, JobsService, RunningJob } from '#server/features/jobs/jobs.service.ts'
import type { MessagesService } from '#server/features/messages/messages.service.ts'
import type { Permit, Permits } from '#server/features/takeover/permits.service.ts'
import type { NewId } from '#server/ids.ts'
import { type ChannelPorts, SendFailure } from '#server/ports/channels.ts'
import { channelSends } from '#server/telemetry/metrics/instruments.ts'
import { AppError } from '#shared/errors.ts'
import type { Health } from './channel-health.ts'
import type { ChannelSecrets } from './channel-secrets.ts'
import * as rows from './channels.repository.ts'
import type { ChannelRow, ChatRow, PartRow } from './channels.table.ts'

type Deps = {
  store: Store
  newId: NewId
  now: () => Date
  jobs: Pick<JobsService, 'enqueue' | 'wake' | 'handle'>
  messages: Pick<MessagesService, 'findConversation'>
  permits: Permits
  health: Health
  ports: ChannelPorts
  secrets: ChannelSecrets
}

type Place = { chat: ChatRow; channel: ChannelRow }
/** `fence`: null for messages that no operator's switch concerns. */
type Message = { messageId: string; text: string; fence: number | null; isAutomatic: boolean }

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
  const { store, newId, now, jobs, messages, permits, health, ports, secrets } = deps

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
    { messageId, text, fence, isAutomatic }: Message,
  ) {
    const date = now()
    const pieces = ports[channel.kind].split(text)
    await rows.insertParts(
      tx,
      pieces.map((piece, place) => ({
        ...{ id: newId(), channelId: channel.id, chatId: chat.chatId, messageId, place, text: piece },
        ...{ isByAi: fence !== null, isAutomatic, fence: fence ?? 0, state: 'queued', platformId: null },
        ...{ errorCode: null, error: null, createdDate: date, updatedDate: date },
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

  /** What has waited for a new token, or for the end of a pause. */
  async function resume(tx: Writer, channel: ChannelRow) {
    for (const { chatId } of await rows.listOpenChats(tx, channel.id)) {
      await enqueue(tx, channel, chatId)
    }
  }

  async function deliver({ row, signal }: RunningJob) {
    const { chatId } = row.input as { chatId: string }
    for (;;) {
      signal.throwIfAborted()
      const place = await rows.findChat(store.db, chatId)
      const part = place && (await rows.findOpenPart(store.db, chatId))
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
      return close(part, { state: 'unknown', errorCode: 'unknown', error: 'It may have arrived.' })
    }
    if (port.windowMs !== undefined && now().getTime() - place.chat.lastDate.getTime() > port.windowMs) {
      return fail(part, { errorCode: WINDOW_CODE, error: WINDOW_CLOSED })
    }
    const permit = permits.issue({ flowId: place.channel.flowId ?? '', chatId: part.chatId })
    try {
      if (await permit.around(() => store.transaction((tx) => claim(tx, place, part, permit)))) {
        await send(place, part, permit)
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
    await rows.updatePart(tx, part.id, { state, platformId, updatedDate: now() })
    permit.store()
    return state === 'sending'
  }

  async function send({ chat, channel }: Place, part: PartRow, permit: Permit) {
    if (part.isByAi && !permit.mayLeave()) {
      return close(part, { state: 'dropped' })
    }
    try {
      const { address } = chat
      const message = { id: part.id, address, text: part.text, isAutomatic: part.isAutomatic }
      const platformId = await ports[channel.kind].send(secrets.open(channel), message)
      channelSends.add(1, channel.kind, 'sent')
      await store.transaction((tx) => recordSent(tx, channel, part, platformId))
    } catch (error) {
      if (!(error instanceof SendFailure)) {
        throw error
      }
      channelSends.add(1, channel.kind, error.outcome)
      await handle(error, { chat, channel }, part)
    }
  }

  /** Platforms may have reported the message before they answered. */
  async function recordSent(tx: Writer, channel: ChannelRow, part: PartRow, platformId: string) {
    const date = now()
    await rows.updatePart(tx, part.id, {
      state: 'sent',
      platformId,
      errorCode: null,
      error: null,
      updatedDate: date,
    })
    for (const status of await rows.listStatuses(tx, channel.id, platformId)) {
      await rows.applyStatus(tx, status, date)
    }
    if (channel.state === 'failing') {
      await health.recover(tx, channel.id)
    }
  }

  async function handle(failure: SendFailure, { chat, channel }: Place, part: PartRow) {
    const { outcome, code: errorCode, message: error } = failure
    switch (outcome) {
      case 'rejected':
        return fail(part, { errorCode, error })
      case 'unknown':
        await reportFailing(channel, error)
        return close(part, { state: 'unknown', errorCode, error })
      case 'signed_out':
        await close(part, { state: 'queued', errorCode, error })
        return store.transaction((tx) => health.signOut(tx, channel.id, error))
      default:
        return sendLater(failure, { chat, channel }, part)
    }
  }

  async function sendLater(failure: SendFailure, { chat, channel }: Place, part: PartRow) {
    const { code: errorCode, message: error, retryAfterSeconds, movedTo } = failure
    await close(part, { state: 'queued', errorCode, error })
    if (movedTo) {
      return store.transaction((tx) =>
        rows.updateChat(tx, chat.chatId, { address: { ...chat.address, ...movedTo } }),
      )
    }
    await reportFailing(channel, error)
    const details = retryAfterSeconds === undefined ? {} : { details: { retryAfterSeconds } }
    throw new AppError('RATE_LIMITED', error, details)
  }

  function close(part: PartRow, changes: Partial<Pick<PartRow, 'state' | 'errorCode' | 'error'>>) {
    return store.transaction((tx) => rows.updatePart(tx, part.id, { ...changes, updatedDate: now() }))
  }

  /** A message without one of its pieces would be misread. */
  function fail(part: PartRow, changes: Pick<PartRow, 'errorCode' | 'error'>) {
    return store.transaction((tx) => rows.failMessage(tx, part, { ...changes, updatedDate: now() }))
  }

  function reportFailing({ id }: ChannelRow, error: string) {
    return store.transaction((tx) => health.fail(tx, id, error))
  }

  /** The platform has been away for too long; the next message of the conversation has its own chance. */
  async function giveUp(tx: Writer, row: JobRow) {
    const { chatId } = row.input as { chatId: string }
    const part = await rows.findOpenPart(tx, chatId)
    const place = part && (await rows.findChat(tx, chatId))
    if (place) {
      const { errorCode } = part
      await rows.failMessage(tx, part, { errorCode, error: row.error, updatedDate: now() })
      await enqueue(tx, place.channel, chatId)
    }
  }

  return { queue, resume }
}

export type Deliveries = ReturnType<typeof createDeliveries>
