import { randomBytes } from 'node:crypto'
import {
  type ButtonRules,
  type ChannelPort,
  type ChannelValues,
  type FileRules,
  type Outgoing,
  type OutgoingFile,
  SendFailure,
} from '#server/ports/channels.ts'
import { AppError } from '#shared/errors.ts'
import { parseJson } from '#shared/json.ts'
import { type CallPlatform, type PlatformResponse, rejectSettings } from './call-platform.ts'
import { fileForm, megabytes } from './file-form.ts'
import { toTelegramHtml } from './render-markdown.ts'
import { headerOf, isEqual, rejectSignature } from './signature.ts'
import { splitText } from './split-text.ts'
import { readUpdate } from './telegram-events.ts'

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
const allowedUpdates = ['message', 'edited_message', 'my_chat_member', 'callback_query']

const MAX_PHOTO_BYTES = megabytes(10)
const photos: ReadonlySet<string> = new Set(['image/jpeg', 'image/png', 'image/webp'])
const sounds: ReadonlySet<string> = new Set(['audio/mpeg', 'audio/mp3', 'audio/mp4', 'audio/x-m4a'])
const files: FileRules = {
  maxBytes: megabytes(50),
  takes: () => true,
  maxCaption: () => 1_024,
}
const buttons: ButtonRules = { max: 20, maxTitle: 64, maxText: MAX_TEXT }
/** Photos are measured: very long or broken ones are taken as documents only. */
const NO_PHOTO = /photo|image/i
const NO_HTML = /can't parse entities|is too long/i

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

  /** A text, or a file with a caption. */
  async function post(
    values: ChannelValues,
    fields: Record<string, unknown>,
    message: Outgoing,
    method: Method,
  ) {
    const { signal, text } = message
    const [file] = message.files
    const given = text === '' ? {} : { [file ? 'caption' : 'text']: text, ...fields }
    const json = { ...placeOf(message), ...given, ...keyboardOf(message) }
    const content = file ? { form: fileForm(toFields(json), fileFields[method], file) } : { json }
    const response = await call(urlOf(values, method), { method: 'POST', signal, ...content })
    const { ok, result } = response.body
    if (ok === true) {
      return String((result as { message_id?: unknown }).message_id)
    }
    throw failureOf(response)
  }

  /** Telegram rejects what it cannot show in this form; in the next, it takes it. */
  async function postAs(values: ChannelValues, message: Outgoing, method: Method): Promise<string> {
    const { text } = message
    try {
      const html = { ...message, text: toTelegramHtml(text) }
      return await post(values, { parse_mode: 'HTML' }, html, method).catch((error: unknown) => {
        const isPlain = error instanceof SendFailure && NO_HTML.test(error.message)
        return isPlain ? post(values, {}, message, method) : Promise.reject(error)
      })
    } catch (error) {
      const isDocument =
        error instanceof SendFailure && error.outcome === 'rejected' && NO_PHOTO.test(error.message)
      if (method === 'sendPhoto' && isDocument) {
        return postAs(values, message, 'sendDocument')
      }
      throw error
    }
  }

  return {
    settleMs: 0,
    isRepeatable: false,
    generate: () => ({ hookSecret: randomBytes(SECRET_BYTES).toString('base64url') }),
    split: (text) => splitText(text, MAX_TEXT),
    ...{ files, buttons },

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

    receive(received, { hookSecret = '' }, { now }) {
      const sent = headerOf(received, SECRET_HEADER)
      if (!(sent && hookSecret && isEqual(sent, hookSecret))) {
        rejectSignature()
      }
      const event = readUpdate(parseJson(received.raw.toString('utf8')), now)
      return { events: event ? [event] : [] }
    },

    send: (values, message) => postAs(values, message, methodOf(message.files[0])),

    /** The client shows a press as pending until it is answered. Its message keeps the text and loses the buttons. */
    async acknowledge(values, { id, chatId, messageId }) {
      await request(values, 'answerCallbackQuery', { callback_query_id: id })
      await request(values, 'editMessageReplyMarkup', {
        chat_id: Number(chatId),
        message_id: Number(messageId),
      })
    },

    async allowPresses(values, { url }) {
      const hook = await read(values, 'getWebhookInfo')
      const allowed = Array.isArray(hook.allowed_updates) ? hook.allowed_updates : []
      if (hook.url === url && !allowed.includes('callback_query')) {
        await request(values, 'setWebhook', {
          url,
          secret_token: values.hookSecret,
          allowed_updates: allowedUpdates,
        })
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

type Method = 'sendMessage' | keyof typeof fileFields
const fileFields = { sendMessage: '', sendPhoto: 'photo', sendAudio: 'audio', sendDocument: 'document' }

function methodOf(file: OutgoingFile | undefined): Method {
  if (!file) {
    return 'sendMessage'
  }
  const isPhoto = photos.has(file.mime) && file.bytes.length <= MAX_PHOTO_BYTES
  return isPhoto ? 'sendPhoto' : sounds.has(file.mime) ? 'sendAudio' : 'sendDocument'
}

function placeOf({ address: { chatId, threadId } }: Outgoing) {
  return { chat_id: Number(chatId), ...(threadId && { message_thread_id: Number(threadId) }) }
}

/** One button in a row: labels are sentences. */
function keyboardOf({ buttons: shown }: Outgoing) {
  const rows = shown.map(({ id, title }) => [{ text: title, callback_data: id }])
  return rows.length > 0 ? { reply_markup: { inline_keyboard: rows } } : {}
}

/** Forms carry texts; what is nested in them is JSON. */
function toFields(json: Record<string, unknown>) {
  return Object.fromEntries(
    Object.entries(json).map(([name, value]) => [
      name,
      typeof value === 'object' ? JSON.stringify(value) : String(value),
    ]),
  )
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
