import { z } from 'zod'
import type { ChannelFile, IncomingEvent } from '#server/ports/channels.ts'

const mediaTypes = ['image', 'audio', 'video', 'document', 'sticker'] as const
const media = z.object({
  id: z.string(),
  mime_type: z.string().default('application/octet-stream'),
  caption: z.string().optional(),
  filename: z.string().optional(),
})
const reply = z.object({ id: z.string().optional(), title: z.string() })
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
      button_reply: reply.optional(),
      list_reply: reply.optional(),
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

/** The events of one change. Those of another number are left out. */
export function eventsOf(change: unknown, accountId: string): IncomingEvent[] {
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
  const { button_reply: button, list_reply: row } = message.interactive ?? {}
  const buttonId = (button ?? row)?.id
  return [
    {
      ...{ kind: 'message', key, chat, text, files, messageId: message.id, sentDate: dateOf(message) },
      ...(buttonId !== undefined && { press: { buttonId } }),
    },
  ]
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
