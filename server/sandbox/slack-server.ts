import { createHmac, randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { type Deliver, type Delivery, deliverEvent, deliverySchema } from './channels/deliver.ts'
import { answerWith, createFailures, type Failures, failureSchema } from './channels/failures.ts'

export type SlackOptions = { deliver: Deliver; now: () => Date }

type Sent = { channel: string; thread_ts?: string | undefined; text: string; ts: string }
type Workspace = {
  hook: { url: string; signingSecret: string } | undefined
  sent: Sent[]
  count: number
  failures: Failures
}

const MAX_WORKSPACES = 1_000
const MAX_SENT = 500
const MAX_MARKDOWN = 12_000
const tokenPattern = /^xoxb-[\w-]*sandbox/
const team = 'TSANDBOX'
const bot = { user: 'USANDBOX', id: 'BSANDBOX' }

const controlSchema = z.object({
  botToken: z.string().regex(tokenPattern),
  failures: z.array(failureSchema).optional(),
  hook: z.object({ url: z.url(), signingSecret: z.string() }).optional(),
  say: z
    .object({
      ...deliverySchema.shape,
      channel: z.string().default('D1'),
      /** In a channel: the message mentions the bot, and comes as two events. */
      mentions: z.boolean().default(false),
      user: z.string().default('U7'),
      text: z.string(),
      ts: z.string().optional(),
      threadTs: z.string().optional(),
      subtype: z.string().optional(),
      /** Seconds that the signature is old. */
      age: z.int().default(0),
    })
    .optional(),
  /** An event that is no message. */
  event: z.object({ type: z.string() }).optional(),
})
const messageSchema = z.object({
  channel: z.string().min(1),
  markdown_text: z.string().min(1),
  thread_ts: z.string().optional(),
})

/** Slack's Web API and Events API with an invented workspace. Every bot token with `sandbox` in it has one. */
export async function mountSlackServer(app: FastifyInstance, { deliver, now }: SlackOptions) {
  const workspaces = new Map<string, Workspace>()

  function find(token: string): Workspace | undefined {
    const known = workspaces.get(token)
    if (known || !tokenPattern.test(token) || workspaces.size >= MAX_WORKSPACES) {
      return known
    }
    const workspace: Workspace = { hook: undefined, sent: [], count: 0, failures: createFailures() }
    workspaces.set(token, workspace)
    return workspace
  }

  app.post('/control', async ({ body }, reply) => {
    const { data } = controlSchema.safeParse(body)
    const workspace = data && find(data.botToken)
    if (!data || !workspace) {
      return reply.code(400).send({ error: 'Name a bot token of the sandbox.' })
    }
    if (data.failures) {
      workspace.failures.order(data.failures)
    }
    const check = data.hook && (await setHook(workspace, data.hook))
    const said = data.say && (await say(workspace, data.say))
    const statuses = data.event && (await post(workspace, data.event, once))
    return { sent: workspace.sent, ...(check && { check }), ...said, ...(statuses && { statuses }) }
  })

  type Control = z.output<typeof controlSchema>
  const once = { repeat: 1, isParallel: false, isForged: false, age: 0 }

  async function setHook(workspace: Workspace, hook: NonNullable<Control['hook']>) {
    const challenge = randomBytes(8).toString('hex')
    const response = await request(hook, { type: 'url_verification', challenge }, once)
    const isValid = response.status === 200 && (await response.text()) === challenge
    workspace.hook = isValid ? hook : workspace.hook
    return { status: response.status, isValid }
  }

  async function say(workspace: Workspace, { mentions, threadTs, ts = nextTs(workspace), ...said }: Said) {
    const { channel, user, subtype } = said
    const text = mentions ? `<@${bot.user}> ${said.text}` : said.text
    const message = {
      ...{ type: 'message', channel, user, text, ts },
      channel_type: channel.startsWith('D') ? 'im' : 'channel',
      ...(threadTs && { thread_ts: threadTs }),
      ...(subtype && { subtype }),
    }
    const events = mentions ? [{ ...message, type: 'app_mention' }, message] : [message]
    const statuses = await Promise.all(events.map((event) => post(workspace, event, said)))
    return { ts, statuses: statuses.flat() }
  }
  type Said = NonNullable<Control['say']>

  async function post({ hook }: Workspace, event: object, delivery: Delivery & { age: number }) {
    const body = {
      type: 'event_callback',
      team_id: team,
      event_id: `Ev${randomBytes(6).toString('hex')}`,
      event,
    }
    return hook ? deliverEvent(() => request(hook, body, delivery), delivery) : []
  }

  function request(
    { url, signingSecret }: NonNullable<Workspace['hook']>,
    content: object,
    { isForged, age }: { isForged: boolean; age: number },
  ) {
    const body = JSON.stringify(content)
    const time = String(Math.floor(now().getTime() / 1_000) - age)
    const digest = createHmac('sha256', isForged ? 'forged' : signingSecret)
    const headers = {
      'content-type': 'application/json',
      'x-slack-request-timestamp': time,
      'x-slack-signature': `v0=${digest.update(`v0:${time}:${body}`).digest('hex')}`,
    }
    return deliver(url, { method: 'POST', headers, body })
  }

  app.post('/auth.test', async (request) =>
    find(tokenOf(request))
      ? { ok: true, team: 'Sandbox', team_id: team, user: 'sandbox', user_id: bot.user, bot_id: bot.id }
      : { ok: false, error: 'invalid_auth' },
  )

  app.post('/chat.postMessage', async (request, reply) => {
    const workspace = find(tokenOf(request))
    const { data: message } = messageSchema.safeParse(request.body)
    if (!workspace || !message) {
      return { ok: false, error: workspace ? 'invalid_arguments' : 'invalid_auth' }
    }
    if (message.markdown_text.length > MAX_MARKDOWN) {
      return { ok: false, error: 'msg_too_long' }
    }
    return answerWith(workspace.failures.next(), reply, {
      take: () => take(workspace, message),
      busy: () => [429, { ok: false, error: 'ratelimited' }],
      signedOut: () => [200, { ok: false, error: 'token_revoked' }],
      blocked: () => [200, { ok: false, error: 'channel_not_found' }],
    })
  })

  /** Slack reports the bot's own message like any other. */
  function take(
    workspace: Workspace,
    { channel, thread_ts, markdown_text: text }: z.output<typeof messageSchema>,
  ) {
    const ts = nextTs(workspace)
    workspace.sent = [...workspace.sent, { channel, thread_ts, text, ts }].slice(-MAX_SENT)
    const echo = { type: 'message', channel, channel_type: 'im', user: bot.user, bot_id: bot.id, text, ts }
    setTimeout(() => void post(workspace, echo, once).catch(() => undefined), 20).unref()
    return { ok: true, channel, ts }
  }

  function nextTs(workspace: Workspace) {
    workspace.count += 1
    return `${Math.floor(now().getTime() / 1_000)}.${String(workspace.count).padStart(6, '0')}`
  }
}

function tokenOf({ headers }: FastifyRequest) {
  return headers.authorization?.replace(/^Bearer /, '') ?? ''
}
