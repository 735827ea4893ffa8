import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import {
  type ChannelFile,
  type ChannelPort,
  type ChannelValues,
  type IncomingEvent,
  SendFailure,
} from '#server/ports/channels.ts'
import { AppError } from '#shared/errors.ts'
import { type CallPlatform, rejectSettings } from './call-platform.ts'
import { metaFailure, readChallenge, readEntries } from './meta.ts'
import { toWhatsappText } from './render-markdown.ts'
import { splitText } from './split-text.ts'

type Options = {
  call: CallPlatform
  /** With the version, without a trailing slash. */
  baseUrl(accessToken: string): string
}

const PLATFORM = 'WhatsApp'
const MAX_TEXT = 4_096
const WINDOW_MS = 24 * 60 * 60_000
/** Meta keeps no order. */
const SETTLE_MS = 800

const mediaTypes = ['image', 'audio', 'video', 'document', 'sticker'] as const
const media = z.object({
  id: z.string(),
  mime_type: z.string().default('application/octet-stream'),
  caption: z.string().optional(),
  filename: z.string().optional(),
})
const messageSchema = z.object({
  id: z.string(),
  from: z.string().optional(),
  user_id: z.string().optional(),
  to: z.string().optional(),
  timestamp: z.string(),
  type: z.string(),
  text: z.object({ body: z.string() }).optional(),
  button: z.object({ text: z.string() }).optional(),
  interactive: z
    .object({
      button_reply: z.object({ title: z.string() }).optional(),
      list_reply: z.object({ title: z.string() }).optional(),
    })
    .optional(),
  ...Object.fromEntries(mediaTypes.map((type) => [type, media.optional()])),
})
type Message = z.output<typeof messageSchema> &
  Partial<Record<(typeof mediaTypes)[number], z.output<typeof media>>>
const contactSchema = z.object({
  wa_id: z.string().optional(),
  user_id: z.string().optional(),
  profile: z.object({ name: z.string().optional() }).optional(),
})
type Contact = z.output<typeof contactSchema>
const statusSchema = z.object({
  id: z.string(),
  status: z.enum(['sent', 'delivered', 'read', 'failed']),
  errors: z.array(z.object({ code: z.number(), title: z.string().default('') })).default([]),
})
const changeSchema = z.object({
  field: z.string(),
  value: z.looseObject({
    metadata: z.object({ phone_number_id: z.string() }),
    contacts: z.array(contactSchema).default([]),
    messages: z.array(z.unknown()).default([]),
    statuses: z.array(z.unknown()).default([]),
    message_echoes: z.array(z.unknown()).default([]),
  }),
})

/** The Cloud API. Messages cannot be changed after they were sent, and have no key against repetition. */
export function createWhatsapp({ call, baseUrl }: Options): ChannelPort {
  const urlOf = ({ accessToken = '' }: ChannelValues, path: string) => `${baseUrl(accessToken)}/${path}`
  const headersOf = ({ accessToken = '' }: ChannelValues) => ({ authorization: `Bearer ${accessToken}` })
  const post = (values: ChannelValues, path: string, json: object) =>
    call(urlOf(values, path), { method: 'POST', headers: headersOf(values), json })

  return {
    windowMs: WINDOW_MS,
    sharesHook: true,
    settleMs: SETTLE_MS,
    isRepeatable: false,
    generate: () => ({ verifyToken: `flowtill-${randomBytes(12).toString('hex')}` }),
    split: (text) => splitText(text, MAX_TEXT),

    async check(values) {
      const { phoneNumberId = '', businessAccountId = '', appSecret = '' } = values
      requireDigits('phoneNumberId', phoneNumberId)
      requireDigits('businessAccountId', businessAccountId)
      if (appSecret === '') {
        rejectSettings('appSecret', 'Enter the app secret.')
      }
      const fields = 'fields=display_phone_number,verified_name'
      const response = await call(urlOf(values, `${phoneNumberId}?${fields}`), {
        headers: headersOf(values),
      }).catch(rejectUnreachable)
      if (response.status !== 200) {
        rejectAccount(metaFailure(response, PLATFORM))
      }
      const { verified_name: name, display_phone_number: address } = response.body
      return {
        id: phoneNumberId,
        name: String(name ?? ''),
        address: String(address ?? ''),
        otherWebhook: null,
      }
    },

    /** Owners enter the address at Meta by hand; this connects the business account to their app. */
    async connect(values) {
      const response = await post(values, `${values.businessAccountId}/subscribed_apps`, {}).catch(
        rejectUnreachable,
      )
      if (response.status !== 200) {
        throw new AppError('UPSTREAM_FAILED', `Meta: ${metaFailure(response, PLATFORM).message}`)
      }
    },

    receive(request, values, { id }) {
      const challenge = readChallenge(request, values.verifyToken)
      if (challenge) {
        return challenge
      }
      const changes = readEntries(request, values, 'whatsapp_business_account').flatMap(
        ({ changes: found }) => (Array.isArray(found) ? found : []),
      )
      return { events: changes.flatMap((change) => eventsOf(change, id)) }
    },

    async send(values, { address, text }) {
      const response = await post(values, `${values.phoneNumberId}/messages`, {
        ...{ messaging_product: 'whatsapp', recipient_type: 'individual', ...address },
        ...{ type: 'text', text: { body: toWhatsappText(text) } },
      })
      const sent = response.body.messages
      const id = Array.isArray(sent) ? (sent[0] as { id?: unknown })?.id : undefined
      if (response.status !== 200 || typeof id !== 'string') {
        throw metaFailure(response, PLATFORM)
      }
      return id
    },

    async showTyping(values, _, messageId) {
      await post(values, `${values.phoneNumberId}/messages`, {
        ...{ messaging_product: 'whatsapp', status: 'read', message_id: messageId },
        typing_indicator: { type: 'text' },
      })
    },

    async download(values, { id }) {
      const { body } = await call(urlOf(values, id), { headers: headersOf(values) })
      return call.download(String(body.url ?? ''), headersOf(values))
    },
  }
}

function eventsOf(change: unknown, accountId: string): IncomingEvent[] {
  const { data } = changeSchema.safeParse(change)
  if (data?.value.metadata.phone_number_id !== accountId) {
    return []
  }
  const { contacts, messages, statuses, message_echoes: echoes } = data.value
  return [
    ...messages.flatMap((message) => messageEvent(message, contacts)),
    ...echoes.flatMap((echo) => echoEvent(echo)),
    ...statuses.flatMap((status) => statusEvent(status)),
  ]
}

function messageEvent(value: unknown, contacts: readonly Contact[]): IncomingEvent[] {
  const parsed = messageSchema.safeParse(value)
  if (!parsed.success) {
    return []
  }
  const message = parsed.data as Message
  const key = `message:${message.id}`
  const files = filesOf(message)
  const text = textOf(message)
  const chat = chatOf(message, contacts)
  if (!chat || (text === '' && files.length === 0)) {
    return [{ kind: 'other', key, text: message.type }]
  }
  return [{ kind: 'message', key, chat, text, files, messageId: message.id, sentDate: dateOf(message) }]
}

/** Sent by a person from the phone with the same number. */
function echoEvent(value: unknown): IncomingEvent[] {
  const parsed = messageSchema.safeParse(value)
  const { to } = parsed.data ?? {}
  if (!parsed.success || !to) {
    return []
  }
  const message = parsed.data as Message
  const chat = { key: to, address: { to }, name: to }
  const text = textOf(message) || `[${message.type}]`
  return [
    { kind: 'echo', key: `echo:${message.id}`, chat, messageId: message.id, text, sentDate: dateOf(message) },
  ]
}

function statusEvent(value: unknown): IncomingEvent[] {
  const { data } = statusSchema.safeParse(value)
  if (!data) {
    return []
  }
  const [error] = data.errors
  return [
    {
      ...{ kind: 'status', key: `status:${data.id}:${data.status}`, messageId: data.id, status: data.status },
      ...(error && { error: { code: String(error.code), text: error.title } }),
    },
  ]
}

/** People with a user name may hide their number; their id within the business is always there. */
function chatOf({ from, user_id }: Message, contacts: readonly Contact[]) {
  const contact =
    contacts.find((each) => (from ? each.wa_id === from : each.user_id === user_id)) ??
    (contacts.length === 1 ? contacts[0] : undefined)
  const userId = user_id ?? contact?.user_id
  const key = userId ?? from
  if (!key) {
    return undefined
  }
  const address: Record<string, string> = from ? { to: from } : { recipient: key }
  return { key, alias: from, address, name: contact?.profile?.name ?? (from ? `+${from}` : key) }
}

function textOf(message: Message) {
  const { text, button, interactive } = message
  const captions = mediaTypes.map((type) => message[type]?.caption)
  return (
    text?.body ??
    button?.text ??
    interactive?.button_reply?.title ??
    interactive?.list_reply?.title ??
    captions.find(Boolean) ??
    ''
  )
}

function filesOf(message: Message): ChannelFile[] {
  return mediaTypes.flatMap((type) => {
    const found = message[type]
    const { id = '', mime_type: mime = '', filename } = found ?? {}
    return found
      ? [
          {
            id,
            mime,
            name: filename ?? `${type}.${extensionOf(mime)}`,
            ...(type === 'audio' && { isVoice: true as const }),
          },
        ]
      : []
  })
}

function extensionOf(mime: string) {
  return /^\w+\/([\w-]+)/.exec(mime)?.[1] ?? 'bin'
}

function dateOf({ timestamp }: Message) {
  return new Date(Number(timestamp) * 1_000)
}

function requireDigits(field: string, value: string) {
  if (!/^\d{5,30}$/.test(value)) {
    rejectSettings(field, 'Enter the number that Meta shows, digits only.')
  }
}

function rejectAccount(failure: SendFailure): never {
  if (failure.outcome === 'unknown' || failure.outcome === 'later') {
    rejectUnreachable(failure)
  }
  const field = failure.outcome === 'signed_out' ? 'accessToken' : 'phoneNumberId'
  rejectSettings(field, `Meta: ${failure.message}`)
}

function rejectUnreachable(error: unknown): never {
  throw error instanceof SendFailure
    ? new AppError('UPSTREAM_FAILED', error.message, { cause: error })
    : error
}
