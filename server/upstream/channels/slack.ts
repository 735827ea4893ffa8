import { z } from 'zod'
import {
  type ChannelPort,
  type ChannelValues,
  type IncomingEvent,
  SendFailure,
} from '#server/ports/channels.ts'
import { AppError } from '#shared/errors.ts'
import { isRecord, parseJson } from '#shared/json.ts'
import { type CallPlatform, type PlatformResponse, rejectSettings } from './call-platform.ts'
import { headerOf, hmac, isEqual, rejectSignature, requireFresh } from './signature.ts'
import { splitText } from './split-text.ts'

type Options = {
  call: CallPlatform
  /** Without a trailing slash. */
  baseUrl(botToken: string): string
}

const MAX_TEXT = 12_000
/** Slack keeps no order. */
const SETTLE_MS = 800

const fileSchema = z.object({
  id: z.string(),
  name: z.string().default('file'),
  mimetype: z.string().default('application/octet-stream'),
  url_private_download: z.string(),
})
const eventSchema = z.object({
  type: z.string(),
  subtype: z.string().optional(),
  channel: z.string().optional(),
  channel_type: z.string().optional(),
  user: z.string().optional(),
  bot_id: z.string().optional(),
  text: z.string().default(''),
  ts: z.string().optional(),
  thread_ts: z.string().optional(),
  files: z.array(fileSchema).default([]),
})
const callbackSchema = z.object({ team_id: z.string(), event_id: z.string(), event: eventSchema })

const later: ReadonlySet<string> = new Set([
  'ratelimited',
  'internal_error',
  'fatal_error',
  'service_unavailable',
])
const signedOut: ReadonlySet<string> = new Set([
  ...['invalid_auth', 'not_authed', 'token_revoked', 'token_expired', 'account_inactive', 'missing_scope'],
])

/** The Web API and the Events API. Errors come with status 200. */
export function createSlack({ call, baseUrl }: Options): ChannelPort {
  const request = ({ botToken = '' }: ChannelValues, method: string, json: object = {}) =>
    call(`${baseUrl(botToken)}/${method}`, {
      ...{ method: 'POST', headers: { authorization: `Bearer ${botToken}` }, json },
    })

  return {
    settleMs: SETTLE_MS,
    isRepeatable: false,
    generate: () => ({}),
    split: (text) => splitText(text, MAX_TEXT),

    async check(values) {
      if (!/^[0-9a-z-]{16,100}$/i.test(values.signingSecret ?? '')) {
        rejectSettings('signingSecret', 'Copy the signing secret from the basic information of your app.')
      }
      const response = await request(values, 'auth.test').catch((error: unknown) => {
        throw error instanceof SendFailure ? new AppError('UPSTREAM_FAILED', error.message) : error
      })
      const { ok, team, team_id: teamId, user, user_id: userId, bot_id: botId } = response.body
      if (ok !== true) {
        const failure = failureOf(response)
        return failure.outcome === 'signed_out' || failure.outcome === 'rejected'
          ? rejectSettings('botToken', `Slack rejects this token: ${failure.code}`)
          : rejectUnreachable(failure)
      }
      // A user's token would send in the name of that person.
      if (!botId) {
        rejectSettings('botToken', 'Use the bot token of the app. It begins with xoxb-.')
      }
      return {
        ...{ id: `${teamId}:${userId}:${botId}`, name: String(user), address: String(team) },
        otherWebhook: null,
      }
    },

    receive(received, { signingSecret = '' }, { id, now }) {
      const sent = headerOf(received, 'x-slack-signature')
      const time = headerOf(received, 'x-slack-request-timestamp') ?? ''
      const signature = `v0=${hmac(signingSecret, [`v0:${time}:`, received.raw], 'hex')}`
      if (!(sent && signingSecret && isEqual(sent, signature))) {
        rejectSignature()
      }
      requireFresh(time, now)
      const body = parseJson(received.raw.toString('utf8'))
      if (isRecord(body) && body.type === 'url_verification') {
        return { events: [], challenge: String(body.challenge) }
      }
      const parsed = callbackSchema.safeParse(body)
      return { events: parsed.success ? eventsOf(parsed.data, id) : [] }
    },

    async send(values, { address, text }) {
      const response = await request(values, 'chat.postMessage', { ...address, markdown_text: text })
      const { ok, ts } = response.body
      if (ok !== true || typeof ts !== 'string') {
        throw failureOf(response)
      }
      return ts
    },

    download: ({ botToken = '' }, { id }) => call.download(id, { authorization: `Bearer ${botToken}` }),
  }
}

function eventsOf(
  { team_id: team, event_id, event }: z.output<typeof callbackSchema>,
  account: string,
): IncomingEvent[] {
  const [, userId, botId] = account.split(':')
  const { type, subtype, channel, user, ts } = event
  if (type === 'tokens_revoked' || type === 'app_uninstalled') {
    return [{ kind: 'signed_out', key: `event:${event_id}`, text: type }]
  }
  const isOwn = event.bot_id === botId || user === userId
  if (!isMessage(event) || isOwn || event.bot_id || !channel || !ts || !user) {
    return [{ kind: 'other', key: `event:${event_id}`, text: subtype ?? type }]
  }
  return [messageEvent({ ...event, team, channel, ts, user }, `<@${userId}>`)]
}

function isMessage({ type, subtype }: SlackEvent) {
  return type === 'app_mention' || (type === 'message' && (!subtype || subtype === 'file_share'))
}

type SlackEvent = z.output<typeof eventSchema>
type SlackMessage = SlackEvent & { team: string; channel: string; ts: string; user: string }

function messageEvent(event: SlackMessage, mention: string): IncomingEvent {
  const { team, type, channel, ts, user, thread_ts: thread } = event
  const isDirect = event.channel_type === 'im'
  const isMentioned = type === 'app_mention' || event.text.includes(mention)
  const threadOf = isDirect ? thread : (thread ?? ts)
  return {
    // Both events of a mention have the same time stamp.
    ...{ kind: 'message', key: `message:${team}:${channel}:${ts}`, messageId: `${channel}:${ts}` },
    text: toPlainText(event.text.replaceAll(mention, '')).trim(),
    chat: {
      key: threadOf ? `${channel}:${threadOf}` : channel,
      address: { channel, ...(threadOf && { thread_ts: threadOf }) },
      name: user,
    },
    files: event.files.map(({ url_private_download: id, name, mimetype: mime }) => ({ id, name, mime })),
    sentDate: new Date(Math.floor(Number(ts) * 1_000)),
    ...(!isDirect && !isMentioned && { isFollowUp: true as const }),
  }
}

/** `<https://a.b|text>` and `&amp;` as a person has typed them. */
function toPlainText(text: string) {
  return text
    .replace(/<(https?:[^|>]+)(?:\|[^>]*)?>/g, '$1')
    .replace(/<[@#!]([^|>]+)(?:\|([^>]*))?>/g, (_, id: string, name?: string) => name ?? id)
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
}

function failureOf({ status, body, retryAfterSeconds }: PlatformResponse): SendFailure {
  const code = typeof body.error === 'string' ? body.error : String(status)
  const message = `Slack: ${code.replaceAll('_', ' ')}`
  if (status === 429 || later.has(code)) {
    return new SendFailure('later', message, { code, retryAfterSeconds })
  }
  if (body.ok !== false) {
    return new SendFailure('unknown', `Slack answered ${status}.`, { code })
  }
  return new SendFailure(signedOut.has(code) ? 'signed_out' : 'rejected', message, { code })
}

function rejectUnreachable(failure: SendFailure): never {
  throw new AppError('UPSTREAM_FAILED', failure.message, { cause: failure })
}
