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
import { parseJson } from '#shared/json.ts'
import { type CallPlatform, type PlatformResponse, rejectSettings } from './call-platform.ts'
import { toTelegramHtml } from './render-markdown.ts'
import { headerOf, isEqual, rejectSignature } from './signature.ts'
import { splitText } from './split-text.ts'

type Options = {
  call: CallPlatform
  /** Without a trailing slash. A bot of the sandbox has an address of its own. */
  baseUrl(botToken: string): string
}

const MAX_TEXT = 4_096
/** Telegram's rule for secrets of webhooks. */
const SECRET_BYTES = 32
const SECRET_HEADER = 'x-telegram-bot-api-secret-token'
const tokenPattern = /^\d{3,20}:[\w-]{10,100}$/
/** A list that is left out would stay as the last caller has set it. */
const allowedUpdates = ['message', 'edited_message', 'my_chat_member']

const file = z.object({
  file_id: z.string(),
  file_name: z.string().optional(),
  mime_type: z.string().optional(),
})
const messageSchema = z.object({
  message_id: z.int(),
  date: z.int(),
  message_thread_id: z.int().optional(),
  is_topic_message: z.boolean().optional(),
  from: z
    .object({ is_bot: z.boolean(), first_name: z.string(), last_name: z.string().optional() })
    .optional(),
  chat: z.object({ id: z.int(), title: z.string().optional() }),
  text: z.string().optional(),
  caption: z.string().optional(),
  photo: z.array(file).optional(),
  document: file.optional(),
  voice: file.optional(),
  audio: file.optional(),
})
const updateSchema = z.looseObject({ update_id: z.int(), message: messageSchema.optional() })

/** The Bot API. It has no key against repetition, so a request whose outcome is unknown is not repeated. */
export function createTelegram({ call, baseUrl }: Options): ChannelPort {
  const urlOf = ({ botToken = '' }: ChannelValues, method: string) =>
    `${baseUrl(botToken)}/bot${botToken}/${method}`
  const request = (values: ChannelValues, method: string, json: object = {}) =>
    call(urlOf(values, method), { method: 'POST', json })

  async function read(values: ChannelValues, method: string) {
    const response = await request(values, method)
    if (response.body.ok !== true) {
      throw failureOf(response)
    }
    return response.body.result as Record<string, unknown>
  }

  async function post(values: ChannelValues, message: Record<string, unknown>): Promise<string> {
    const response = await request(values, 'sendMessage', message)
    const { ok, result } = response.body
    if (ok === true) {
      return String((result as { message_id?: unknown }).message_id)
    }
    throw failureOf(response)
  }

  return {
    settleMs: 0,
    isRepeatable: false,
    generate: () => ({ hookSecret: randomBytes(SECRET_BYTES).toString('base64url') }),
    split: (text) => splitText(text, MAX_TEXT),

    async check(values) {
      if (!tokenPattern.test(values.botToken ?? '')) {
        rejectSettings('botToken', 'A token looks like 123456789:AAE… Copy it from BotFather.')
      }
      const me = await read(values, 'getMe').catch((error: unknown) =>
        error instanceof SendFailure && error.outcome === 'signed_out'
          ? rejectSettings('botToken', `Telegram rejects this token: ${error.message}`)
          : rejectUnreachable(error),
      )
      const hook = await read(values, 'getWebhookInfo').catch(rejectUnreachable)
      const url = String(hook.url ?? '')
      return {
        ...{ id: String(me.id), name: String(me.first_name ?? ''), address: `@${me.username ?? ''}` },
        otherWebhook: url === '' ? null : url,
      }
    },

    async connect(values, { url, replaces }) {
      const current = String((await read(values, 'getWebhookInfo').catch(rejectUnreachable)).url ?? '')
      if (current !== '' && current !== url && !replaces) {
        throw new AppError('CONFLICT', 'Another system receives the messages of this bot.', {
          details: { otherWebhook: hostOf(current) },
        })
      }
      const response = await request(values, 'setWebhook', {
        ...{ url, secret_token: values.hookSecret, allowed_updates: allowedUpdates },
        drop_pending_updates: false,
      }).catch(rejectUnreachable)
      if (response.body.ok !== true) {
        throw new AppError('UPSTREAM_FAILED', `Telegram: ${failureOf(response).message}`)
      }
    },

    async disconnect(values, { url }) {
      if ((await read(values, 'getWebhookInfo')).url === url) {
        await request(values, 'deleteWebhook')
      }
    },

    receive(received, { hookSecret = '' }) {
      const sent = headerOf(received, SECRET_HEADER)
      if (!(sent && hookSecret && isEqual(sent, hookSecret))) {
        rejectSignature()
      }
      const parsed = updateSchema.safeParse(parseJson(received.raw.toString('utf8')))
      return { events: parsed.success ? [eventOf(parsed.data)] : [] }
    },

    async send(values, { address, text }) {
      const { chatId, threadId } = address
      const place = { chat_id: Number(chatId), ...(threadId && { message_thread_id: Number(threadId) }) }
      try {
        return await post(values, { ...place, text: toTelegramHtml(text), parse_mode: 'HTML' })
      } catch (error) {
        if (error instanceof SendFailure && /can't parse entities|message is too long/i.test(error.message)) {
          return post(values, { ...place, text })
        }
        throw error
      }
    },

    async showTyping(values, { chatId }) {
      await request(values, 'sendChatAction', { chat_id: Number(chatId), action: 'typing' })
    },

    async download(values, { id }) {
      const { file_path: path } = (await request(values, 'getFile', { file_id: id })).body.result as {
        file_path?: unknown
      }
      const { botToken = '' } = values
      return call.download(`${baseUrl(botToken)}/file/bot${botToken}/${String(path)}`)
    },
  }
}

type Message = z.output<typeof messageSchema>

function eventOf({ update_id, message, ...other }: z.output<typeof updateSchema>): IncomingEvent {
  const key = `update:${update_id}`
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

function failureOf({ status, body }: PlatformResponse): SendFailure {
  const code = String(body.error_code ?? status)
  const message = typeof body.description === 'string' ? body.description : `Telegram answered ${status}.`
  const { retry_after: seconds, migrate_to_chat_id: chatId } = (body.parameters ?? {}) as Record<
    string,
    unknown
  >
  if (status === 429) {
    return new SendFailure('later', message, { code, retryAfterSeconds: Number(seconds ?? 1) })
  }
  if (chatId !== undefined) {
    return new SendFailure('later', message, { code, movedTo: { chatId: String(chatId) } })
  }
  if (status === 401 || (status === 404 && body.ok === false)) {
    return new SendFailure('signed_out', message, { code })
  }
  return new SendFailure(status >= 500 || body.ok !== false ? 'unknown' : 'rejected', message, { code })
}

function rejectUnreachable(error: unknown): never {
  if (error instanceof SendFailure) {
    throw new AppError('UPSTREAM_FAILED', error.message, { cause: error })
  }
  throw error
}

function hostOf(url: string) {
  return URL.canParse(url) ? new URL(url).host : url
}
