import { z } from 'zod'
import type { ChannelFile, IncomingEvent } from '#server/ports/channels.ts'

const file = z.object({
  file_id: z.string(),
  file_name: z.string().optional(),
  mime_type: z.string().optional(),
})
const person = z.object({
  is_bot: z.boolean(),
  first_name: z.string(),
  last_name: z.string().optional(),
})
const messageSchema = z.object({
  message_id: z.int(),
  date: z.int(),
  message_thread_id: z.int().optional(),
  is_topic_message: z.boolean().optional(),
  from: person.optional(),
  chat: z.object({ id: z.int(), title: z.string().optional() }),
  text: z.string().optional(),
  caption: z.string().optional(),
  photo: z.array(file).optional(),
  document: file.optional(),
  voice: file.optional(),
  audio: file.optional(),
})
const pressSchema = z.object({
  id: z.string(),
  from: person,
  message: messageSchema.optional(),
  data: z.string().optional(),
})
const updateSchema = z.looseObject({
  update_id: z.int(),
  message: messageSchema.optional(),
  callback_query: pressSchema.optional(),
})

type Message = z.output<typeof messageSchema>

/** Undefined for what is no update. */
export function readUpdate(body: unknown, now: Date): IncomingEvent | undefined {
  const { data } = updateSchema.safeParse(body)
  return data && eventOf(data, now)
}

function eventOf(
  { update_id, message, callback_query, ...other }: z.output<typeof updateSchema>,
  now: Date,
): IncomingEvent {
  const key = `update:${update_id}`
  if (callback_query) {
    return pressOf(key, callback_query, now)
  }
  if (!message) {
    return { kind: 'other', key, text: Object.keys(other)[0] ?? '' }
  }
  const files = filesOf(message)
  const text = message.text ?? message.caption ?? ''
  if (message.from?.is_bot || (text === '' && files.length === 0)) {
    return { kind: 'other', key, text: 'message' }
  }
  const messageId = `${message.chat.id}:${message.message_id}`
  const sentDate = new Date(message.date * 1_000)
  return { kind: 'message', key, text, files, messageId, chat: chatOf(message), sentDate }
}

/** The message is the bot's own. A press has no date of its own, and comes after whatever its person has read. */
function pressOf(
  key: string,
  { id, from, message, data }: z.output<typeof pressSchema>,
  now: Date,
): IncomingEvent {
  if (!message || !data) {
    return { kind: 'other', key, text: 'callback_query' }
  }
  const { chat, message_id: shown } = message
  return {
    ...{ kind: 'message', key, text: data, files: [], chat: chatOf({ ...message, from }) },
    ...{ messageId: `press:${id}`, sentDate: now },
    press: { buttonId: data, receipt: { id, chatId: String(chat.id), messageId: String(shown) } },
  }
}

function chatOf({ chat, from, is_topic_message: isTopic, message_thread_id: thread }: Message) {
  const chatId = String(chat.id)
  const threadId = isTopic && thread !== undefined ? String(thread) : undefined
  return {
    key: threadId ? `${chatId}:${threadId}` : chatId,
    address: { chatId, ...(threadId && { threadId }) },
    name: chat.title ?? [from?.first_name, from?.last_name].filter(Boolean).join(' '),
  }
}

function filesOf({ photo, document, voice, audio }: Message): ChannelFile[] {
  const image = photo?.at(-1)
  const fileOf = (
    { file_id: id, file_name, mime_type }: z.output<typeof file>,
    name: string,
    mime: string,
  ) => ({
    ...{ id, name: file_name ?? name, mime: mime_type ?? mime },
  })
  return [
    ...(image ? [fileOf(image, 'photo.jpg', 'image/jpeg')] : []),
    ...(document ? [fileOf(document, 'document', 'application/octet-stream')] : []),
    ...(voice ? [{ ...fileOf(voice, 'voice.ogg', 'audio/ogg'), isVoice: true as const }] : []),
    ...(audio ? [{ ...fileOf(audio, 'audio.mp3', 'audio/mpeg'), isVoice: true as const }] : []),
  ]
}
