import { createHmac, randomBytes } from 'node:crypto'
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { type Deliver, type Delivery, deliverEvent, deliverySchema } from './channels/deliver.ts'
import { answerWith, createFailures, type Failures, failureSchema } from './channels/failures.ts'
import { isPicture, readForm, shownFile } from './channels/read-form.ts'

export type MessengerOptions = { deliver: Deliver; now: () => Date }

type Sent = {
  id: string
  to: string
  text: string
  file?: ReturnType<typeof shownFile>
  /** Of a file that the platform fetches. */
  url?: string
  buttons?: { title: string; payload: string }[]
}
type Hook = { url: string; appSecret: string; accountId: string; object: 'page' | 'instagram' }
type Page = {
  hook: Hook | undefined
  sent: Sent[]
  lastDates: Map<string, number>
  /** Uploaded by the page, by id. */
  files: Map<string, ReturnType<typeof shownFile>>
  failures: Failures
}

const MAX_PAGES = 1_000
const MAX_SENT = 500
const WINDOW_MS = 24 * 60 * 60_000
const limits = { page: { units: 2_000 }, instagram: { bytes: 1_000 } }
const tokenPattern = /sandbox/

const controlSchema = z.object({
  accessToken: z.string().regex(tokenPattern),
  failures: z.array(failureSchema).optional(),
  hook: z
    .object({
      ...{ url: z.url(), verifyToken: z.string(), appSecret: z.string(), accountId: z.string() },
      object: z.enum(['page', 'instagram']).default('page'),
    })
    .optional(),
  say: z
    .object({
      ...deliverySchema.shape,
      from: z.string().default('700001'),
      text: z.string(),
      id: z.string().optional(),
      /** Milliseconds. */
      date: z.int().optional(),
      /** A quick reply that is pressed, by its payload. */
      press: z.string().optional(),
      /** A person answers in the inbox of the page. */
      isEcho: z.boolean().default(false),
      /** Another app answers in this conversation. */
      isStandby: z.boolean().default(false),
    })
    .optional(),
})
const messageSchema = z.object({
  recipient: z.object({ id: z.string() }),
  messaging_type: z.literal('RESPONSE'),
  message: z
    .object({
      text: z.string().min(1).optional(),
      metadata: z.string().optional(),
      quick_replies: z
        .array(
          z.object({
            content_type: z.literal('text'),
            title: z.string().min(1).max(20),
            payload: z.string().min(1).max(1_000),
          }),
        )
        .max(13)
        .optional(),
      attachment: z
        .object({
          type: z.enum(['image', 'audio', 'video', 'file']),
          payload: z.union([z.object({ attachment_id: z.string() }), z.object({ url: z.url() })]),
        })
        .optional(),
    })
    .refine(({ text, attachment }) => (text === undefined) !== (attachment === undefined)),
})
const attachmentSchema = z.object({
  message: z.preprocess(
    (value) => (typeof value === 'string' ? JSON.parse(value) : value),
    z.object({
      attachment: z.object({
        type: z.enum(['image', 'audio', 'video', 'file']),
        payload: z.object({ is_reusable: z.boolean() }),
      }),
    }),
  ),
})
const actionSchema = z.object({
  recipient: z.object({ id: z.string() }),
  sender_action: z.literal('typing_on'),
})

/** Meta's Graph API for pages and their Instagram accounts. Every access token with `sandbox` in it has a page. */
export async function mountMessengerServer(app: FastifyInstance, { deliver, now }: MessengerOptions) {
  const pages = new Map<string, Page>()
  const once = { repeat: 1, isParallel: false, isForged: false }

  function find(token: string): Page | undefined {
    const known = pages.get(token)
    if (known || !tokenPattern.test(token) || pages.size >= MAX_PAGES) {
      return known
    }
    const page: Page = {
      hook: undefined,
      sent: [],
      lastDates: new Map(),
      files: new Map(),
      failures: createFailures(),
    }
    pages.set(token, page)
    return page
  }

  app.post('/control', async ({ body }, reply) => {
    const { data } = controlSchema.safeParse(body)
    const page = data && find(data.accessToken)
    if (!data || !page) {
      return reply.code(400).send({ error: 'Name an access token of the sandbox.' })
    }
    if (data.failures) {
      page.failures.order(data.failures)
    }
    const check = data.hook && (await setHook(page, data.hook))
    const statuses = data.say && (await say(page, data.say))
    return { sent: page.sent, ...(check && { check }), ...(statuses && { statuses }) }
  })

  type Control = z.output<typeof controlSchema>

  async function setHook(page: Page, { verifyToken, ...hook }: NonNullable<Control['hook']>) {
    const challenge = randomBytes(8).toString('hex')
    const query = new URLSearchParams({
      ...{ 'hub.mode': 'subscribe', 'hub.verify_token': verifyToken, 'hub.challenge': challenge },
    })
    const response = await deliver(`${hook.url}?${query}`, { method: 'GET' })
    const isValid = response.status === 200 && (await response.text()) === challenge
    page.hook = isValid ? hook : page.hook
    return { status: response.status, isValid }
  }

  function say(page: Page, said: NonNullable<Control['say']>) {
    const { from, text, press, isEcho, isStandby, id: mid = newMessageId(), date = now().getTime() } = said
    const account = { id: page.hook?.accountId ?? '' }
    const person = { id: from }
    if (!isEcho) {
      page.lastDates.set(from, now().getTime())
    }
    const parties = isEcho ? { sender: account, recipient: person } : { sender: person, recipient: account }
    const message = {
      ...{ mid, text, ...(isEcho && { is_echo: true, app_id: 263_902_037_430_900 }) },
      ...(press !== undefined && { quick_reply: { payload: press } }),
    }
    return post(page, { ...parties, timestamp: date, message }, said, isStandby ? 'standby' : 'messaging')
  }

  async function post({ hook }: Page, event: object, delivery: Delivery, list = 'messaging') {
    if (!hook) {
      return []
    }
    const { url, object, accountId, appSecret } = hook
    const body = JSON.stringify({
      object,
      entry: [{ id: accountId, time: now().getTime(), [list]: [event] }],
    })
    const secret = delivery.isForged ? 'forged' : appSecret
    const headers = {
      'content-type': 'application/json',
      'x-hub-signature-256': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
    }
    return deliverEvent(() => deliver(url, { method: 'POST', headers, body }), delivery)
  }

  app.get('/:id', async (request: FastifyRequest<{ Params: { id: string } }>, reply) =>
    find(tokenOf(request))
      ? { id: request.params.id, name: 'Sandbox Shop', username: 'sandbox.shop' }
      : reply.code(401).send(signedOut),
  )
  app.post('/:id/subscribed_apps', async (request, reply) =>
    find(tokenOf(request)) ? { success: true } : reply.code(401).send(signedOut),
  )
  await app.register(multipart, { limits: { fileSize: 30 * 1_048_576, files: 1 } })
  app.post('/:id/message_attachments', async (request, reply) => {
    const page = find(tokenOf(request))
    const { body, file } = await readForm(request)
    const attachment = attachmentSchema.safeParse(body).data?.message.attachment
    const isBroken = attachment?.type === 'image' && file && !isPicture(file.bytes)
    if (!page || !attachment || file?.field !== 'filedata' || isBroken) {
      return page
        ? reply.code(400).send(graphError(100, 'Upload attachment failure.', 2_018_047))
        : reply.code(401).send(signedOut)
    }
    const id = String(page.files.size + 1_000)
    page.files.set(id, shownFile(file))
    return { attachment_id: id }
  })
  app.post('/:id/messages', async (request, reply) => {
    const page = find(tokenOf(request))
    if (!page) {
      return reply.code(401).send(signedOut)
    }
    if (actionSchema.safeParse(request.body).success) {
      return { recipient_id: 'ok' }
    }
    const { data } = messageSchema.safeParse(request.body)
    const rejection = data ? rejectionOf(page, data) : graphError(100, 'Invalid parameter')
    if (!data || rejection) {
      return reply.code(400).send(rejection)
    }
    return answerWith(page.failures.next(), reply, {
      take: () => take(page, data),
      busy: () => [400, graphError(613, 'Calls to this api have exceeded the rate limit.')],
      signedOut: () => [401, signedOut],
      blocked: () => [400, graphError(551, 'This person is not available right now.')],
    })
  })

  function rejectionOf(
    { hook, lastDates, files }: Page,
    { recipient, message: { text = '', attachment } }: z.output<typeof messageSchema>,
  ) {
    const isLong =
      hook?.object === 'instagram'
        ? Buffer.byteLength(text) > limits.instagram.bytes
        : text.length > limits.page.units
    if (isLong) {
      return graphError(100, 'Length of param message[text] must be less than or equal to the limit')
    }
    const payload = attachment?.payload
    if (payload && 'attachment_id' in payload && !files.has(payload.attachment_id)) {
      return graphError(100, 'Attachment ID is not valid.')
    }
    const isClosed = now().getTime() - (lastDates.get(recipient.id) ?? 0) > WINDOW_MS
    return isClosed ? graphError(10, 'This message is sent outside of allowed window.', 2_018_278) : undefined
  }

  /** Meta reports what the page has sent, and that it has arrived. */
  function take(page: Page, { recipient, message }: z.output<typeof messageSchema>) {
    const id = newMessageId()
    page.sent = [...page.sent, { id, to: recipient.id, ...shown(page, message) }].slice(-MAX_SENT)
    const parties = { sender: { id: page.hook?.accountId ?? '' }, recipient }
    const echo = { ...parties, timestamp: now().getTime(), message: { mid: id, is_echo: true, ...message } }
    const delivered = { sender: recipient, recipient: parties.sender, delivery: { mids: [id], watermark: 0 } }
    setTimeout(() => {
      for (const event of [echo, delivered]) {
        void post(page, event, once).catch(() => undefined)
      }
    }, 20).unref()
    return { recipient_id: recipient.id, message_id: id }
  }
}

function shown(
  { files }: Page,
  { text = '', attachment, quick_replies: replies }: z.output<typeof messageSchema>['message'],
): Omit<Sent, 'id' | 'to'> {
  const payload = attachment?.payload
  const file = payload && 'attachment_id' in payload ? files.get(payload.attachment_id) : undefined
  return {
    text,
    ...(file && { file }),
    ...(payload && 'url' in payload && { url: payload.url }),
    ...(replies && { buttons: replies.map(({ title, payload: sent }) => ({ title, payload: sent })) }),
  }
}

const signedOut = graphError(190, 'Error validating access token')

function graphError(code: number, message: string, subcode?: number) {
  return { error: { code, message, type: 'OAuthException', ...(subcode && { error_subcode: subcode }) } }
}

function newMessageId() {
  return `m_${randomBytes(12).toString('hex')}`
}

function tokenOf({ headers }: FastifyRequest) {
  return headers.authorization?.replace(/^Bearer /, '') ?? ''
}
