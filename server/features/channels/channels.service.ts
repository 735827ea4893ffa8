import type { z } from 'zod'
import type { Store, Writer } from '#server/db/store.ts'
import { findViolation } from '#server/db/violation.ts'
import type { FlowsService } from '#server/features/flows/flows.service.ts'
import type { JobsService } from '#server/features/jobs/jobs.service.ts'
import type { NewId } from '#server/ids.ts'
import type { ChannelPorts, ChannelValues } from '#server/ports/channels.ts'
import {
  type ChannelAccount,
  type ChannelKind,
  channelFields,
  type channelValuesInput,
  type checkChannelInput,
  type serveChannelInput,
  type testChannelInput,
} from '#shared/channels.ts'
import { AppError } from '#shared/errors.ts'
import * as reports from './channel-reports.repository.ts'
import type { ChannelSecrets } from './channel-secrets.ts'
import * as rows from './channels.repository.ts'
import type { ChannelRow, ChatRow } from './channels.table.ts'
import * as chatRows from './chats.repository.ts'
import type { Deliveries } from './deliver-parts.ts'
import * as eventRows from './events.repository.ts'
import * as partRows from './parts.repository.ts'
import type { Resumption } from './resume-channel.ts'
import type { Watches } from './watch-accounts.ts'
import * as watchRows from './watches.repository.ts'

type Deps = {
  store: Store
  newId: NewId
  now: () => Date
  jobs: Pick<JobsService, 'wake'>
  flows: Pick<FlowsService, 'findOwn'>
  deliveries: Deliveries
  watches: Pick<Watches, 'wake'>
  resumption: Resumption
  ports: ChannelPorts
  secrets: ChannelSecrets
  webhookUrl(id: string): string
}
type Listed = Awaited<ReturnType<typeof rows.listChannels>>[number]

const MAX_CHANNELS = 1_000
const DAY_MS = 86_400_000
const SHOWN_MS = 7 * DAY_MS
/** Platforms repeat an event for a week at most. */
const EVENTS_MS = 8 * DAY_MS
const PARTS_MS = 90 * DAY_MS
const HOUR_MS = 3_600_000
const SHOWN = 50

/** Accounts of platforms that are connected to flows. Secrets are write-only. */
export function createChannelsService(deps: Deps) {
  const { store, newId, now, jobs, flows, deliveries, resumption, watches, ports, secrets, webhookUrl } = deps

  /** Asks the platform about the account, and stores nothing. */
  function check({ kind, values }: z.output<typeof checkChannelInput>): Promise<ChannelAccount> {
    return ports[kind].check(readValues(kind, values))
  }

  /** No flow answers yet: the platform may ask for the address first. `signingSecret` is shown this once. */
  async function create(userId: string, { kind, values: entered }: z.output<typeof checkChannelInput>) {
    const values = { ...readValues(kind, entered), ...ports[kind].generate() }
    const account = await ports[kind].check(values)
    const date = now()
    const id = newId()
    const about = { id, userId, kind }
    const row: ChannelRow = {
      ...{ ...about, flowId: null, state: 'setup', sealed: secrets.seal(about, values) },
      ...{ accountId: account.id || id, accountName: account.name, accountAddress: account.address },
      ...{ verifiedDate: null, error: null, errorDate: null, connectedDate: null, pausedDate: null },
      ...{ createdDate: date, updatedDate: date },
    }
    await store.transaction(async (tx) => {
      if ((await rows.countChannels(tx, userId)) >= MAX_CHANNELS) {
        throw new AppError('CONFLICT', `An account may have ${MAX_CHANNELS} channels.`)
      }
      await rows.insertChannel(tx, row)
    })
    const isWebhook = kind === 'webhook'
    return {
      ...(await show({ channel: row, flow: null })),
      signingSecret: (isWebhook && values.signingSecret) || null,
    }
  }

  /** From now on the flow answers. Throws CONFLICT when another system receives the messages of the account. */
  async function serve(userId: string, { id, flowId, replaces }: z.output<typeof serveChannelInput>) {
    const row = await getOwn(userId, id)
    const flow = await flows.findOwn(userId, flowId)
    await ports[row.kind].connect?.(secrets.open(row), { url: webhookUrl(id), replaces })
    const date = now()
    const changes = {
      ...{ flowId: flow.id, state: 'live' as const, error: null, errorDate: null, updatedDate: date },
      connectedDate: row.connectedDate ?? date,
    }
    await store
      .transaction(async (tx) => {
        await rows.updateChannel(tx, id, changes)
        await (ports[row.kind].watch && watchRows.insertWatch(tx, id))
      })
      .catch(rejectTaken)
    watches.wake()
    return show({ channel: { ...row, ...changes }, flow })
  }

  /** A new token of the same account. What has waited for it is sent. */
  async function replaceValues(userId: string, { id, values: entered }: z.output<typeof channelValuesInput>) {
    const row = await getOwn(userId, id)
    const values = { ...secrets.open(row), ...readValues(row.kind, entered, secrets.open(row)) }
    const port = ports[row.kind]
    const account = await port.check(values)
    if (account.id !== '' && account.id !== row.accountId) {
      throw new AppError(
        'INVALID_INPUT',
        `This is another account: ${account.address}. Connect it as a new channel.`,
      )
    }
    await (row.flowId && port.connect?.(values, { url: webhookUrl(id), replaces: true }))
    await store.transaction(async (tx) => {
      const state = row.flowId ? 'live' : 'setup'
      const sealed = secrets.seal(row, values)
      const named = { accountName: account.name, accountAddress: account.address }
      await rows.updateChannel(tx, id, {
        sealed,
        state,
        error: null,
        errorDate: null,
        ...named,
        updatedDate: now(),
      })
      await watchRows.freeWatch(tx, id)
      await resumption.start(tx, row, 'sent')
    })
    jobs.wake()
    watches.wake()
    return get(userId, id)
  }

  /** The platform forgets the address where it can be told; events that still come are rejected. */
  async function disconnect(userId: string, id: string) {
    const row = await getOwn(userId, id)
    await ports[row.kind]
      .disconnect?.(secrets.open(row), { url: webhookUrl(id) })
      // A revoked token must not keep the channel.
      .catch(() => undefined)
    await store.transaction((tx) => rows.deleteChannel(tx, id))
    return { affected: 1 }
  }

  /** From now on messages that come in wait, and nothing is sent, operators' messages included. */
  async function pause(userId: string, id: string) {
    const row = await getOwn(userId, id)
    if (row.flowId === null) {
      throw new AppError('CONFLICT', 'No flow answers for this channel yet.')
    }
    if (row.pausedDate === null) {
      await store.transaction((tx) => rows.updateChannel(tx, id, { pausedDate: now(), updatedDate: now() }))
    }
    return get(userId, id)
  }

  /** What has come in is answered, and what has waited is sent: in the background, because it may be much. */
  async function resume(userId: string, id: string) {
    const row = await getOwn(userId, id)
    await store.transaction(async (tx) => {
      await ((await rows.endPause(tx, id, now())) && resumption.start(tx, row, 'received'))
    })
    jobs.wake()
    return get(userId, id)
  }

  /** To a conversation that has begun, because platforms let nobody write first. */
  async function sendTest(userId: string, { id, chatId, text }: z.output<typeof testChannelInput>) {
    const channel = await getOwn(userId, id)
    if (channel.pausedDate) {
      throw new AppError('CONFLICT', 'This channel is paused. Resume it first.')
    }
    const found = await chatRows.findChat(store.db, chatId)
    if (found?.channel.id !== id) {
      throw new AppError('INVALID_INPUT', 'Choose a conversation of this channel.')
    }
    const messageId = newId()
    await store.transaction((tx) =>
      deliveries.queue(
        tx,
        { chat: found.chat, channel },
        { messageId, text, files: [], fence: null, isAutomatic: false },
      ),
    )
    jobs.wake()
    return { messageId }
  }

  async function list(userId: string) {
    const found = await rows.listChannels(store.db, userId)
    return showAll(found)
  }

  async function get(userId: string, id: string) {
    const found = await rows.listChannels(store.db, userId)
    return show(found.find(({ channel }) => channel.id === id) ?? rejectUnknown())
  }

  async function details(userId: string, id: string) {
    const channel = await get(userId, id)
    const since = new Date(now().getTime() - SHOWN_MS)
    const { windowMs } = ports[channel.kind]
    const [counts, errors, received, sent, chats] = await Promise.all([
      reports.countParts(store.db, id, since),
      reports.countErrors(store.db, id, since),
      reports.listReceived(store.db, id),
      reports.listSent(store.db, id),
      reports.listChats(store.db, id),
    ])
    const countOf = (...states: string[]) =>
      counts.filter(({ state }) => states.includes(state)).reduce((sum, each) => sum + each.count, 0)
    const windowDate = (chat: ChatRow) =>
      windowMs === undefined ? null : new Date(chat.lastDate.getTime() + windowMs)
    const messages = [
      ...received.map(({ event, chat }) => ({
        ...{ id: event.id, direction: 'in' as const, chatId: chat.chatId, name: chat.name, text: event.text },
        ...{ state: event.state, error: event.error, errorCode: null, date: event.receivedDate },
        windowDate: windowDate(chat),
      })),
      ...sent.map(({ part, chat }) => ({
        ...{ id: part.id, direction: 'out' as const, chatId: chat.chatId, name: chat.name, text: part.text },
        ...{ state: part.state, error: part.error, errorCode: part.errorCode, date: part.createdDate },
        windowDate: windowDate(chat),
      })),
    ]
    const delivered = countOf('delivered', 'read')
    const failed = countOf('failed', 'unknown')
    const queued = countOf('queued', 'sending')
    return {
      channel,
      counts: {
        received: channel.messages - counts.reduce((sum, each) => sum + each.count, 0),
        ...{ sent: countOf('sent') + delivered + failed + queued, delivered, read: countOf('read') },
        ...{ queued, failed },
      },
      messages: messages.toSorted((a, b) => b.date.getTime() - a.date.getTime()).slice(0, SHOWN),
      errors: errors.map(({ code, text, count }) => ({ code: code ?? '', text: text ?? '', count })),
      windowHours: windowMs === undefined ? null : windowMs / HOUR_MS,
      chats: chats.map(({ chatId, name, lastDate }) => ({ chatId, name, lastDate })),
    }
  }

  async function show(listed: Listed) {
    const [shown] = await showAll([listed])
    return shown ?? rejectUnknown()
  }

  async function showAll(found: readonly Listed[]) {
    const ids = found.map(({ channel }) => channel.id)
    const { received, sent, waiting } =
      ids.length === 0
        ? { received: [], sent: [], waiting: [] }
        : await reports.listTotals(store.db, ids, new Date(now().getTime() - SHOWN_MS))
    return found.map(({ channel, flow }) => {
      const { id, kind, state, verifiedDate, error, errorDate, connectedDate, pausedDate } = channel
      const incoming = received.find((each) => each.id === id)
      const outgoing = sent.find((each) => each.id === id)
      return {
        ...{ id, kind, state, verifiedDate, error, errorDate, connectedDate, pausedDate },
        account: { id: channel.accountId, name: channel.accountName, address: channel.accountAddress },
        flow: flow && { id: flow.id, name: flow.name },
        webhookUrl: webhookUrl(id),
        verifyToken: secrets.open(channel).verifyToken ?? null,
        queued: outgoing?.queued ?? 0,
        waiting: waiting.find((each) => each.id === id)?.count ?? 0,
        messages: (incoming?.count ?? 0) + (outgoing?.count ?? 0),
        lastDate: incoming?.last ?? null,
      }
    })
  }

  async function getOwn(userId: string, id: string): Promise<ChannelRow> {
    const row = await rows.findChannel(store.db, id)
    return row?.userId === userId ? row : rejectUnknown()
  }

  function removeOld() {
    const date = now().getTime()
    return store.transaction(async (tx: Writer) => {
      await eventRows.deleteOldEvents(tx, new Date(date - EVENTS_MS))
      await partRows.deleteOldParts(tx, new Date(date - PARTS_MS))
    })
  }

  return {
    check,
    create,
    serve,
    replaceValues,
    pause,
    resume,
    disconnect,
    sendTest,
    list,
    get,
    details,
    removeOld,
  }
}

/** Only the fields of the kind: what is generated cannot be chosen. Fields that are left out stay as they were. */
function readValues(
  kind: ChannelKind,
  values: ChannelValues,
  before: ChannelValues = {},
): Record<string, string> {
  return Object.fromEntries(channelFields[kind].map(({ name }) => [name, values[name] ?? before[name] ?? '']))
}

function rejectTaken(error: unknown): never {
  if (findViolation(error)?.rule === 'unique') {
    throw new AppError('CONFLICT', 'A flow answers for this account already. Disconnect it first.')
  }
  throw error
}

function rejectUnknown(): never {
  throw new AppError('NOT_FOUND', 'This channel does not exist.')
}
