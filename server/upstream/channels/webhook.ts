import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import {
  type ChannelPort,
  type FileRules,
  type IncomingEvent,
  SendFailure,
  toFileLink,
} from '#server/ports/channels.ts'
import { invalidInput } from '#shared/invalid-input.ts'
import { isRecord, parseJson } from '#shared/json.ts'
import { MAX_UPLOADS } from '#shared/uploads.ts'
import { type CallPlatform, rejectSettings } from './call-platform.ts'
import { headerOf, hmac, isEqual, rejectSignature, requireFresh } from './signature.ts'
import { splitText } from './split-text.ts'

type Options = { call: CallPlatform; now: () => Date }

const PREFIX = 'whsec_'
const SECRET_BYTES = 32
const MAX_TEXT = 100_000
/** Senders may repeat in any order. */
const SETTLE_MS = 300

/** Receivers fetch files from their address. */
const files: FileRules = {
  ...{ isTogether: true, maxBytes: Number.POSITIVE_INFINITY },
  ...{ takes: () => true, maxCaption: () => MAX_TEXT },
}

const attachmentSchema = z.object({
  name: z.string().min(1).max(255),
  mimeType: z.string().min(1).max(255),
  /** Fetched when the flow answers. */
  url: z.url({ protocol: /^https?$/ }).max(2_000),
})
const bodySchema = z.object({
  event: z.literal('message'),
  conversationId: z.string().min(1).max(200),
  messageId: z.string().min(1).max(200).optional(),
  sender: z.object({ id: z.string().max(200), name: z.string().max(200).optional() }).optional(),
  text: z.string().max(32_000).default(''),
  attachments: z.array(attachmentSchema).max(MAX_UPLOADS).default([]),
})

/** Standard Webhooks in both directions, for systems that no adapter knows. */
export function createWebhook({ call, now }: Options): ChannelPort {
  return {
    settleMs: SETTLE_MS,
    canWait: true,
    isRepeatable: true,
    generate: () => ({ signingSecret: PREFIX + randomBytes(SECRET_BYTES).toString('base64') }),
    split: (text) => splitText(text, MAX_TEXT),
    files,

    async check({ url = '' }) {
      if (!/^https?:\/\//.test(url) || !URL.canParse(url)) {
        rejectSettings('url', 'Enter a valid URL, such as https://example.com/flowtill.')
      }
      const { host } = new URL(url)
      return { id: '', name: host, address: url, otherWebhook: null }
    },

    receive(request, { signingSecret = '' }, { now: received }) {
      const id = headerOf(request, 'webhook-id') ?? ''
      const time = headerOf(request, 'webhook-timestamp') ?? ''
      const sent = headerOf(request, 'webhook-signature') ?? ''
      const signature = sign(signingSecret, `${id}.${time}.`, request.raw)
      if (id === '' || !sent.split(' ').some((each) => isEqual(each, signature))) {
        rejectSignature()
      }
      requireFresh(time, received)
      const body = parseJson(request.raw.toString('utf8'))
      // Other events may come with a later version of the sender.
      return { events: isRecord(body) && body.event === 'message' ? [eventOf(id, time, readBody(body))] : [] }
    },

    download: (_, { id }) => call.download(id),

    async send({ url = '', signingSecret = '' }, { id, address, text, files: sent, signal }) {
      const attachments = sent.map(toFileLink)
      const body = JSON.stringify({
        ...{ event: 'message', messageId: id, ...address, text },
        ...(attachments.length > 0 && { attachments }),
      })
      const time = String(Math.floor(now().getTime() / 1_000))
      const headers = {
        ...{ 'webhook-id': id, 'webhook-timestamp': time },
        'webhook-signature': sign(signingSecret, `${id}.${time}.`, Buffer.from(body)),
      }
      const { status, retryAfterSeconds } = await call(url, {
        method: 'POST',
        headers,
        json: body,
        signal,
      }).catch((error: unknown) => {
        // The receiver recognises the id of a repeated message.
        throw error instanceof SendFailure && error.outcome === 'unknown'
          ? new SendFailure('later', error.message, { code: error.code })
          : error
      })
      if (status >= 200 && status < 300) {
        return id
      }
      const outcome = status === 429 || status >= 500 ? 'later' : status === 410 ? 'signed_out' : 'rejected'
      throw new SendFailure(outcome, `The receiver answered ${status}.`, {
        code: String(status),
        retryAfterSeconds,
      })
    },
  }
}

function sign(secret: string, start: string, body: Buffer) {
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
  return `v1,${hmac(key, [start, body], 'base64')}`
}

/** Throws INVALID_INPUT: the author of the sender reads the response. */
function readBody(body: unknown) {
  const { data, error } = bodySchema.safeParse(body)
  if (!data) {
    throw invalidInput(z.flattenError(error).fieldErrors, error)
  }
  return data
}

function eventOf(id: string, time: string, body: z.output<typeof bodySchema>): IncomingEvent {
  const { conversationId, messageId = id, sender, text, attachments } = body
  const files = attachments.map(({ name, mimeType: mime, url }) => ({ id: url, name, mime }))
  return {
    ...{ kind: 'message', key: id, messageId, text, files },
    chat: {
      key: conversationId,
      address: { conversationId },
      name: sender?.name ?? sender?.id ?? conversationId,
    },
    sentDate: new Date(Number(time) * 1_000),
  }
}
