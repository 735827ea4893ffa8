import {
  type ButtonRules,
  type ChannelPort,
  type ChannelValues,
  type FileRules,
  type Outgoing,
  SendFailure,
} from '#server/ports/channels.ts'
import { AppError } from '#shared/errors.ts'
import { isRecord, parseJson } from '#shared/json.ts'
import { type CallPlatform, type PlatformResponse, rejectSettings } from './call-platform.ts'
import { megabytes } from './file-form.ts'
import { headerOf, hmac, isEqual, rejectSignature, requireFresh } from './signature.ts'
import { readEvents } from './slack-events.ts'
import { splitText } from './split-text.ts'

type Options = {
  call: CallPlatform
  /** Without a trailing slash. */
  baseUrl(botToken: string): string
}

const MAX_TEXT = 12_000
/** Slack keeps no order. */
const SETTLE_MS = 800

const files: FileRules = { maxBytes: megabytes(1_000), takes: ({ size }) => size > 0, maxCaption: () => 0 }
const buttons: ButtonRules = { max: 25, maxTitle: 75, maxText: MAX_TEXT, isOptional: true }

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
  const urlOf = ({ botToken = '' }: ChannelValues, method: string) => `${baseUrl(botToken)}/${method}`
  const headersOf = ({ botToken = '' }: ChannelValues) => ({ authorization: `Bearer ${botToken}` })
  const request = (values: ChannelValues, method: string, json: object = {}, signal?: AbortSignal) =>
    call(urlOf(values, method), {
      ...{ method: 'POST', headers: headersOf(values), json },
      ...(signal && { signal }),
    })

  async function post(values: ChannelValues, message: Outgoing): Promise<string> {
    const { address, signal } = message
    const response = await request(values, 'chat.postMessage', { ...address, ...contentOf(message) }, signal)
    const { ok, ts } = response.body
    if (ok !== true || typeof ts !== 'string') {
      throw failureOf(response)
    }
    return ts
  }

  /** Shares a file that was uploaded. Slack posts it a little later, and names no message. */
  async function share(values: ChannelValues, id: string, { files: [file], address, signal }: Outgoing) {
    const { channel, thread_ts } = address
    const json = { files: [{ id, title: file?.name }], channel_id: channel, ...(thread_ts && { thread_ts }) }
    const response = await request(values, 'files.completeUploadExternal', json, signal)
    if (response.body.ok !== true) {
      throw fileFailureOf(response)
    }
    return id
  }

  return {
    settleMs: SETTLE_MS,
    isRepeatable: false,
    generate: () => ({}),
    split: (text) => splitText(text, MAX_TEXT),
    ...{ files, buttons },

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
      return { events: readEvents(received.raw.toString('utf8'), id) }
    },

    send: (values, message) =>
      message.uploadId === undefined ? post(values, message) : share(values, message.uploadId, message),

    async upload(values, { name, bytes }) {
      const form = new URLSearchParams({ filename: name, length: String(bytes.length) })
      const response = await call(urlOf(values, 'files.getUploadURLExternal'), {
        ...{ method: 'POST', headers: headersOf(values), form },
      })
      const { ok, upload_url: url, file_id: id } = response.body
      if (ok !== true || typeof url !== 'string' || typeof id !== 'string') {
        throw fileFailureOf(response)
      }
      // The address is secret, and takes no token.
      const { status } = await call(url, { method: 'POST', bytes })
      if (status !== 200) {
        throw new SendFailure('later', `Slack answered ${status}.`, { code: String(status) })
      }
      return id
    },

    download: ({ botToken = '' }, { id }) => call.download(id, { authorization: `Bearer ${botToken}` }),
  }
}

/** The text stays in notifications, where blocks are not shown. */
function contentOf({ text, buttons: shown }: Outgoing) {
  if (shown.length === 0) {
    return { markdown_text: text }
  }
  const elements = shown.map(({ id: value, title }, index) => ({
    ...{ type: 'button', action_id: `choice-${index}`, value, text: { type: 'plain_text', text: title } },
  }))
  return {
    text,
    blocks: [
      { type: 'markdown', text },
      { type: 'actions', elements },
    ],
  }
}

/** An app that was installed before files existed may not upload them, and goes on with texts. */
function fileFailureOf(response: PlatformResponse): SendFailure {
  const failure = failureOf(response)
  return failure.code === 'missing_scope'
    ? new SendFailure('rejected', failure.message, { code: failure.code })
    : failure
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
