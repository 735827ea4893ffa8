import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import {
  type ChannelPort,
  type ChannelValues,
  type IncomingEvent,
  SendFailure,
} from '#server/ports/channels.ts'
import { AppError } from '#shared/errors.ts'
import { type CallPlatform, rejectSettings } from './call-platform.ts'
import { metaFailure, readChallenge, readEntries } from './meta.ts'
import { toPlainText } from './render-markdown.ts'
import { splitText } from './split-text.ts'

type Options = {
  call: CallPlatform
  /** With the version, without a trailing slash. */
  baseUrl(accessToken: string): string
  platform: 'Messenger' | 'Instagram'
}

const WINDOW_MS = 24 * 60 * 60_000
/** Meta keeps no order. */
const SETTLE_MS = 800
const MAX_CHARACTERS = 2_000
const MAX_INSTAGRAM_BYTES = 1_000
/** Returns in the echo of what this server has sent. */
const MARK = 'flowtill:'
const subscribed = 'messages,messaging_postbacks,message_echoes,message_deliveries,message_reads'

const party = z.object({ id: z.string() })
const attachment = z.object({ type: z.string(), payload: z.object({ url: z.string().optional() }).nullish() })
const eventSchema = z.object({
  sender: party,
  recipient: party,
  timestamp: z.number().default(0),
  message: z
    .object({
      mid: z.string(),
      text: z.string().default(''),
      is_echo: z.boolean().optional(),
      is_deleted: z.boolean().optional(),
      metadata: z.string().optional(),
      attachments: z.array(attachment).default([]),
    })
    .optional(),
  postback: z
    .object({ mid: z.string(), title: z.string().default(''), payload: z.string().optional() })
    .optional(),
  delivery: z.object({ mids: z.array(z.string()).default([]) }).optional(),
  read: z.object({ mid: z.string().optional() }).optional(),
})
type MetaEvent = z.output<typeof eventSchema>
type MetaMessage = NonNullable<MetaEvent['message']>

/** Messages to a Facebook page or to the Instagram account of one. The page's token serves both. */
export function createMessenger({ call, baseUrl, platform }: Options): ChannelPort {
  const isInstagram = platform === 'Instagram'
  const urlOf = ({ accessToken = '' }: ChannelValues, path: string) => `${baseUrl(accessToken)}/${path}`
  const headersOf = ({ accessToken = '' }: ChannelValues) => ({ authorization: `Bearer ${accessToken}` })
  const post = (values: ChannelValues, path: string, json: object) =>
    call(urlOf(values, path), { method: 'POST', headers: headersOf(values), json })
  const accountOf = ({ pageId = '', instagramId = '' }: ChannelValues) => (isInstagram ? instagramId : pageId)

  return {
    windowMs: WINDOW_MS,
    sharesHook: true,
    settleMs: SETTLE_MS,
    isRepeatable: false,
    generate: () => ({ verifyToken: `flowtill-${randomBytes(12).toString('hex')}` }),
    split: (text) =>
      isInstagram ? splitBytes(toPlainText(text)) : splitText(toPlainText(text), MAX_CHARACTERS),

    async check(values) {
      const id = accountOf(values)
      requireDigits('pageId', values.pageId)
      requireDigits(isInstagram ? 'instagramId' : 'pageId', id)
      if (!values.appSecret) {
        rejectSettings('appSecret', 'Enter the app secret.')
      }
      const response = await call(urlOf(values, `${id}?fields=name,username`), {
        headers: headersOf(values),
      }).catch(rejectUnreachable)
      if (response.status !== 200) {
        rejectAccount(metaFailure(response, platform), isInstagram ? 'instagramId' : 'pageId')
      }
      const { name, username } = response.body
      const address = typeof username === 'string' ? `@${username}` : ''
      return { id, name: String(name ?? username ?? ''), address, otherWebhook: null }
    },

    async connect(values) {
      const json = { subscribed_fields: subscribed }
      const response = await post(values, `${values.pageId}/subscribed_apps`, json).catch(rejectUnreachable)
      if (response.status !== 200) {
        throw new AppError('UPSTREAM_FAILED', `Meta: ${metaFailure(response, platform).message}`)
      }
    },

    receive(request, values, { id }) {
      const challenge = readChallenge(request, values.verifyToken)
      if (challenge) {
        return challenge
      }
      const entries = readEntries(request, values, isInstagram ? 'instagram' : 'page')
      return { events: entries.flatMap(({ messaging }) => eventsIn(messaging, id, isInstagram)) }
    },

    async send(values, { id, address, text }) {
      const response = await post(values, `${values.pageId}/messages`, {
        ...{ recipient: { id: address.userId }, messaging_type: 'RESPONSE' },
        message: { text, metadata: MARK + id },
      })
      const { message_id: messageId } = response.body
      if (response.status !== 200 || typeof messageId !== 'string') {
        throw metaFailure(response, platform)
      }
      return messageId
    },

    async showTyping(values, { userId }) {
      await post(values, `${values.pageId}/messages`, {
        recipient: { id: userId },
        sender_action: 'typing_on',
      })
    },

    download: (_, { id }) => call.download(id),
  }
}

/** Events that another app answers (`standby`) are not among them. */
function eventsIn(messaging: unknown, account: string, isInstagram: boolean): IncomingEvent[] {
  const all = Array.isArray(messaging) ? messaging : []
  return all.flatMap((each) => {
    const { data } = eventSchema.safeParse(each)
    const isOurs = data && (data.recipient.id === account || data.sender.id === account)
    return isOurs ? eventsOf(data, isInstagram) : []
  })
}

function eventsOf(event: MetaEvent, isInstagram: boolean): IncomingEvent[] {
  const { message, postback, delivery, read } = event
  if (message) {
    return [message.is_echo ? echoOf(event, message) : messageOf(event, message, isInstagram)]
  }
  if (postback) {
    const { mid, title, payload = '' } = postback
    return [writtenOf(event, { mid, text: title || payload })]
  }
  const delivered = (delivery?.mids ?? []).map((mid) => [mid, 'delivered'] as const)
  const seen = read?.mid === undefined ? [] : [[read.mid, 'read'] as const]
  return [...delivered, ...seen].map(([mid, status]) => ({
    ...{ kind: 'status', key: `status:${mid}:${status}`, messageId: mid, status },
  }))
}

function messageOf(event: MetaEvent, message: MetaMessage, isInstagram: boolean): IncomingEvent {
  const { mid, text, attachments, is_deleted: isDeleted } = message
  // Instagram does not allow copies of what people send there.
  const files = isInstagram ? [] : attachments.flatMap(fileOf)
  if (isDeleted || (text === '' && files.length === 0)) {
    return { kind: 'other', key: `other:${mid}`, text: isDeleted ? 'deleted' : 'message' }
  }
  return writtenOf(event, { mid, text, files })
}

type Written = { mid: string; text: string; files?: ReturnType<typeof fileOf> }

function writtenOf({ sender, timestamp }: MetaEvent, { mid, text, files = [] }: Written): IncomingEvent {
  const chat = { key: sender.id, address: { userId: sender.id }, name: sender.id }
  const sentDate = new Date(timestamp)
  return { kind: 'message', key: `message:${mid}`, chat, messageId: mid, text, files, sentDate }
}

/** Without our mark, a person has answered in the inbox of the page. */
function echoOf(
  { recipient, timestamp }: MetaEvent,
  { mid, text, metadata = '' }: MetaMessage,
): IncomingEvent {
  const key = `echo:${mid}`
  if (metadata.startsWith(MARK) || text === '') {
    return { kind: 'other', key, text: 'echo' }
  }
  const chat = { key: recipient.id, address: { userId: recipient.id }, name: recipient.id }
  return { kind: 'echo', key, chat, messageId: mid, text, sentDate: new Date(timestamp) }
}

const mimes: Readonly<Record<string, string>> = {
  image: 'image/jpeg',
  audio: 'audio/mp4',
  video: 'video/mp4',
}

function fileOf({ type, payload }: z.output<typeof attachment>) {
  const mime = mimes[type] ?? 'application/octet-stream'
  const url = payload?.url
  const name = url && URL.canParse(url) ? (new URL(url).pathname.split('/').at(-1) ?? type) : type
  return url ? [{ id: url, name, mime, ...(type === 'audio' && { isVoice: true as const }) }] : []
}

/** Instagram counts bytes. */
function splitBytes(text: string, limit = MAX_INSTAGRAM_BYTES): string[] {
  return splitText(text, limit).flatMap((piece) =>
    Buffer.byteLength(piece) <= MAX_INSTAGRAM_BYTES ? [piece] : splitBytes(piece, Math.floor(limit * 0.8)),
  )
}

function requireDigits(field: string, value = '') {
  if (!/^\d{5,30}$/.test(value)) {
    rejectSettings(field, 'Enter the number that Meta shows, digits only.')
  }
}

function rejectAccount(failure: SendFailure, field: string): never {
  if (failure.outcome === 'unknown' || failure.outcome === 'later') {
    rejectUnreachable(failure)
  }
  rejectSettings(failure.outcome === 'signed_out' ? 'accessToken' : field, `Meta: ${failure.message}`)
}

function rejectUnreachable(error: unknown): never {
  throw error instanceof SendFailure
    ? new AppError('UPSTREAM_FAILED', error.message, { cause: error })
    : error
}
