import { z } from 'zod'
import type { IncomingEvent, Press } from '#server/ports/channels.ts'

/** Returns in the echo of what this server has sent. */
export const MARK = 'flowtill:'

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
      quick_reply: z.object({ payload: z.string() }).optional(),
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

/** Events that another app answers (`standby`) are not among them. */
export function eventsIn(messaging: unknown, account: string, isInstagram: boolean): IncomingEvent[] {
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
  const { mid, text, attachments, is_deleted: isDeleted, quick_reply: reply } = message
  // Instagram does not allow copies of what people send there.
  const files = isInstagram ? [] : attachments.flatMap(fileOf)
  if (isDeleted || (text === '' && files.length === 0)) {
    return { kind: 'other', key: `other:${mid}`, text: isDeleted ? 'deleted' : 'message' }
  }
  return writtenOf(event, { mid, text, files, ...(reply && { press: { buttonId: reply.payload } }) })
}

type Written = { mid: string; text: string; files?: ReturnType<typeof fileOf>; press?: Press }

function writtenOf(
  { sender, timestamp }: MetaEvent,
  { mid, text, files = [], press }: Written,
): IncomingEvent {
  const chat = { key: sender.id, address: { userId: sender.id }, name: sender.id }
  const sentDate = new Date(timestamp)
  return {
    ...{ kind: 'message', key: `message:${mid}`, chat, messageId: mid, text, files, sentDate },
    ...(press && { press }),
  }
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
