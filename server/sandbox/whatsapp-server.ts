import { createHmac, randomBytes } from 'node:crypto'
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { type Deliver, deliverEvent, deliverySchema } from './channels/deliver.ts'
import { answerWith, createFailures, type Failures, failureSchema } from './channels/failures.ts'
import { readForm } from './channels/read-form.ts'
import { type TakenMessage, takeMessage, uploadIssue } from './whatsapp/take-message.ts'

export type WhatsappOptions = { deliver: Deliver; now: () => Date }

type Sent = TakenMessage & { id: string; to: string }
type Account = {
  hook: { url: string; appSecret: string; phoneNumberId: string } | undefined
  sent: Sent[]
  /** The phone reports nothing by itself until this is turned on. */
  reports: boolean
  /** When each person has written last. */
  lastDates: Map<string, number>
  media: Map<string, { mime: string; bytes: Buffer; name: string }>
  /** Files that the business has uploaded. */
  uploads: number
  failures: Failures
  uploadFailures: Failures
}

const MAX_ACCOUNTS = 1_000
const MAX_SENT = 500
const WINDOW_MS = 24 * 60 * 60_000
const tokenPattern = /sandbox/

const controlSchema = z.object({
  accessToken: z.string().regex(tokenPattern),
  failures: z.array(failureSchema).optional(),
  uploadFailures: z.array(failureSchema).optional(),
  reports: z.boolean().optional(),
  /** What owners enter in the settings of their app. */
  hook: z
    .object({ url: z.url(), verifyToken: z.string(), appSecret: z.string(), phoneNumberId: z.string() })
    .optional(),
  say: z
    .object({
      ...deliverySchema.shape,
      from: z.string().default('905550000001'),
      /** Of people who hide their number. */
      userId: z.string().optional(),
      isHidden: z.boolean().default(false),
      name: z.string().default('Deniz'),
      texts: z.array(z.string()).default([]),
      id: z.string().optional(),
      date: z.int().optional(),
      photo: z.object({ mime: z.string(), base64: z.string() }).optional(),
      /** A button or a row that is pressed, by its id. */
      press: z.string().optional(),
      /** A person of the business writes from the phone. */
      isEcho: z.boolean().default(false),
    })
    .optional(),
  report: z
    .object({
      ...deliverySchema.shape,
      id: z.string(),
      status: z.enum(['sent', 'delivered', 'read', 'failed']),
      code: z.int().optional(),
    })
    .optional(),
})
const readSchema = z.object({
  messaging_product: z.literal('whatsapp'),
  status: z.literal('read'),
  message_id: z.string(),
  typing_indicator: z.object({ type: z.literal('text') }).optional(),
})

/** Meta's Graph API for WhatsApp with invented people. Every access token with `sandbox` in it has an account. */
export async function mountWhatsappServer(app: FastifyInstance, { deliver, now }: WhatsappOptions) {
  const accounts = new Map<string, Account>()

  function findAccount(token: string): Account | undefined {
    const known = accounts.get(token)
    if (known || !tokenPattern.test(token) || accounts.size >= MAX_ACCOUNTS) {
      return known
    }
    const account: Account = {
      ...{ hook: undefined, sent: [], reports: true, lastDates: new Map(), media: new Map() },
      uploads: 0,
      failures: createFailures(),
      uploadFailures: createFailures(),
    }
    accounts.set(token, account)
    return account
  }

  app.post('/control', async ({ body }, reply) => {
    const { data } = controlSchema.safeParse(body)
    const account = data && findAccount(data.accessToken)
    if (!data || !account) {
      return reply.code(400).send({ error: 'Name an access token of the sandbox.' })
    }
    order(account, data)
    const check = data.hook && (await setHook(account, data.hook))
    const said = data.say && (await say(account, data.say))
    const reported = data.report && (await report(account, data.report))
    const { sent, uploads } = account
    return { sent, uploads, ...(check && { check }), ...said, ...reported }
  })

  type Control = z.output<typeof controlSchema>

  function order(account: Account, { failures, uploadFailures, reports }: Control) {
    if (failures) {
      account.failures.order(failures)
    }
    if (uploadFailures) {
      account.uploadFailures.order(uploadFailures)
    }
    account.reports = reports ?? account.reports
  }

  /** Meta calls the address once, and uses it when the challenge comes back. */
  async function setHook(account: Account, { verifyToken, ...hook }: NonNullable<Control['hook']>) {
    const challenge = randomBytes(8).toString('hex')
    const query = new URLSearchParams({
      ...{ 'hub.mode': 'subscribe', 'hub.verify_token': verifyToken, 'hub.challenge': challenge },
    })
    const response = await deliver(`${hook.url}?${query}`, { method: 'GET' })
    const isValid = response.status === 200 && (await response.text()) === challenge
    account.hook = isValid ? hook : account.hook
    return { status: response.status, isValid }
  }

  async function say(
    account: Account,
    { texts, isEcho, photo, press, ...said }: NonNullable<Control['say']>,
  ) {
    const time = said.date ?? Math.floor(now().getTime() / 1_000)
    const ids = texts.map(() => said.id ?? `wamid.${randomBytes(12).toString('hex')}`)
    const userId = said.userId ?? `TR.${said.from}`
    const media = photo && addMedia(account, photo)
    const messages = texts.map((text, index) => ({
      ...{ id: ids[index], timestamp: String(time) },
      ...(said.isHidden ? { user_id: userId } : { from: said.from }),
      ...(media
        ? { type: 'image', image: { ...media, caption: text } }
        : press === undefined
          ? { type: 'text', text: { body: text } }
          : { type: 'interactive', interactive: pressed(account, press) }),
    }))
    const contact = {
      profile: { name: said.name },
      user_id: userId,
      ...(!said.isHidden && { wa_id: said.from }),
    }
    if (isEcho) {
      const echoes = messages.map((message) => ({ ...message, to: said.from, from: 'business' }))
      return { ids, statuses: await post(account, 'smb_message_echoes', { message_echoes: echoes }, said) }
    }
    account.lastDates.set(said.isHidden ? userId : said.from, now().getTime())
    return { ids, statuses: await post(account, 'messages', { contacts: [contact], messages }, said) }
  }

  async function report(account: Account, { id, status, code, ...delivery }: NonNullable<Control['report']>) {
    const errors = code === undefined ? [] : [{ code, title: 'Message undeliverable' }]
    const statuses = [{ id, status, timestamp: String(Math.floor(now().getTime() / 1_000)), errors }]
    return { statuses: await post(account, 'messages', { statuses }, delivery) }
  }

  type Delivered = Parameters<typeof deliverEvent>[1]

  async function post({ hook }: Account, field: string, content: object, delivery: Delivered) {
    if (!hook) {
      return []
    }
    const metadata = { phone_number_id: hook.phoneNumberId }
    const value = { messaging_product: 'whatsapp', metadata, ...content }
    const body = escapeUnicode(
      JSON.stringify({
        object: 'whatsapp_business_account',
        entry: [{ id: 'WABA', changes: [{ field, value }] }],
      }),
    )
    const secret = delivery.isForged ? 'forged' : hook.appSecret
    const headers = {
      'content-type': 'application/json',
      'x-hub-signature-256': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
    }
    return deliverEvent(() => deliver(hook.url, { method: 'POST', headers, body }), delivery)
  }

  app.route({
    method: ['GET', 'POST'],
    url: '/:id',
    handler: (request: FastifyRequest<{ Params: { id: string } }>, reply) => {
      const account = findAccount(tokenOf(request))
      const media = account?.media.get(request.params.id)
      if (!account) {
        return reply.code(401).send(signedOut)
      }
      return media
        ? {
            url: `${request.protocol}://${request.host}/sandbox/whatsapp/media/${request.params.id}`,
            mime_type: media.mime,
          }
        : { id: request.params.id, display_phone_number: '+90 555 000 00 00', verified_name: 'Sandbox Shop' }
    },
  })
  app.get('/media/:id', async (request: FastifyRequest<{ Params: { id: string } }>, reply) => {
    const media = findAccount(tokenOf(request))?.media.get(request.params.id)
    return media ? reply.type(media.mime).send(media.bytes) : reply.code(404).send({})
  })
  await app.register(multipart, { limits: { fileSize: 110 * 1_048_576, files: 1 } })
  app.post('/:id/media', async (request, reply) => {
    const account = findAccount(tokenOf(request))
    const { body, file } = await readForm(request)
    const issue = uploadIssue(body, file)
    if (!account || !file || issue) {
      return account
        ? reply.code(400).send(graphError(100, issue ?? 'Invalid parameter'))
        : reply.code(401).send(signedOut)
    }
    return answerWith(account.uploadFailures.next(), reply, {
      take: () => {
        account.uploads += 1
        const { mime, bytes, name } = file
        return { id: addMedia(account, { mime, name, base64: bytes.toString('base64') }).id }
      },
      busy: () => [400, graphError(130_429, 'Rate limit hit')],
      signedOut: () => [401, signedOut],
      blocked: () => [400, graphError(131_053, 'Media upload error')],
    })
  })
  app.post('/:id/subscribed_apps', async (request, reply) =>
    findAccount(tokenOf(request)) ? { success: true } : reply.code(401).send(signedOut),
  )
  app.post('/:id/messages', async (request, reply) => {
    const account = findAccount(tokenOf(request))
    return account ? answer(account, request.body, reply) : reply.code(401).send(signedOut)
  })

  function answer(account: Account, body: unknown, reply: FastifyReply) {
    if (readSchema.safeParse(body).success) {
      return { success: true }
    }
    const taken = takeMessage(body, (id) => account.media.get(id))
    if ('issue' in taken) {
      return reply.code(400).send(graphError(100, taken.issue))
    }
    const { message } = taken
    const { person } = taken
    if (now().getTime() - (account.lastDates.get(person) ?? 0) > WINDOW_MS) {
      return reply.code(400).send(graphError(131_047, 'Re-engagement message'))
    }
    return answerWith(account.failures.next(), reply, {
      take: () => take(account, person, message),
      busy: () => [400, graphError(131_056, '(Business Account, Consumer Account) pair rate limit hit')],
      signedOut: () => [401, signedOut],
      blocked: () => [400, graphError(131_026, 'Message undeliverable')],
    })
  }

  function take(account: Account, to: string, message: TakenMessage) {
    const id = `wamid.${randomBytes(12).toString('hex')}`
    account.sent = [...account.sent, { ...message, id, to }].slice(-MAX_SENT)
    if (account.reports) {
      const delivery = { repeat: 1, isParallel: false, isForged: false }
      setTimeout(
        () => void report(account, { id, status: 'delivered', ...delivery }).catch(() => undefined),
        50,
      ).unref()
    }
    return { messaging_product: 'whatsapp', contacts: [{ input: to, wa_id: to }], messages: [{ id }] }
  }
}

const signedOut = graphError(190, 'Error validating access token')

function graphError(code: number, details: string) {
  return {
    error: { code, message: `(#${code}) ${details}`, type: 'OAuthException', error_data: { details } },
  }
}

function tokenOf({ headers }: FastifyRequest) {
  return headers.authorization?.replace(/^Bearer /, '') ?? ''
}

/** As Meta reports it: the id and the title of what was sent. */
function pressed({ sent }: Account, id: string) {
  const shown = sent.flatMap(({ buttons = [] }) => buttons).find((each) => each.id === id)
  const reply = { id, title: shown?.title ?? '' }
  return shown?.isRow
    ? { type: 'list_reply', list_reply: reply }
    : { type: 'button_reply', button_reply: reply }
}

function addMedia(
  account: Account,
  { mime, base64, name = '' }: { mime: string; base64: string; name?: string },
) {
  const id = `media${account.media.size + 1}`
  account.media.set(id, { mime, name, bytes: Buffer.from(base64, 'base64') })
  return { id, mime_type: mime }
}

/** Meta sends everything beyond ASCII as `\uXXXX`, and signs these bytes. */
function escapeUnicode(json: string) {
  return json.replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
