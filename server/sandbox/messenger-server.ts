import { createHmac, randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { type Deliver, type Delivery, deliverEvent, deliverySchema } from './channels/deliver.ts'
import { answerWith, createFailures, type Failures, failureSchema } from './channels/failures.ts'

export type MessengerOptions = { deliver: Deliver; now: () => Date }

type Sent = { id: string; to: string; text: string }
type Hook = { url: string; appSecret: string; accountId: string; object: 'page' | 'instagram' }
type Page = { hook: Hook | undefined; sent: Sent[]; lastDates: Map<string, number>; failures: Failures }

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
  message: z.object({ text: z.string().min(1), metadata: z.string().optional() }),
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
    const page: Page = { hook: undefined, sent: [], lastDates: new Map(), failures: createFailures() }
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
    const { from, text, isEcho, isStandby, id: mid = newMessageId(), date = now().getTime() } = said
    const account = { id: page.hook?.accountId ?? '' }
    const person = { id: from }
    if (!isEcho) {
      page.lastDates.set(from, now().getTime())
    }
    const parties = isEcho ? { sender: account, recipient: person } : { sender: person, recipient: account }
    const message = { mid, text, ...(isEcho && { is_echo: true, app_id: 263_902_037_430_900 }) }
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
    { hook, lastDates }: Page,
    { recipient, message: { text } }: z.output<typeof messageSchema>,
  ) {
    const isLong =
      hook?.object === 'instagram'
        ? Buffer.byteLength(text) > limits.instagram.bytes
        : text.length > limits.page.units
    if (isLong) {
      return graphError(100, 'Length of param message[text] must be less than or equal to the limit')
    }
    const isClosed = now().getTime() - (lastDates.get(recipient.id) ?? 0) > WINDOW_MS
    return isClosed ? graphError(10, 'This message is sent outside of allowed window.', 2_018_278) : undefined
  }

  /** Meta reports what the page has sent, and that it has arrived. */
  function take(page: Page, { recipient, message }: z.output<typeof messageSchema>) {
    const id = newMessageId()
    page.sent = [...page.sent, { id, to: recipient.id, text: message.text }].slice(-MAX_SENT)
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
