import { randomBytes } from 'node:crypto'
import {
  type Button,
  type ButtonRules,
  type ChannelPort,
  type ChannelValues,
  type FileRules,
  type Outgoing,
  SendFailure,
} from '#server/ports/channels.ts'
import { AppError } from '#shared/errors.ts'
import { type CallPlatform, rejectSettings } from './call-platform.ts'
import { fileForm, megabytes } from './file-form.ts'
import { metaFailure, readChallenge, readEntries } from './meta.ts'
import { toWhatsappText } from './render-markdown.ts'
import { splitText } from './split-text.ts'
import { eventsOf } from './whatsapp-events.ts'

type Options = {
  call: CallPlatform
  /** With the version, without a trailing slash. */
  baseUrl(accessToken: string): string
}

const PLATFORM = 'WhatsApp'
const MAX_TEXT = 4_096
const WINDOW_MS = 24 * 60 * 60_000
/** Meta keeps no order. */
const SETTLE_MS = 800

/** Bytes of a file, by the kind of its message. */
const maxBytes = { image: megabytes(5), audio: megabytes(16), document: megabytes(100) }
const images: ReadonlySet<string> = new Set(['image/jpeg', 'image/png'])
const sounds: ReadonlySet<string> = new Set(['audio/aac', 'audio/amr', 'audio/mpeg', 'audio/mp4'])
const office = 'application/vnd.openxmlformats-officedocument'
const documents: ReadonlySet<string> = new Set([
  ...['application/pdf', `${office}.wordprocessingml.document`, `${office}.spreadsheetml.sheet`],
  `${office}.presentationml.presentation`,
])
const texts: ReadonlySet<string> = new Set(['text/plain', 'text/csv', 'text/markdown', 'application/json'])
const files: FileRules = {
  maxBytes: maxBytes.document,
  takes({ mime, size }) {
    const kind = kindOf(mime)
    return kind !== undefined && size > 0 && size <= maxBytes[kind]
  },
  maxCaption: (mime) => (kindOf(mime) === 'audio' ? 0 : 1_024),
}
/** Up to three short choices are buttons; others are rows of a list, with the whole label below its title. */
const MAX_BUTTONS = 3
const MAX_BUTTON = 20
const MAX_DESCRIPTION = 72
const buttons: ButtonRules = { max: 10, maxTitle: 24, maxText: 1_024 }

/** The Cloud API. Messages cannot be changed after they were sent, and have no key against repetition. */
export function createWhatsapp({ call, baseUrl }: Options): ChannelPort {
  const urlOf = ({ accessToken = '' }: ChannelValues, path: string) => `${baseUrl(accessToken)}/${path}`
  const headersOf = ({ accessToken = '' }: ChannelValues) => ({ authorization: `Bearer ${accessToken}` })
  const post = (values: ChannelValues, path: string, json: object) =>
    call(urlOf(values, path), { method: 'POST', headers: headersOf(values), json })

  return {
    windowMs: WINDOW_MS,
    sharesHook: true,
    settleMs: SETTLE_MS,
    isRepeatable: false,
    generate: () => ({ verifyToken: `flowtill-${randomBytes(12).toString('hex')}` }),
    split: (text) => splitText(text, MAX_TEXT),
    ...{ files, buttons },

    async check(values) {
      const { phoneNumberId = '', businessAccountId = '', appSecret = '' } = values
      requireDigits('phoneNumberId', phoneNumberId)
      requireDigits('businessAccountId', businessAccountId)
      if (appSecret === '') {
        rejectSettings('appSecret', 'Enter the app secret.')
      }
      const fields = 'fields=display_phone_number,verified_name'
      const response = await call(urlOf(values, `${phoneNumberId}?${fields}`), {
        headers: headersOf(values),
      }).catch(rejectUnreachable)
      if (response.status !== 200) {
        rejectAccount(metaFailure(response, PLATFORM))
      }
      const { verified_name: name, display_phone_number: address } = response.body
      return {
        id: phoneNumberId,
        name: String(name ?? ''),
        address: String(address ?? ''),
        otherWebhook: null,
      }
    },

    /** Owners enter the address at Meta by hand; this connects the business account to their app. */
    async connect(values) {
      const response = await post(values, `${values.businessAccountId}/subscribed_apps`, {}).catch(
        rejectUnreachable,
      )
      if (response.status !== 200) {
        throw new AppError('UPSTREAM_FAILED', `Meta: ${metaFailure(response, PLATFORM).message}`)
      }
    },

    receive(request, values, { id }) {
      const challenge = readChallenge(request, values.verifyToken)
      if (challenge) {
        return challenge
      }
      const changes = readEntries(request, values, 'whatsapp_business_account').flatMap(
        ({ changes: found }) => (Array.isArray(found) ? found : []),
      )
      return { events: changes.flatMap((change) => eventsOf(change, id)) }
    },

    async send(values, message) {
      const response = await call(urlOf(values, `${values.phoneNumberId}/messages`), {
        ...{ method: 'POST', headers: headersOf(values), signal: message.signal },
        json: {
          ...{ messaging_product: 'whatsapp', recipient_type: 'individual', ...message.address },
          ...contentOf(message),
        },
      })
      const sent = response.body.messages
      const id = Array.isArray(sent) ? (sent[0] as { id?: unknown })?.id : undefined
      if (response.status !== 200 || typeof id !== 'string') {
        throw metaFailure(response, PLATFORM)
      }
      return id
    },

    async upload(values, file) {
      // Texts are taken as plain text alone, whatever they contain.
      const type = texts.has(file.mime) ? 'text/plain' : file.mime
      const form = fileForm({ messaging_product: 'whatsapp', type }, 'file', { ...file, mime: type })
      const response = await call(urlOf(values, `${values.phoneNumberId}/media`), {
        ...{ method: 'POST', headers: headersOf(values), form },
      })
      const { id } = response.body
      if (response.status !== 200 || typeof id !== 'string') {
        throw metaFailure(response, PLATFORM)
      }
      return id
    },

    async showTyping(values, _, messageId) {
      await post(values, `${values.phoneNumberId}/messages`, {
        ...{ messaging_product: 'whatsapp', status: 'read', message_id: messageId },
        typing_indicator: { type: 'text' },
      })
    },

    async download(values, { id }) {
      const { body } = await call(urlOf(values, id), { headers: headersOf(values) })
      return call.download(String(body.url ?? ''), headersOf(values))
    },
  }
}

function kindOf(mime: string): keyof typeof maxBytes | undefined {
  const isDocument = documents.has(mime) || texts.has(mime)
  return images.has(mime) ? 'image' : sounds.has(mime) ? 'audio' : isDocument ? 'document' : undefined
}

function contentOf({ text, files: [file], uploadId: id, buttons: shown }: Outgoing) {
  const body = toWhatsappText(text)
  if (shown.length > 0) {
    return { type: 'interactive', interactive: { ...actionOf(shown), body: { text: body } } }
  }
  const kind = file && kindOf(file.mime)
  if (!file || !kind || id === undefined) {
    return { type: 'text', text: { body } }
  }
  const caption = body !== '' && { caption: body }
  const media = { id, ...caption, ...(kind === 'document' && { filename: file.name }) }
  return { type: kind, [kind]: media }
}

function actionOf(shown: readonly Button[]) {
  if (shown.length <= MAX_BUTTONS && shown.every(({ title }) => title.length <= MAX_BUTTON)) {
    const replies = shown.map(({ id, title }) => ({ type: 'reply', reply: { id, title } }))
    return { type: 'button', action: { buttons: replies } }
  }
  const rows = shown.map(({ id, title, label }) => ({
    ...{ id, title },
    ...(title !== label && label.length <= MAX_DESCRIPTION && { description: label }),
  }))
  // The button that opens the list has a label, in whatever language the conversation is.
  return { type: 'list', action: { button: `☰ 1–${rows.length}`, sections: [{ rows }] } }
}

function requireDigits(field: string, value: string) {
  if (!/^\d{5,30}$/.test(value)) {
    rejectSettings(field, 'Enter the number that Meta shows, digits only.')
  }
}

function rejectAccount(failure: SendFailure): never {
  if (failure.outcome === 'unknown' || failure.outcome === 'later') {
    rejectUnreachable(failure)
  }
  const field = failure.outcome === 'signed_out' ? 'accessToken' : 'phoneNumberId'
  rejectSettings(field, `Meta: ${failure.message}`)
}

function rejectUnreachable(error: unknown): never {
  throw error instanceof SendFailure
    ? new AppError('UPSTREAM_FAILED', error.message, { cause: error })
    : error
}
