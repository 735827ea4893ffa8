import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { AppError } from '#shared/errors.ts'
import { isOn, type WebhookRequest } from './webhook-request.ts'

const MAX_AGE_MS = 5 * 60_000
const HASH = 'sha256'

type Inputs = Readonly<Record<string, unknown>>
type Signed = Pick<WebhookRequest, 'headers' | 'raw'>

const defaultSignatureHeader = 'x-webhook-signature'

export function signatureHeaderOf(inputs: Inputs): string | undefined {
  return isOn(inputs.webhookEnableAuth)
    ? String(inputs.webhookSignatureHeader || defaultSignatureHeader).toLowerCase()
    : undefined
}

/** Throws UNAUTHENTICATED unless the request is signed with the secret, within the last minutes if it is dated. */
export function requireSignature(inputs: Inputs, request: Signed, secret: string | undefined, now: Date) {
  const header = signatureHeaderOf(inputs)
  if (header === undefined) {
    return
  }
  const sent = headerOf(request.headers, header)
  if (!(secret && sent)) {
    reject('This webhook needs a signature.')
  }
  if (inputs.webhookSignatureType === 'plain-token') {
    if (!equal(sent.replace(/^Bearer +/i, ''), secret)) {
      reject('The signature of this webhook is not valid.')
    }
    return
  }
  const { payload, signatures, time } = readSignature(sent, request)
  const isSigned = keysOf(secret).some((key) => {
    const digest = createHmac('sha256', key).update(payload).digest()
    return signatures.some(
      (signature) =>
        equal(signature.toLowerCase(), digest.toString('hex')) || equal(signature, digest.toString('base64')),
    )
  })
  if (!isSigned) {
    reject('The signature of this webhook is not valid.')
  }
  if (time !== undefined && !(Math.abs(now.getTime() - time) <= MAX_AGE_MS)) {
    reject('This webhook was signed too long ago.')
  }
}

/**
 * What was signed: the raw body, or the body with a time. Known forms with a time: `webhook-id`, `webhook-timestamp`
 * and `v1,<base64>` (Standard Webhooks), `t=<seconds>,v1=<hex>`, and `v0=<hex>` with a header of the time.
 */
function readSignature(sent: string, { headers, raw }: Signed) {
  const id = headerOf(headers, 'webhook-id') ?? headerOf(headers, 'svix-id')
  const stamp = headerOf(headers, 'webhook-timestamp') ?? headerOf(headers, 'svix-timestamp')
  if (id !== undefined && stamp !== undefined && /(^| )v1,/.test(sent)) {
    const signatures = sent.split(' ').flatMap((each) => (each.startsWith('v1,') ? [each.slice(3)] : []))
    return { payload: join(`${id}.${stamp}.`, raw), signatures, time: Number(stamp) * 1_000 }
  }
  const parts = sent.split(',').map((part) => part.trim().split('='))
  const at = parts.find(([name]) => name === 't')?.[1]
  if (at !== undefined) {
    const signatures = parts.flatMap(([name, value]) => (name === 'v1' && value ? [value] : []))
    return { payload: join(`${at}.`, raw), signatures, time: Number(at) * 1_000 }
  }
  const slackTime = headerOf(headers, 'x-slack-request-timestamp')
  if (slackTime !== undefined && sent.startsWith('v0=')) {
    return {
      payload: join(`v0:${slackTime}:`, raw),
      signatures: [sent.slice(3)],
      time: Number(slackTime) * 1_000,
    }
  }
  return { payload: raw, signatures: [sent.replace(/^sha256=/i, '')], time: undefined }
}

function join(start: string, raw: Buffer) {
  return Buffer.concat([Buffer.from(start), raw])
}

/** Secrets of Standard Webhooks are base64 behind a prefix. */
function keysOf(secret: string): Buffer[] {
  const prefix = 'whsec_'
  return secret.startsWith(prefix)
    ? [Buffer.from(secret.slice(prefix.length), 'base64'), Buffer.from(secret)]
    : [Buffer.from(secret)]
}

/** Hashes first, because the comparison takes texts of one length. */
function equal(a: string, b: string) {
  const hash = (text: string) => createHash(HASH).update(text).digest()
  return timingSafeEqual(hash(a), hash(b))
}

/** Headers in which services send the id of a delivery, the same one when they repeat it. */
const knownHeaders = [
  'idempotency-key',
  'webhook-id',
  'svix-id',
  'x-github-delivery',
  'x-gitlab-event-uuid',
  'x-shopify-webhook-id',
  'x-request-uuid',
  'x-event-id',
  'x-delivery-id',
]

/** The same for each repetition of a delivery. Undefined where repetitions cannot be recognised. */
export function deliveryKeyOf(inputs: Inputs, { headers, raw }: Signed, chosen: string | null) {
  const names = chosen ? [chosen.toLowerCase()] : knownHeaders
  const name = names.find((each) => headerOf(headers, each))
  if (name) {
    return hash(`${name}:${headerOf(headers, name)}`)
  }
  const header = signatureHeaderOf(inputs)
  const signature = header && headerOf(headers, header)
  // A plain token is the same for all deliveries, so it tells two equal ones not apart.
  return signature && inputs.webhookSignatureType !== 'plain-token' ? hash(`${signature}:`, raw) : undefined
}

function hash(text: string, raw: Buffer = Buffer.alloc(0)) {
  return createHash(HASH).update(text).update(raw).digest('base64url')
}

function headerOf(headers: IncomingHttpHeaders, name: string) {
  const value = headers[name]
  return Array.isArray(value) ? value[0] : value
}

function reject(message: string): never {
  throw new AppError('UNAUTHENTICATED', message)
}
