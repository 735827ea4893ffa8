import { expect, onTestFinished } from 'vitest'
import { readConfig } from '#server/config.ts'
import type { Store } from '#server/db/store.ts'
import { jobs as jobRows } from '#server/features/jobs/jobs.table.ts'
import { createServices } from '#server/services.ts'
import { openInbox } from '#server/testing/open-inbox.ts'
import { testSecrets } from '#server/testing/test-app.ts'
import type { Channel, ChannelAccount, ChannelDetails, ChannelKind } from '#shared/channels.ts'
import type { ErrorBody } from '#shared/errors.ts'
import { channelEvents } from '../channels.table.ts'

type Settings = NonNullable<Parameters<typeof openInbox>[0]>
type Delivery = { repeat?: number; isParallel?: boolean; isForged?: boolean }
type Ordered = { kind: string; seconds?: number; times?: number }
type Created = Channel & { signingSecret: string | null }

export type MailSaid = {
  from?: string
  name?: string
  subject?: string
  text?: string
  html?: string
  messageId?: string
  inReplyTo?: string
  references?: string
  headers?: string[]
  date?: string
  files?: { name: string; mime: string; base64: string }[]
  repeat?: number
}
export type SentFile = { name: string; mime: string; base64: string }

type MailControl = {
  sent: {
    from: string
    to: string
    subject: string
    text: string
    html: string
    messageId: string
    inReplyTo?: string
    references?: string
    files: SentFile[]
    headers: string[]
  }[]
  messageIds: string[]
  readers: number
}

export const mailValues = (address: string) => ({
  ...{ address, password: 'sandbox password', imapHost: 'imap.sandbox', imapPort: '993' },
  ...{ imapSecurity: 'none', smtpHost: 'smtp.sandbox', smtpPort: '465', smtpSecurity: 'none' },
})

/** Longer waits are what a test is about. */
/** Longer than a run may take: whatever a dead process has left open is closed after it. */
export const DEAD_AFTER_MS = 420_000
const MAX_SKIP_MS = 10_000

/** The token of a bot of its own for every test. */
let bots = 1_000

/**
 * A shop on a port of its own, so that the sandbox's platforms reach it. Its flow is the demo flow of Ada, which answers every
 * message with the same words for the same question. Time passes by itself here.
 */
export async function openChannels(settings: Settings = {}) {
  const world = await openInbox({ listen: true, ...settings })
  const { clock, services, url, change, read, ada, flowId } = world
  let last = performance.now()
  const passing = setInterval(() => {
    const now = performance.now()
    clock.ms += Math.round(now - last)
    last = now
  }, 20)
  onTestFinished(() => clearInterval(passing))

  async function control<Answer>(platform: string, order: object): Promise<Answer> {
    const response = await fetch(`${url}/sandbox/${platform}/control`, {
      ...{ method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(order) },
    })
    expect(response.status).toBe(200)
    return (await response.json()) as Answer
  }

  const create = (kind: ChannelKind, values: Record<string, string>, owner = ada) =>
    change<Created>('channels.create', { kind, values }, owner)
  const serve = (id: string, more: object = {}, owner = ada) =>
    change<Channel & ErrorBody>('channels.serve', { id, flowId, ...more }, owner)
  const check = (kind: ChannelKind, values: Record<string, string>) =>
    change<ChannelAccount & ErrorBody>('channels.check', { kind, values })
  const details = (id: string) => read<ChannelDetails>('channels.details', { id })

  /** A Telegram bot whose messages Ada's flow answers. */
  async function connectTelegram() {
    bots += 1
    const botToken = `${bots}00:sandbox-telegram`
    const { id } = await create('telegram', { botToken })
    await serve(id)
    type Sent = {
      method: string
      chat_id: number
      text: string
      messageId: number
      file?: SentFile
      buttons?: { text: string; data: string }[]
    }
    type Said = { statuses: number[]; updateId: number; sent: Sent[]; acknowledged: string[] }
    type Message = Delivery & {
      text?: string
      chatId?: number
      date?: number
      updateId?: number
      photo?: { mime: string; base64: string }
    }
    const say = (text: string, more: Message = {}) =>
      control<Said>('telegram', { token: botToken, say: { text, ...more } })
    const order = (...failures: Ordered[]) => control('telegram', { token: botToken, failures })
    const sent = async (chatId?: number) => {
      const { sent: all } = await control<Said>('telegram', { token: botToken })
      return all.filter((each) => chatId === undefined || each.chat_id === chatId).map(({ text }) => text)
    }
    const configure = (what: object) => control<Said>('telegram', { token: botToken, ...what })
    const all = async () => (await configure({})).sent
    /** Presses a button below the newest message that has some. */
    const press = async (index: number, more: Delivery & { updateId?: number; data?: string } = {}) => {
      const shown = (await all()).findLast(({ buttons }) => buttons)
      const { messageId = 0, chat_id: chatId = 7, buttons = [] } = shown ?? {}
      return configure({ press: { chatId, messageId, data: buttons[index]?.data ?? '', ...more } })
    }
    return { id, botToken, say, order, sent, configure, all, press }
  }

  async function connectWhatsapp() {
    bots += 1
    const accessToken = `sandbox-token-${bots}`
    const appSecret = `app secret ${bots}`
    const phoneNumberId = `10000${bots}`
    const values = { phoneNumberId, businessAccountId: '2000000', accessToken, appSecret }
    const { id, webhookUrl, verifyToken } = await create('whatsapp', values)
    const hook = { url: webhookUrl, verifyToken, appSecret, phoneNumberId }
    type Sent = {
      id: string
      to: string
      text: string
      file?: SentFile
      buttons?: { id: string; title: string; description?: string; isRow: boolean }[]
    }
    type Control = {
      check?: { status: number; isValid: boolean }
      sent: Sent[]
      uploads: number
      statuses?: number[]
      ids?: string[]
    }
    const configure = (order: object) => control<Control>('whatsapp', { accessToken, ...order })
    const { check: checked } = await configure({ hook })
    await serve(id)
    type Message = Delivery & {
      from?: string
      name?: string
      userId?: string
      isHidden?: boolean
      isEcho?: boolean
      id?: string
      date?: number
      press?: string
    }
    const say = (texts: string[], more: Message = {}) => configure({ say: { texts, ...more } })
    const order = (...failures: Ordered[]) => configure({ failures })
    const sent = async () => (await configure({})).sent
    return { id, hook, checked, configure, say, order, sent, values }
  }

  async function connectMessenger(kind: 'messenger' | 'instagram' = 'messenger') {
    bots += 1
    const accessToken = `sandbox-page-${bots}`
    const appSecret = `page secret ${bots}`
    const pageId = `30000${bots}`
    const instagramId = `40000${bots}`
    const accountId = kind === 'instagram' ? instagramId : pageId
    const { id, webhookUrl, verifyToken } = await create(kind, {
      pageId,
      instagramId,
      accessToken,
      appSecret,
    })
    type Sent = {
      id: string
      to: string
      text: string
      file?: SentFile
      url?: string
      buttons?: { title: string; payload: string }[]
    }
    type Control = { check?: { isValid: boolean }; sent: Sent[]; statuses?: number[] }
    const configure = (order: object) => control<Control>('messenger', { accessToken, ...order })
    const object = kind === 'instagram' ? 'instagram' : 'page'
    const { check: checked } = await configure({
      hook: { url: webhookUrl, verifyToken, appSecret, accountId, object },
    })
    await serve(id)
    type Message = Delivery & {
      from?: string
      id?: string
      date?: number
      isEcho?: boolean
      isStandby?: boolean
      press?: string
    }
    const say = (text: string, more: Message = {}) => configure({ say: { text, ...more } })
    const order = (...failures: Ordered[]) => configure({ failures })
    const sent = async () => (await configure({})).sent
    return { id, checked, say, order, sent }
  }

  async function connectSlack() {
    bots += 1
    const botToken = `xoxb-${bots}-sandbox`
    const signingSecret = `slack-signing-secret-${bots}`
    const { id, webhookUrl } = await create('slack', { botToken, signingSecret })
    type Sent = {
      channel: string
      thread_ts?: string
      text: string
      ts: string
      file?: SentFile
      buttons?: { text: string; value: string }[]
    }
    type Control = {
      check?: { status: number; isValid: boolean }
      sent: Sent[]
      statuses?: number[]
      ts?: string
    }
    const configure = (order: object) => control<Control>('slack', { botToken, ...order })
    const { check: checked } = await configure({ hook: { url: webhookUrl, signingSecret } })
    const served = await serve(id)
    type Message = Delivery & {
      channel?: string
      mentions?: boolean
      ts?: string
      threadTs?: string
      subtype?: string
      age?: number
    }
    const say = (text: string, more: Message = {}) => configure({ say: { text, ...more } })
    const order = (...failures: Ordered[]) => configure({ failures })
    const sent = async () => (await configure({})).sent
    return { id, checked, served, configure, say, order, sent, webhookUrl }
  }

  /** A mailbox whose messages Ada's flow answers, once somebody has opened it. */
  async function connectEmail(more: Record<string, string> = {}, owner = ada) {
    bots += 1
    const address = `support${bots}@mail.sandbox`
    const values = { ...mailValues(address), ...more }
    const { id } = await create('email', values, owner)
    const configure = (order: object) => control<MailControl>('mail', { address, ...order })
    onTestFinished(() => services.channels.stopWatching())
    await serve(id)
    await expect
      .poll(async () => {
        await services.channels.watch()
        return (await configure({})).readers
      })
      .toBe(1)
    const say = async (...said: MailSaid[]) => (await configure({ say: said })).messageIds
    const order = (...failures: Ordered[]) => configure({ failures })
    const sent = async () => (await configure({})).sent
    /** Until the server has read this many messages. */
    const received = (count: number) =>
      expect
        .poll(async () => {
          const events = await world.store.db.select().from(channelEvents)
          return events.filter(({ channelId }) => channelId === id).length
        })
        .toBe(count)
    return { id, address, values, configure, say, order, sent, received }
  }

  /** Until every message has its answer and every answer is sent. */
  async function settle(id: string, { jobs } = services) {
    await expect
      .poll(
        async () => {
          await work(jobs)
          const { messages, counts } = await details(id)
          return messages.some(({ state }) => state === 'pending') || counts.queued > 0
        },
        { timeout: 30_000, interval: 40 },
      )
      .toBe(false)
  }

  /** Runs what is due, and what is due soon. */
  async function work(jobs = services.jobs, maxSkipMs = MAX_SKIP_MS) {
    await skipWait(maxSkipMs)
    await jobs.tick()
  }

  /** The time comes when the next job is due, unless one runs. */
  async function skipWait(maxSkipMs: number) {
    const all = await world.store.db.select().from(jobRows)
    const open = all.filter(({ state }) => state === 'queued' || state === 'running')
    const due = Math.min(...open.map(({ runDate }) => runDate.getTime()))
    if (open.every(({ state }) => state === 'queued') && due > clock.ms && due < clock.ms + maxSkipMs) {
      clock.ms = due
    }
  }

  /** Another process on the same database, after the first has died or beside it. */
  function openOther(store: Store = world.store) {
    const other = createServices({
      ...{ store, secrets: testSecrets, now: () => new Date(clock.ms) },
      config: readConfig({ DATA_DIR: '/nowhere', ...settings.env }),
    })
    Object.assign(other.place, services.place)
    onTestFinished(() => other.jobs.stopAll())
    onTestFinished(() => other.channels.stopWatching())
    return other
  }

  return {
    ...world,
    ...{ control, create, serve, check, details, settle, work, openOther },
    ...{ connectTelegram, connectWhatsapp, connectMessenger, connectSlack, connectEmail },
  }
}
