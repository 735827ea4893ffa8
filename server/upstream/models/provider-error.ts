import { APICallError, InvalidResponseDataError, JSONParseError, TypeValidationError } from '@ai-sdk/provider'
import { codeOf, describeFailure, describeStatus } from '#server/engine/service-error.ts'
import { AppError } from '#shared/errors.ts'
import { isRecord } from '#shared/json.ts'
import { BrokenOff } from './provider-model.ts'

type Call = { name: string; apiKey: string | undefined; signal: AbortSignal }

const maxSentence = 300

/**
 * Turns a failed call into an error for the flow's author: the provider's own message if there is one, never a
 * key. An aborted call returns its abort reason.
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

/** The packages' errors contain the whole request with users' messages, so only a summary is logged. */
function summarise(error: unknown, apiKey: string | undefined): Error {
  const message = error instanceof Error ? error.message : textIn(error)
  const summary = new Error(`${nameIn(error)}: ${toSentence(message, apiKey)}`.slice(0, 500))
  const { statusCode: status, responseHeaders } = APICallError.isInstance(error) ? error : {}
  const retryAfter = responseHeaders?.['retry-after']
  return Object.assign(summary, {
    code: codeOf(error) || undefined,
    status,
    ...(retryAfter && { retryAfter }),
  })
}

function describe(error: unknown, { name, apiKey }: Call): ReturnType<typeof describeFailure> {
  if (APICallError.isInstance(error) && error.statusCode !== undefined && error.statusCode >= 300) {
    return describeStatus(name, error.statusCode, toSentence(error.message, apiKey))
  }
  if (error instanceof BrokenOff || InvalidResponseDataError.isInstance(error)) {
    return {
      code: 'UPSTREAM_FAILED',
      message: `${name} broke off before its answer was complete. Try again.`,
    }
  }
  if (error instanceof Error) {
    return describeFailure(isUnreadable(error) ? new SyntaxError() : error, name)
  }
  const text = toSentence(textIn(error), apiKey)
  const message = text === '' ? `${name} stopped with an error.` : `${name} stopped with an error: ${text}`
  return { code: 'UPSTREAM_FAILED', message }
}

function isUnreadable(error: Error): boolean {
  const isOfPackage =
    JSONParseError.isInstance(error) ||
    TypeValidationError.isInstance(error) ||
    APICallError.isInstance(error)
  return isOfPackage && codeOf(error) === '' && error.name !== 'TimeoutError'
}

/** Errors that arrive inside a stream are plain data: a text, `{ message }` or `{ error: { message } }`. */
function textIn(error: unknown): string {
  if (typeof error === 'string') {
    return error
  }
  if (!isRecord(error)) {
    return ''
  }
  if ('message' in error && typeof error.message === 'string') {
    return error.message
  }
  return 'error' in error ? textIn(error.error) : ''
}

// Matches a key with the text that introduces it: "Incorrect API key provided: sk-ab***yz." loses only its end.
const keyLike = /[:=]?\s*["'`]?\b(?:sk|csk|pk|rk|gsk|key|xai|pplx|fw|tgp|AIza)[-_]?[\w*.-]{8,}["'`]?/g

/** The provider's message with anything that looks like a key removed. */
export function toSentence(text: string, apiKey: string | undefined): string {
  const plain = text.replace(/\s+/g, ' ').trim()
  const clean = (apiKey && apiKey.length > 5 ? plain.replaceAll(apiKey, '…') : plain).replace(keyLike, '.')
  const sentence = clean
    .replace(/\.{2,}/g, '.')
    .slice(0, maxSentence)
    .trim()
  return sentence === '' || /[.!?…]$/.test(sentence) ? sentence : `${sentence}.`
}

function nameIn(error: unknown): string {
  return error instanceof Error || error instanceof DOMException ? error.name : ''
}
