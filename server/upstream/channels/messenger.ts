import { randomBytes } from 'node:crypto'
import {
  type ButtonRules,
  type ChannelPort,
  type ChannelValues,
  type FileRules,
  type Outgoing,
  type OutgoingFile,
  SendFailure,
} from '#server/ports/channels.ts'
import { AppError } from '#shared/errors.ts'
import { type CallPlatform, rejectSettings } from './call-platform.ts'
import { fileForm, megabytes } from './file-form.ts'
import { eventsIn, MARK } from './messenger-events.ts'
import { metaFailure, readChallenge, readEntries } from './meta.ts'
import { toPlainText } from './render-markdown.ts'
import { splitText } from './split-text.ts'

type Options = {
  call: CallPlatform
  /** With the version, without a trailing slash. */
  baseUrl(accessToken: string): string
  platform: 'Messenger' | 'Instagram'
}

const WINDOW_MS = 24 * 60 * 60_000
/** Meta keeps no order. */
const SETTLE_MS = 800
const MAX_CHARACTERS = 2_000
const MAX_INSTAGRAM_BYTES = 1_000
const subscribed = 'messages,messaging_postbacks,message_echoes,message_deliveries,message_reads'

/** Quick replies stand below the text. */
const buttons: ButtonRules = { max: 13, maxTitle: 20, maxText: MAX_CHARACTERS }
const messengerFiles: FileRules = {
  maxBytes: megabytes(25),
  takes: ({ size }) => size > 0,
  maxCaption: () => 0,
}
const instagramImages: ReadonlySet<string> = new Set(['image/jpeg', 'image/png'])
const instagramSounds: ReadonlySet<string> = new Set(['audio/mp4', 'audio/x-m4a', 'audio/wav'])
/** Instagram fetches files from their address. */
const instagramFiles: FileRules = {
  maxBytes: megabytes(25),
  takes: ({ mime, size }) =>
    instagramImages.has(mime) ? size <= megabytes(8) : instagramSounds.has(mime) && size > 0,
  maxCaption: () => 0,
}

/** Messages to a Facebook page or to the Instagram account of one. The page's token serves both. */
export function createMessenger({ call, baseUrl, platform }: Options): ChannelPort {
  const isInstagram = platform === 'Instagram'
  const urlOf = ({ accessToken = '' }: ChannelValues, path: string) => `${baseUrl(accessToken)}/${path}`
  const headersOf = ({ accessToken = '' }: ChannelValues) => ({ authorization: `Bearer ${accessToken}` })
  const post = (values: ChannelValues, path: string, json: object) =>
    call(urlOf(values, path), { method: 'POST', headers: headersOf(values), json })
  const accountOf = ({ pageId = '', instagramId = '' }: ChannelValues) => (isInstagram ? instagramId : pageId)

  async function upload(values: ChannelValues, file: OutgoingFile): Promise<string> {
    const attachment = { type: typeOf(file), payload: { is_reusable: true } }
    const form = fileForm({ message: JSON.stringify({ attachment }) }, 'filedata', file)
    const response = await call(urlOf(values, `${values.pageId}/message_attachments`), {
      ...{ method: 'POST', headers: headersOf(values), form },
    })
    const { attachment_id: id } = response.body
    if (response.status !== 200 || typeof id !== 'string') {
      throw metaFailure(response, platform)
    }
    return id
  }

  return {
    windowMs: WINDOW_MS,
    sharesHook: true,
    settleMs: SETTLE_MS,
    isRepeatable: false,
    generate: () => ({ verifyToken: `flowtill-${randomBytes(12).toString('hex')}` }),
    split: (text) =>
      isInstagram ? splitBytes(toPlainText(text)) : splitText(toPlainText(text), MAX_CHARACTERS),

    async check(values) {
      const id = accountOf(values)
      requireDigits('pageId', values.pageId)
      requireDigits(isInstagram ? 'instagramId' : 'pageId', id)
      if (!values.appSecret) {
        rejectSettings('appSecret', 'Enter the app secret.')
      }
      const response = await call(urlOf(values, `${id}?fields=name,username`), {
        headers: headersOf(values),
      }).catch(rejectUnreachable)
      if (response.status !== 200) {
        rejectAccount(metaFailure(response, platform), isInstagram ? 'instagramId' : 'pageId')
      }
      const { name, username } = response.body
      const address = typeof username === 'string' ? `@${username}` : ''
      return { id, name: String(name ?? username ?? ''), address, otherWebhook: null }
    },

    async connect(values) {
      const json = { subscribed_fields: subscribed }
      const response = await post(values, `${values.pageId}/subscribed_apps`, json).catch(rejectUnreachable)
      if (response.status !== 200) {
        throw new AppError('UPSTREAM_FAILED', `Meta: ${metaFailure(response, platform).message}`)
      }
    },

    receive(request, values, { id }) {
      const challenge = readChallenge(request, values.verifyToken)
      if (challenge) {
        return challenge
      }
      const entries = readEntries(request, values, isInstagram ? 'instagram' : 'page')
      return { events: entries.flatMap(({ messaging }) => eventsIn(messaging, id, isInstagram)) }
    },

    files: isInstagram ? instagramFiles : messengerFiles,
    buttons,
    ...(!isInstagram && { upload }),

    async send(values, message) {
      const { id, address, signal } = message
      const response = await call(urlOf(values, `${values.pageId}/messages`), {
        ...{ method: 'POST', headers: headersOf(values), signal },
        json: {
          ...{ recipient: { id: address.userId }, messaging_type: 'RESPONSE' },
          message: { ...contentOf(message), metadata: MARK + id },
        },
      })
      const { message_id: messageId } = response.body
      if (response.status !== 200 || typeof messageId !== 'string') {
        throw metaFailure(response, platform)
      }
      return messageId
    },

    async showTyping(values, { userId }) {
      await post(values, `${values.pageId}/messages`, {
        recipient: { id: userId },
        sender_action: 'typing_on',
      })
    },

    download: (_, { id }) => call.download(id),
  }
}

function typeOf({ mime }: OutgoingFile) {
  const [type = ''] = mime.split('/')
  return ['image', 'audio', 'video'].includes(type) ? type : 'file'
}

/** A file by its id where it was uploaded, else by its address. */
function contentOf({ text, files: [file], uploadId, buttons: shown }: Outgoing) {
  if (file) {
    const payload = uploadId === undefined ? { url: file.url } : { attachment_id: uploadId }
    return { attachment: { type: typeOf(file), payload } }
  }
  const replies = shown.map(({ id: payload, title }) => ({ content_type: 'text', title, payload }))
  return { text, ...(replies.length > 0 && { quick_replies: replies }) }
}

/** Instagram counts bytes. */
function splitBytes(text: string, limit = MAX_INSTAGRAM_BYTES): string[] {
  return splitText(text, limit).flatMap((piece) =>
    Buffer.byteLength(piece) <= MAX_INSTAGRAM_BYTES ? [piece] : splitBytes(piece, Math.floor(limit * 0.8)),
  )
}

function requireDigits(field: string, value = '') {
  if (!/^\d{5,30}$/.test(value)) {
    rejectSettings(field, 'Enter the number that Meta shows, digits only.')
  }
}

function rejectAccount(failure: SendFailure, field: string): never {
  if (failure.outcome === 'unknown' || failure.outcome === 'later') {
    rejectUnreachable(failure)
  }
  rejectSettings(failure.outcome === 'signed_out' ? 'accessToken' : field, `Meta: ${failure.message}`)
}

function rejectUnreachable(error: unknown): never {
  throw error instanceof SendFailure
    ? new AppError('UPSTREAM_FAILED', error.message, { cause: error })
    : error
}
