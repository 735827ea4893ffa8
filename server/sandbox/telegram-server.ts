import { randomInt } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Parser } from 'htmlparser2'
import { z } from 'zod'
import { type Deliver, deliverEvent, deliverySchema } from './channels/deliver.ts'
import { answerWith, createFailures, type Failures, failureSchema } from './channels/failures.ts'

export type TelegramOptions = { deliver: Deliver; now: () => Date }

type Sent = {
  method: string
  chat_id: number
  text: string
  parse_mode?: string | undefined
  messageId: number
}
type Bot = {
  id: number
  hook: { url: string; secret: string } | undefined
  updateId: number
  messageId: number
  sent: Sent[]
  files: Map<string, { mime: string; bytes: Buffer }>
  failures: Failures
  /** The next update of a chat waits until the one before was accepted. */
  chats: Map<number, Promise<unknown>>
}

const MAX_BOTS = 1_000
const MAX_SENT = 500
const MAX_TEXT = 4_096
const tokenPattern = /^(\d{3,20}):[\w-]*sandbox[\w-]*$/
const secretPattern = /^[\w-]{1,256}$/
const tags: ReadonlySet<string> = new Set(['b', 'i', 's', 'u', 'code', 'pre', 'a', 'blockquote'])

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
})
const messageSchema = z.object({
  chat_id: z.int(),
  text: z.string(),
  parse_mode: z.literal('HTML').optional(),
  message_thread_id: z.int().optional(),
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
      ...{ id: Number(digits), hook: undefined, updateId: randomInt(1e8), messageId: 0, sent: [] },
      ...{ files: new Map(), failures: createFailures(), chats: new Map() },
    }
    bots.set(token, bot)
    return bot
  }

  const methods: Record<string, (bot: Bot, body: unknown) => object> = {
    getMe: ({ id }) => ({ id, is_bot: true, first_name: 'Sandbox bot', username: `sandbox${id}_bot` }),
    getWebhookInfo: ({ hook }) => ({ url: hook?.url ?? '', pending_update_count: 0 }),
    setWebhook(bot, body) {
      const { url, secret_token: secret = '' } = read(hookSchema, body)
      bot.hook = { url, secret }
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
    sendMessage(bot, body) {
      const message = read(messageSchema, body)
      const shown = message.parse_mode ? parseEntities(message.text) : message.text
      if (shown.trim() === '') {
        reject('Bad Request: message text is empty')
      }
      if (shown.length > MAX_TEXT) {
        reject('Bad Request: message is too long')
      }
      bot.messageId += 1
      bot.sent = [...bot.sent, { method: 'sendMessage', ...message, messageId: bot.messageId }].slice(
        -MAX_SENT,
      )
      return {
        message_id: bot.messageId,
        date: Math.floor(now().getTime() / 1_000),
        chat: { id: message.chat_id },
      }
    },
  }

  app.post('/control', async ({ body }, reply) => {
    const { data } = controlSchema.safeParse(body)
    const bot = data && findBot(data.token)
    if (!bot) {
      return reply.code(400).send({ error: 'Name a bot of the sandbox.' })
    }
    if (data.failures) {
      bot.failures.order(data.failures)
    }
    const delivered = data.say ? await say(bot, data.say) : undefined
    return { hook: bot.hook ? { url: bot.hook.url } : null, sent: bot.sent, ...delivered }
  })

  type Said = NonNullable<z.output<typeof controlSchema>['say']>

  async function say(
    bot: Bot,
    { chatId, name, text, date, photo, updateId = nextUpdate(bot), ...delivery }: Said,
  ) {
    const { hook } = bot
    if (!hook) {
      return { statuses: [] }
    }
    bot.messageId += 1
    const person = { id: chatId, is_bot: false, first_name: name }
    const seconds = date ?? Math.floor(now().getTime() / 1_000)
    const update = {
      update_id: updateId,
      message: {
        ...{ message_id: bot.messageId, date: seconds, from: person },
        chat: { ...person, type: 'private' },
        ...(photo ? { photo: [{ file_id: addFile(bot, photo) }], caption: text } : { text }),
      },
    }
    const headers = {
      'content-type': 'application/json',
      'x-telegram-bot-api-secret-token': delivery.isForged ? 'forged' : hook.secret,
    }
    const request = () => deliver(hook.url, { method: 'POST', headers, body: JSON.stringify(update) })
    const before = bot.chats.get(chatId) ?? Promise.resolve()
    const delivered = before.then(() => deliverEvent(request, delivery))
    bot.chats.set(
      chatId,
      delivered.catch(() => undefined),
    )
    return { updateId, statuses: await delivered }
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
      answer(request.params, request.body ?? {}, reply),
  })

  async function answer(
    { bot: name, method }: { bot: string; method: string },
    body: unknown,
    reply: FastifyReply,
  ) {
    const bot = findBot(name.replace(/^bot/, ''))
    const run = methods[method]
    if (!name.startsWith('bot') || !bot || !run) {
      const [status, error] = bot ? failure(404, 'Not Found') : failure(401, 'Unauthorized')
      return reply.code(status).send(error)
    }
    const ordered = method === 'sendMessage' ? bot.failures.next() : undefined
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

class Rejection extends Error {}

function reject(message: string): never {
  throw new Rejection(message)
}

function failure(code: number, description: string, parameters?: object): [number, object] {
  return [code, { ok: false, error_code: code, description, ...(parameters && { parameters }) }]
}

function read<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const parsed = schema.safeParse(body)
  return parsed.success
    ? parsed.data
    : reject(`Bad Request: ${parsed.error.issues[0]?.path.join('.')} is invalid`)
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

/** The text without its tags. */
function parseEntities(html: string): string {
  let text = ''
  const open: string[] = []
  const parser = new Parser(
    {
      onopentag(name) {
        open.push(
          tags.has(name)
            ? name
            : reject(`Bad Request: can't parse entities: unsupported start tag "${name}"`),
        )
      },
      onclosetag(name, isImplied) {
        if (isImplied || open.pop() !== name) {
          reject(`Bad Request: can't parse entities: can't find end tag of "${name}"`)
        }
      },
      ontext(piece) {
        text += piece
      },
    },
    { decodeEntities: true },
  )
  parser.end(html)
  return text
}
