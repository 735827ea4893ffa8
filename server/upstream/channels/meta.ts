import {
  type ChannelRequest,
  type ChannelValues,
  type Received,
  SendFailure,
} from '#server/ports/channels.ts'
import { AppError } from '#shared/errors.ts'
import { isRecord, parseJson } from '#shared/json.ts'
import type { PlatformResponse } from './call-platform.ts'
import { headerOf, hmac, isEqual, rejectSignature } from './signature.ts'

/** What WhatsApp, Messenger and Instagram have in common: the check of the address, signatures and errors. */

/** Meta checks the address once, before it sends events there. Undefined for any other request. */
export function readChallenge({ method, query }: ChannelRequest, verifyToken = ''): Received | undefined {
  if (method !== 'GET') {
    return undefined
  }
  const { 'hub.mode': mode, 'hub.verify_token': token, 'hub.challenge': challenge } = query
  const isValid = mode === 'subscribe' && typeof token === 'string' && isEqual(token, verifyToken)
  if (!isValid || typeof challenge !== 'string' || !/^[\w-]{1,200}$/.test(challenge)) {
    throw new AppError('FORBIDDEN', 'The verify token is not the one of this channel.')
  }
  return { events: [], challenge }
}

/** The entries of a signed body. The signature covers the bytes: printing the parsed body again would change them. */
export function readEntries(request: ChannelRequest, { appSecret = '' }: ChannelValues, object: string) {
  const sent = headerOf(request, 'x-hub-signature-256')
  if (!(sent && appSecret && isEqual(sent, `sha256=${hmac(appSecret, [request.raw], 'hex')}`))) {
    rejectSignature()
  }
  const body = parseJson(request.raw.toString('utf8'))
  const entries = isRecord(body) && body.object === object ? body.entry : []
  return Array.isArray(entries) ? entries.filter(isRecord) : []
}

const later: ReadonlySet<number> = new Set([...[1, 2, 4, 32, 613, 1200, 80_007, 130_429, 131_056, 131_057]])
const isSignIn = (code: number) => code === 190 || code === 10 || (code >= 200 && code <= 299)
/** The 24 hours are over, or the person cannot be reached: the code is that of a missing right. */
const personal: ReadonlySet<number> = new Set([2_018_278, 2_018_001])
/** Too many messages for one person: Meta asks for more patience than for other limits. */
const PAIR_LIMIT = 131_056
const PAIR_SECONDS = 6

export function metaFailure(
  { status, body, retryAfterSeconds }: PlatformResponse,
  platform: string,
): SendFailure {
  const error = isRecord(body.error) ? body.error : undefined
  if (!error) {
    const outcome = status === 429 ? 'later' : 'unknown'
    return new SendFailure(outcome, `${platform} answered ${status}.`, {
      code: String(status),
      retryAfterSeconds,
    })
  }
  const code = Number(error.code)
  const subcode = Number(error.error_subcode)
  const details = isRecord(error.error_data) ? error.error_data.details : undefined
  const message = String(details ?? error.message ?? `${platform} answered ${status}.`)
  return new SendFailure(personal.has(subcode) ? 'rejected' : outcomeOf(code, status), message, {
    code: String(error.code ?? status),
    retryAfterSeconds: retryAfterSeconds ?? (code === PAIR_LIMIT ? PAIR_SECONDS : undefined),
  })
}

function outcomeOf(code: number, status: number) {
  if (later.has(code) || status === 429) {
    return 'later'
  }
  return isSignIn(code) ? 'signed_out' : 'rejected'
}
