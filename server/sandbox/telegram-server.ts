import { randomInt } from 'node:crypto'
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { type Deliver, type Delivery, deliverEvent, deliverySchema } from './channels/deliver.ts'
import { answerWith, createFailures, type Failures, failureSchema } from './channels/failures.ts'
import { type FormFile, readForm } from './channels/read-form.ts'
import {
  isFileMethod,
  Rejection,
  read,
  reject,
  type TakenMessage,
  takeFile,
  takeText,
} from './telegram/take-message.ts'

export type TelegramOptions = { deliver: Deliver; now: () => Date }

type Sent = TakenMessage & { messageId: number }
type Bot = {
  id: number
  hook: { url: string; secret: string; allowed: string[] } | undefined
  updateId: number
  messageId: number
  sent: Sent[]
  /** Presses that the bot has acknowledged. */
  acknowledged: string[]
  files: Map<string, { mime: string; bytes: Buffer }>
  failures: Failures
  /** The next update of a chat waits until the one before was accepted. */
  chats: Map<number, Promise<unknown>>
}

const MAX_BOTS = 1_000
const MAX_SENT = 500
const tokenPattern = /^(\d{3,20}):[\w-]*sandbox[\w-]*$/
const secretPattern = /^[\w-]{1,256}$/

const controlSchema = z.object({
  token: z.string(),
  failures: z.array(failureSchema).optional(),
  /** A person writes to the bot. */
  say: z
    .object({
      ...deliverySchema.shape,
      chatId: z.int().default(7),
      name: z.string().default('Deniz'),
      text: z.string().optional(),
      /** Seconds; now when absent. */
      date: z.int().optional(),
      /** Repeats an update of before. */
      updateId: z.int().optional(),
      photo: z.object({ mime: z.string(), base64: z.string() }).optional(),
    })
    .optional(),
  /** A person presses a button below a message of the bot. */
  press: z
    .object({
      ...deliverySchema.shape,
      chatId: z.int().default(7),
      messageId: z.int(),
      data: z.string(),
      /** Repeats a press of before. */
      updateId: z.int().optional(),
    })
    .optional(),
  /** What older versions of the bot's program have asked for. */
  allowed: z.array(z.string()).optional(),
})
const hookSchema = z.object({
  url: z.url(),
  secret_token: z.string().regex(secretPattern).optional(),
  allowed_updates: z.array(z.string()).optional(),
  drop_pending_updates: z.boolean().optional(),
})

/** Telegram's Bot API with invented people. Bots exist as soon as they are named: every token with `sandbox` in it is one. */
export async function mountTelegramServer(app: FastifyInstance, { deliver, now }: TelegramOptions) {
  const bots = new Map<string, Bot>()

  function findBot(token: string): Bot | undefined {
    const [, digits] = tokenPattern.exec(token) ?? []
    const known = bots.get(token)
    if (known || digits === undefined || bots.size >= MAX_BOTS) {
      return known
    }
    const bot: Bot = {
      ...{
        id: Number(digits),
        hook: undefined,
        updateId: randomInt(1e8),
        messageId: 0,
        sent: [],
        acknowledged: [],
      },
      ...{ files: new Map(), failures: createFailures(), chats: new Map() },
    }
    bots.set(token, bot)
    return bot
  }

  const methods: Record<string, (bot: Bot, body: unknown) => object> = {
    getMe: me,
    getWebhookInfo: ({ hook }) => ({
      ...{ url: hook?.url ?? '', pending_update_count: 0 },
      ...(hook && { allowed_updates: hook.allowed }),
    }),
    setWebhook(bot, body) {
      const {
        url,
        secret_token: secret = '',
        allowed_updates: allowed = bot.hook?.allowed ?? ['message'],
      } = read(hookSchema, body)
      bot.hook = { url, secret, allowed }
      return Object(true)
    },
    deleteWebhook(bot) {
      bot.hook = undefined
      return Object(true)
    },
    sendChatAction: (_, body) =>
      Object(read(z.object({ chat_id: z.int(), action: z.string() }), body) !== null),
    getFile(bot, body) {
      const { file_id: id } = read(z.object({ file_id: z.string() }), body)
      return bot.files.has(id)
        ? { file_id: id, file_path: `photos/${id}` }
        : reject('Bad Request: invalid file_id')
    },
    answerCallbackQuery(bot, body) {
      const { callback_query_id: id } = read(z.object({ callback_query_id: z.string() }), body)
      bot.acknowledged = [...bot.acknowledged, id].slice(-MAX_SENT)
      return Object(true)
    },
    editMessageReplyMarkup(bot, body) {
      const { message_id: messageId } = read(z.object({ chat_id: z.int(), message_id: z.int() }), body)
      bot.sent = bot.sent.map(({ buttons, ...each }) =>
        each.messageId === messageId || !buttons ? each : { ...each, buttons },
      )
      return { message_id: messageId }
    },
    sendMessage: (bot, body) => send(bot, takeText(body)),
  }

  function send(bot: Bot, message: TakenMessage) {
    bot.messageId += 1
    bot.sent = [...bot.sent, { ...message, messageId: bot.messageId }].slice(-MAX_SENT)
    return {
      message_id: bot.messageId,
      date: Math.floor(now().getTime() / 1_000),
      chat: { id: message.chat_id },
    }
  }

  const runOf = (method: string, file: FormFile | undefined) =>
    isFileMethod(method)
      ? (bot: Bot, body: unknown) => send(bot, takeFile(method, body, file))
      : methods[method]

  await app.register(multipart, { limits: { fileSize: 60 * 1_048_576, files: 1 } })

  app.post('/control', async ({ body }, reply) => {
    const { data } = controlSchema.safeParse(body)
    const bot = data && findBot(data.token)
    if (!bot) {
      return reply.code(400).send({ error: 'Name a bot of the sandbox.' })
    }
    if (data.failures) {
      bot.failures.order(data.failures)
    }
    if (bot.hook) {
      bot.hook.allowed = data.allowed ?? bot.hook.allowed
    }
    const said = data.say && (await say(bot, data.say))
    const pressed = data.press && (await press(bot, data.press))
    const { sent, acknowledged } = bot
    return { hook: bot.hook ? { url: bot.hook.url } : null, sent, acknowledged, ...said, ...pressed }
  })

  type Said = NonNullable<z.output<typeof controlSchema>['say']>
  type Pressed = NonNullable<z.output<typeof controlSchema>['press']>

  async function say(
    bot: Bot,
    { chatId, name, text, date, photo, updateId = nextUpdate(bot), ...delivery }: Said,
  ) {
    bot.messageId += 1
    const person = { id: chatId, is_bot: false, first_name: name }
    const seconds = date ?? Math.floor(now().getTime() / 1_000)
    const message = {
      ...{ message_id: bot.messageId, date: seconds, from: person },
      chat: { ...person, type: 'private' },
      ...(photo ? { photo: [{ file_id: addFile(bot, photo) }], caption: text } : { text }),
    }
    return update(bot, chatId, { update_id: updateId, message }, delivery)
  }

  /** Telegram sends presses only to bots that have asked for them. */
  async function press(
    bot: Bot,
    { chatId, messageId, data, updateId = nextUpdate(bot), ...delivery }: Pressed,
  ) {
    const person = { id: chatId, is_bot: false, first_name: 'Deniz' }
    const text = bot.sent.find((each) => each.messageId === messageId)?.text ?? ''
    const seconds = Math.floor(now().getTime() / 1_000)
    const chat = { ...person, type: 'private' }
    const message = { message_id: messageId, date: seconds, from: { ...me(bot) }, chat, text }
    const callback = { id: `press${updateId}`, from: person, message, chat_instance: '1', data }
    return bot.hook?.allowed.includes('callback_query')
      ? update(bot, chatId, { update_id: updateId, callback_query: callback }, delivery)
      : { updateId, statuses: [] }
  }

  async function update(
    bot: Bot,
    chatId: number,
    content: { update_id: number; [kind: string]: unknown },
    delivery: Delivery,
  ) {
    const { hook } = bot
    if (!hook) {
      return { statuses: [] }
    }
    const headers = {
      'content-type': 'application/json',
      'x-telegram-bot-api-secret-token': delivery.isForged ? 'forged' : hook.secret,
    }
    const request = () => deliver(hook.url, { method: 'POST', headers, body: JSON.stringify(content) })
    const before = bot.chats.get(chatId) ?? Promise.resolve()
    const delivered = before.then(() => deliverEvent(request, delivery))
    bot.chats.set(
      chatId,
      delivered.catch(() => undefined),
    )
    return { updateId: content.update_id, statuses: await delivered }
  }

  app.get(
    '/file/:bot/photos/:id',
    async ({ params }: FastifyRequest<{ Params: { bot: string; id: string } }>, reply) => {
      const file = bots.get(params.bot.replace(/^bot/, ''))?.files.get(params.id)
      return file
        ? reply.type(file.mime).send(file.bytes)
        : reply.code(404).send({ ok: false, error_code: 404 })
    },
  )

  app.route({
    method: ['GET', 'POST'],
    url: '/:bot/:method',
    handler: (request: FastifyRequest<{ Params: { bot: string; method: string } }>, reply) =>
      answer(request, reply),
  })

  async function answer(
    request: FastifyRequest<{ Params: { bot: string; method: string } }>,
    reply: FastifyReply,
  ) {
    const { bot: name, method } = request.params
    const { body, file } = await readForm(request)
    const bot = findBot(name.replace(/^bot/, ''))
    const run = runOf(method, file)
    if (!name.startsWith('bot') || !bot || !run) {
      const [status, error] = bot ? failure(404, 'Not Found') : failure(401, 'Unauthorized')
      return reply.code(status).send(error)
    }
    const ordered = method === 'sendMessage' || isFileMethod(method) ? bot.failures.next() : undefined
    return answerWith(ordered, reply, {
      take: () => ({ ok: true, result: run(bot, body).valueOf() }),
      busy: (seconds) => failure(429, `Too Many Requests: retry after ${seconds}`, { retry_after: seconds }),
      signedOut: () => failure(401, 'Unauthorized'),
      blocked: () => failure(403, 'Forbidden: bot was blocked by the user'),
    })
  }

  app.setErrorHandler((error, _, reply) => {
    const [status, body] = error instanceof Rejection ? failure(400, error.message) : failure(500, 'Internal')
    return reply.code(status).send(body)
  })
}

function me({ id }: Bot) {
  return { id, is_bot: true, first_name: 'Sandbox bot', username: `sandbox${id}_bot` }
}

function failure(code: number, description: string, parameters?: object): [number, object] {
  return [code, { ok: false, error_code: code, description, ...(parameters && { parameters }) }]
}

function nextUpdate(bot: Bot) {
  bot.updateId += 1
  return bot.updateId
}

function addFile(bot: Bot, { mime, base64 }: { mime: string; base64: string }) {
  const id = `file${bot.files.size + 1}`
  bot.files.set(id, { mime, bytes: Buffer.from(base64, 'base64') })
  return id
}
