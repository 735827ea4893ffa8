import { createHmac, randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { type Deliver, type Delivery, deliverEvent } from './channels/deliver.ts'
import { answerWith, createFailures, type Failures } from './channels/failures.ts'
import { shownFile } from './channels/read-form.ts'
import {
  completeSchema,
  controlSchema,
  messageSchema,
  shownBlocks,
  tokenPattern,
  uploadSchema,
} from './slack/schemas.ts'

export type SlackOptions = { deliver: Deliver; now: () => Date }

type Button = { text: string; value: string; actionId: string }
type Sent = {
  channel: string
  thread_ts?: string | undefined
  text: string
  ts: string
  file?: ReturnType<typeof shownFile>
  buttons?: Button[]
}
type Upload = { name: string; length: number; bytes?: Buffer }
type Workspace = {
  hook: { url: string; signingSecret: string } | undefined
  sent: Sent[]
  count: number
  /** Files that were announced, by id. */
  uploads: Map<string, Upload>
  scopes: string[]
  failures: Failures
}

const MAX_WORKSPACES = 1_000
const MAX_SENT = 500
const team = 'TSANDBOX'
const bot = { user: 'USANDBOX', id: 'BSANDBOX' }

type Hook = NonNullable<Workspace['hook']>
type Signed = { isForged: boolean; age: number }

/** Slack's Web API and Events API with an invented workspace. Every bot token with `sandbox` in it has one. */
export async function mountSlackServer(app: FastifyInstance, { deliver, now }: SlackOptions) {
  const workspaces = new Map<string, Workspace>()

  function find(token: string): Workspace | undefined {
    const known = workspaces.get(token)
    if (known || !tokenPattern.test(token) || workspaces.size >= MAX_WORKSPACES) {
      return known
    }
    const workspace: Workspace = {
      hook: undefined,
      sent: [],
      count: 0,
      uploads: new Map(),
      scopes: ['chat:write', 'files:write'],
      failures: createFailures(),
    }
    workspaces.set(token, workspace)
    return workspace
  }

  app.post('/control', async ({ body }, reply) => {
    const { data } = controlSchema.safeParse(body)
    const workspace = data && find(data.botToken)
    if (!data || !workspace) {
      return reply.code(400).send({ error: 'Name a bot token of the sandbox.' })
    }
    order(workspace, data)
    const check = data.hook && (await setHook(workspace, data.hook))
    const said = data.say && (await say(workspace, data.say))
    const pressed = data.press && (await press(workspace, data.press))
    const statuses = data.event && (await post(workspace, data.event, once))
    return {
      sent: workspace.sent,
      ...(check && { check }),
      ...said,
      ...pressed,
      ...(statuses && { statuses }),
    }
  })

  type Control = z.output<typeof controlSchema>

  function order(workspace: Workspace, { failures, scopes }: Control) {
    if (failures) {
      workspace.failures.order(failures)
    }
    workspace.scopes = scopes ?? workspace.scopes
  }

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

  /** Sent as a form, to the address for interactivity: owners enter the same there. */
  async function press(workspace: Workspace, { ts, value, user, ...delivery }: Pressed) {
    const { hook, sent } = workspace
    const shown = sent.find((each) => each.ts === ts)
    const pressed = shown?.buttons?.find((each) => each.value === value)
    const { channel = 'D1', thread_ts } = shown ?? {}
    const payload = JSON.stringify({
      ...{ type: 'block_actions', team: { id: team }, user: { id: user, name: 'deniz' }, trigger_id: '1' },
      ...{ channel: { id: channel, name: 'directmessage' }, container: { type: 'message', message_ts: ts } },
      message: {
        type: 'message',
        bot_id: bot.id,
        text: shown?.text ?? '',
        ts,
        ...(thread_ts && { thread_ts }),
      },
      actions: [
        {
          ...{
            type: 'button',
            action_id: pressed?.actionId ?? 'choice-0',
            action_ts: nextTs(workspace),
            value,
          },
          text: { type: 'plain_text', text: pressed?.text ?? '' },
        },
      ],
    })
    const body = new URLSearchParams({ payload }).toString()
    const type = 'application/x-www-form-urlencoded'
    return {
      statuses: hook ? await deliverEvent(() => requestWith(hook, body, type, delivery), delivery) : [],
    }
  }
  type Pressed = NonNullable<Control['press']>

  async function post({ hook }: Workspace, event: object, delivery: Delivery & { age: number }) {
    const body = {
      type: 'event_callback',
      team_id: team,
      event_id: `Ev${randomBytes(6).toString('hex')}`,
      event,
    }
    return hook ? deliverEvent(() => request(hook, body, delivery), delivery) : []
  }

  const request = (hook: Hook, content: object, delivery: Signed) =>
    requestWith(hook, JSON.stringify(content), 'application/json', delivery)

  function requestWith({ url, signingSecret }: Hook, body: string, type: string, { isForged, age }: Signed) {
    const time = String(Math.floor(now().getTime() / 1_000) - age)
    const digest = createHmac('sha256', isForged ? 'forged' : signingSecret)
    const headers = {
      'content-type': type,
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
    return answerWith(workspace.failures.next(), reply, {
      take: () => take(workspace, message),
      busy: () => [429, { ok: false, error: 'ratelimited' }],
      signedOut: () => [200, { ok: false, error: 'token_revoked' }],
      blocked: () => [200, { ok: false, error: 'channel_not_found' }],
    })
  })

  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  )
  app.addContentTypeParser(
    'application/octet-stream',
    { parseAs: 'buffer', bodyLimit: 60e6 },
    (_, body, done) => done(null, body),
  )
  app.post('/files.getUploadURLExternal', async (request) => {
    const workspace = find(tokenOf(request))
    const { data } = uploadSchema.safeParse(request.body)
    if (!workspace || !data) {
      return { ok: false, error: workspace ? 'invalid_arguments' : 'invalid_auth' }
    }
    if (!workspace.scopes.includes('files:write')) {
      return { ok: false, error: 'missing_scope', needed: 'files:write', provided: workspace.scopes.join() }
    }
    const id = `F${randomBytes(6).toString('hex').toUpperCase()}`
    workspace.uploads.set(id, { name: data.filename, length: data.length })
    const origin = `${request.protocol}://${request.host}`
    return { ok: true, file_id: id, upload_url: `${origin}/sandbox/slack/upload/v1/${id}` }
  })
  app.post('/upload/v1/:id', async (request: FastifyRequest<{ Params: { id: string } }>, reply) => {
    const upload = [...workspaces.values()].flatMap(({ uploads }) => uploads.get(request.params.id) ?? [])[0]
    if (!upload || !Buffer.isBuffer(request.body) || request.body.length !== upload.length) {
      return reply.code(400).send('Bad request')
    }
    upload.bytes = request.body
    return `OK - ${upload.length}`
  })
  app.post('/files.completeUploadExternal', async (request, reply) => {
    const workspace = find(tokenOf(request))
    const { data } = completeSchema.safeParse(request.body)
    const [{ id, title } = { id: '', title: undefined }] = data?.files ?? []
    const { name = '', bytes } = workspace?.uploads.get(id) ?? {}
    if (!workspace || !data || !bytes) {
      return { ok: false, error: workspace ? 'file_not_found' : 'invalid_auth' }
    }
    return answerWith(workspace.failures.next(), reply, {
      take() {
        const file = shownFile({ name: title ?? name, mime: 'application/octet-stream', bytes })
        const { channel_id: channel, thread_ts } = data
        sendOwn(workspace, { channel, thread_ts, text: '', file })
        return { ok: true, files: [{ id, title }] }
      },
      busy: () => [429, { ok: false, error: 'ratelimited' }],
      signedOut: () => [200, { ok: false, error: 'token_revoked' }],
      blocked: () => [200, { ok: false, error: 'channel_not_found' }],
    })
  })

  function take(workspace: Workspace, message: z.output<typeof messageSchema>) {
    const { channel, thread_ts } = message
    const ts =
      'blocks' in message
        ? sendOwn(workspace, { channel, thread_ts, ...shownBlocks(message.blocks) })
        : sendOwn(workspace, { channel, thread_ts, text: message.markdown_text })
    return { ok: true, channel, ts }
  }

  /** Slack reports the bot's own message like any other. */
  function sendOwn(workspace: Workspace, message: Omit<Sent, 'ts'>) {
    const ts = nextTs(workspace)
    const { channel, text, file } = message
    workspace.sent = [...workspace.sent, { ...message, ts }].slice(-MAX_SENT)
    const echo = {
      ...{ type: 'message', channel, channel_type: 'im', user: bot.user, bot_id: bot.id, text, ts },
      ...(file && { subtype: 'file_share' }),
    }
    setTimeout(() => void post(workspace, echo, once).catch(() => undefined), 20).unref()
    return ts
  }

  function nextTs(workspace: Workspace) {
    workspace.count += 1
    return `${Math.floor(now().getTime() / 1_000)}.${String(workspace.count).padStart(6, '0')}`
  }
}

function tokenOf({ headers }: FastifyRequest) {
  return headers.authorization?.replace(/^Bearer /, '') ?? ''
}
