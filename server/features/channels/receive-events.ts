import type { Store, Writer } from '#server/db/store.ts'
import type { JobsService } from '#server/features/jobs/jobs.service.ts'
import type { NewId } from '#server/ids.ts'
import type { ChannelPorts, ChannelRequest, IncomingEvent, Press } from '#server/ports/channels.ts'
import { AppError } from '#shared/errors.ts'
import type { Health } from './channel-health.ts'
import type { ChannelSecrets } from './channel-secrets.ts'
import * as rows from './channels.repository.ts'
import type { ChannelRow, ChatRow, EventRow } from './channels.table.ts'
import * as chatRows from './chats.repository.ts'
import * as eventRows from './events.repository.ts'
import { readButtonId } from './lay-out-message.ts'
import * as partRows from './parts.repository.ts'

type Deps = {
  store: Store
  newId: NewId
  now: () => Date
  jobs: Pick<JobsService, 'enqueue' | 'wake'>
  health: Pick<Health, 'signOut'>
  ports: ChannelPorts
  secrets: ChannelSecrets
}

export const ANSWER_KIND = 'channel answer'

type Written = Extract<IncomingEvent, { kind: 'message' | 'echo' }>

/** Stores what platforms report, and answers them at once: flows run in jobs. */
export function createReceiver({ store, newId, now, jobs, health, ports, secrets }: Deps) {
  /** Throws NOT_FOUND for a channel that was disconnected, UNAUTHENTICATED for a request that the platform has not signed. */
  async function receive(
    channelId: string,
    request: ChannelRequest,
  ): Promise<{ challenge?: string; awaitedKey?: string }> {
    const channel = await rows.findChannel(store.db, channelId)
    if (!channel) {
      throw new AppError('NOT_FOUND', 'This channel does not exist.')
    }
    const port = ports[channel.kind]
    const { challenge, events } = read(request, channel)
    await accept(channel, events, !channel.verifiedDate)
    if (port.sharesHook && challenge === undefined) {
      await receiveForOthers(request, channel)
    }
    const isAnswering = channel.flowId !== null && channel.pausedDate === null
    const [first] = port.canWait && isAnswering ? events : []
    return { ...(challenge !== undefined && { challenge }), ...(first && { awaitedKey: first.key }) }
  }

  function read(request: ChannelRequest, channel: ChannelRow) {
    const account = { id: channel.accountId, now: now() }
    return ports[channel.kind].receive(request, secrets.open(channel), account)
  }

  /** Events are stored once a flow answers; before that, they show that the platform calls this server. */
  async function accept(channel: ChannelRow, events: readonly IncomingEvent[], isFirstCall: boolean) {
    const stored = channel.flowId === null ? [] : events
    if (isFirstCall || stored.length > 0) {
      await store.transaction((tx) => storeEvents(tx, channel, stored))
      jobs.wake()
      jobs.wake(ports[channel.kind].settleMs)
    }
    acknowledge(channel, stored)
  }

  function acknowledge(channel: ChannelRow, events: readonly IncomingEvent[]) {
    const { acknowledge: confirm } = ports[channel.kind]
    for (const event of events) {
      const receipt = event.kind === 'message' && event.press?.receipt
      if (confirm && receipt) {
        void confirm(secrets.open(channel), receipt).catch(() => undefined)
      }
    }
  }

  /** An app of Meta has one address for all its numbers and pages: whichever channel it names, the account counts. */
  async function receiveForOthers(request: ChannelRequest, channel: ChannelRow) {
    for (const other of await rows.listSiblings(store.db, channel)) {
      // Not every account is worth computing a signature.
      const events = request.raw.includes(other.accountId) ? readIfSigned(request, other) : []
      await accept(other, events, !other.verifiedDate && events.length > 0)
    }
  }

  /** Another app of the same owner has another secret. */
  function readIfSigned(request: ChannelRequest, other: ChannelRow): readonly IncomingEvent[] {
    try {
      return read(request, other).events
    } catch (error) {
      if (error instanceof AppError && error.code === 'UNAUTHENTICATED') {
        return []
      }
      throw error
    }
  }

  /** In the caller's transaction. Call `wake` once it has been committed. */
  async function storeEvents(tx: Writer, channel: ChannelRow, events: readonly IncomingEvent[]) {
    if (!channel.verifiedDate) {
      await rows.updateChannel(tx, channel.id, { verifiedDate: now() })
    }
    for (const event of events) {
      await insert(tx, channel, event)
    }
  }

  async function insert(tx: Writer, channel: ChannelRow, event: IncomingEvent) {
    const row = rowOf(channel, event)
    switch (event.kind) {
      case 'message':
      case 'echo':
        return insertWritten(tx, channel, event)
      case 'status':
        return (await eventRows.insertEvent(tx, row)) && partRows.applyStatus(tx, row, now())
      case 'signed_out':
        await eventRows.insertEvent(tx, row)
        return health.signOut(tx, channel.id, event.text)
      default:
        return eventRows.insertEvent(tx, row)
    }
  }

  /** One job per message: they run one after another, and each answers the earliest that is pending. */
  async function insertWritten(tx: Writer, channel: ChannelRow, event: Written) {
    const chat = await chatOf(tx, channel, event)
    if (!chat) {
      return
    }
    const { chatId } = chat
    const { messageId, sentDate } = event
    const pressed = event.kind === 'message' && event.press && (await readPress(tx, chatId, event.press))
    const text = (pressed && pressed.text) || event.text
    const files = event.kind === 'message' && event.files.length > 0 ? event.files : null
    const row: EventRow = {
      ...rowOf(channel, event),
      chatId,
      text,
      messageId,
      sentDate,
      files,
      buttonId: (pressed && pressed.buttonId) || null,
      state: 'pending',
    }
    if (await eventRows.insertEvent(tx, row)) {
      await enqueue(tx, channel, chatId, ports[channel.kind].settleMs)
    }
  }

  /** A suggested question is asked in full. Any other button decides something, so it is looked up when its turn comes. */
  async function readPress(tx: Writer, chatId: string, { buttonId }: Press) {
    const { messageId, index = -1 } = readButtonId(buttonId) ?? {}
    const choices =
      messageId === undefined ? undefined : await partRows.findChoices(tx, { chatId, messageId })
    const text = choices?.labels[index]
    const isQuestion = choices?.kind === 'prompt' && text !== undefined
    return { text, buttonId: isQuestion ? undefined : buttonId }
  }

  async function enqueue(tx: Writer, { id, userId }: ChannelRow, chatId: string, delayMs = 0) {
    await jobs.enqueue(tx, {
      ...{ kind: ANSWER_KIND, userId, subjectId: id, queueKey: `in:${chatId}`, input: { chatId }, delayMs },
    })
  }

  async function chatOf(
    tx: Writer,
    { id: channelId }: ChannelRow,
    event: Written,
  ): Promise<ChatRow | undefined> {
    const { key, alias = null, address, name, sender = null, parents = [] } = event.chat
    const named = await chatRows.findChatByKey(tx, { channelId, chatKey: key, alias })
    const parent =
      named || sender === null || parents.length === 0
        ? undefined
        : await chatRows.findChatByParents(tx, { channelId, sender, parents })
    const known = named ?? parent
    if (event.kind === 'echo' || (!known && event.isFollowUp)) {
      return known
    }
    return chatRows.enterChat(tx, {
      ...{ chatId: known?.chatId ?? newId(), channelId, chatKey: parent?.chatKey ?? key, alias },
      ...{ address, name, sender, lastDate: event.sentDate },
    })
  }

  function rowOf({ id: channelId }: ChannelRow, event: IncomingEvent): EventRow {
    const date = now()
    const kind = event.kind === 'signed_out' ? 'other' : event.kind
    const about =
      event.kind === 'status'
        ? { messageId: event.messageId, status: event.status, errorCode: event.error?.code ?? null }
        : { messageId: null, status: null, errorCode: null }
    const error = event.kind === 'status' ? (event.error?.text ?? null) : null
    return {
      ...{
        id: newId(),
        channelId,
        eventKey: event.key,
        kind,
        chatId: null,
        files: null,
        buttonId: null,
        ...about,
        error,
      },
      ...{ text: 'text' in event ? event.text : '', state: 'stored', jobId: null, tries: 0 },
      ...{ sentDate: date, receivedDate: date },
    }
  }

  return { receive, storeEvents, enqueue }
}

export type Receiver = ReturnType<typeof createReceiver>
