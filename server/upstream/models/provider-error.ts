import { APICallError, InvalidResponseDataError, JSONParseError, TypeValidationError } from '@ai-sdk/provider'
import { z } from 'zod'
import { AppError } from '#shared/errors.ts'
import { BrokenOff } from './provider-model.ts'

type Call = { name: string; apiKey: string | undefined; signal: AbortSignal }

const unreachable = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EPROTO',
])
const tooSlow = new Set([
  'ETIMEDOUT',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
])
const broken = new Set([
  'ECONNRESET',
  'EPIPE',
  'UND_ERR_SOCKET',
  'UND_ERR_ABORTED',
  'UND_ERR_RES_CONTENT_LENGTH_MISMATCH',
])
const longestSentence = 300

/**
 * What went wrong in a call, as a sentence for the flow's author: the provider's own words where it gave some, never a
 * key. A call that was stopped gives the reason it was stopped for.
 */
export function toModelError(error: unknown, call: Call): unknown {
  if (call.signal.aborted) {
    return call.signal.reason
  }
  if (error instanceof AppError) {
    return error
  }
  const { code, message } = describe(error, call)
  return new AppError(code, message, { cause: summarise(error, call.apiKey) })
}

/** What the log may know. The packages' own errors carry the whole request, and with it what people have written. */
function summarise(error: unknown, apiKey: string | undefined): Error {
  const said = error instanceof Error ? error.message : textIn(error)
  const summary = new Error(`${nameIn(error)}: ${toSentence(said, apiKey)}`.slice(0, 500))
  const status = APICallError.isInstance(error) ? error.statusCode : undefined
  return Object.assign(summary, { code: codeOf(error) || undefined, status })
}

type Described = { code: 'UPSTREAM_FAILED' | 'RATE_LIMITED' | 'TIMED_OUT'; message: string }

function describe(error: unknown, call: Call): Described {
  const { name } = call
  if (APICallError.isInstance(error) && error.statusCode !== undefined && error.statusCode >= 300) {
    return describeAnswer(error, error.statusCode, call)
  }
  const code = codeOf(error)
  if (tooSlow.has(code) || nameIn(error) === 'TimeoutError') {
    return { code: 'TIMED_OUT', message: `${name} did not answer in time.` }
  }
  if (unreachable.has(code) || code.startsWith('ERR_TLS') || code.includes('CERT')) {
    return { code: 'UPSTREAM_FAILED', message: `${name} could not be reached.` }
  }
  return { code: 'UPSTREAM_FAILED', message: describeBroken(error, call) }
}

function describeAnswer(error: APICallError, status: number, { name, apiKey }: Call): Described {
  const said = toSentence(error.message, apiKey)
  const message = said === '' ? `${name} answered ${status}.` : `${name} answered ${status}: ${said}`
  return { code: status === 429 ? 'RATE_LIMITED' : 'UPSTREAM_FAILED', message }
}

/** The answer began, or ended, in a way it should not have. */
function describeBroken(error: unknown, { name, apiKey }: Call): string {
  if (broken.has(codeOf(error))) {
    return `The connection to ${name} broke before the answer was complete.`
  }
  if (error instanceof BrokenOff || InvalidResponseDataError.isInstance(error)) {
    return `${name} broke off before its answer was complete.`
  }
  if (
    JSONParseError.isInstance(error) ||
    TypeValidationError.isInstance(error) ||
    APICallError.isInstance(error) ||
    error instanceof z.ZodError ||
    error instanceof SyntaxError
  ) {
    return `${name} sent an answer that could not be read.`
  }
  if (error instanceof Error) {
    return `${name} could not be asked.`
  }
  const said = toSentence(textIn(error), apiKey)
  return said === '' ? `${name} stopped with an error.` : `${name} stopped with an error: ${said}`
}

/** Errors that arrive inside a stream are plain data: a text, `{ message }` or `{ error: { message } }`. */
function textIn(error: unknown): string {
  if (typeof error === 'string') {
    return error
  }
  if (typeof error !== 'object' || error === null) {
    return ''
  }
  if ('message' in error && typeof error.message === 'string') {
    return error.message
  }
  return 'error' in error ? textIn(error.error) : ''
}

// Keys are cut out with what introduces them: "Incorrect API key provided: sk-ab***yz." loses its end only.
const keyLike = /[:=]?\s*["'`]?\b(?:sk|csk|pk|rk|gsk|key|xai|pplx|fw|tgp|AIza)[-_]?[\w*.-]{8,}["'`]?/g

function toSentence(text: string, apiKey: string | undefined): string {
  const plain = text.replace(/\s+/g, ' ').trim()
  const clean = (apiKey && apiKey.length > 5 ? plain.replaceAll(apiKey, '…') : plain).replace(keyLike, '.')
  const sentence = clean
    .replace(/\.{2,}/g, '.')
    .slice(0, longestSentence)
    .trim()
  return sentence === '' || /[.!?…]$/.test(sentence) ? sentence : `${sentence}.`
}

function codeOf(error: unknown, depth = 0): string {
  if (typeof error !== 'object' || error === null || depth > 4) {
    return ''
  }
  if ('code' in error && typeof error.code === 'string') {
    return error.code
  }
  return 'cause' in error ? codeOf(error.cause, depth + 1) : ''
}

function nameIn(error: unknown): string {
  return error instanceof Error || error instanceof DOMException ? error.name : ''
}
