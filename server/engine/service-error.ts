import { AppError, type ErrorCode } from '#shared/errors.ts'

/** A failed call to an external service. The message names the service and a remedy. */
export class ServiceError extends AppError {
  /** The service is named after its host, because the port does not know a better name. */
  readonly isProvisional: boolean

  constructor({ code, message }: Described, cause: unknown, isProvisional = false) {
    super(code, message, { cause })
    this.isProvisional = isProvisional
  }
}

type Described = { code: ErrorCode; message: string }
type Call = {
  service: string
  /** The run's signal: a call aborted by it throws its reason. */
  signal?: AbortSignal | undefined
  isProvisional?: boolean
}

const MAX_SENTENCE = 300

const unreachable = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EADDRNOTAVAIL',
])
const slow = new Set([
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

/** The single translation of failed calls. An AppError passes unchanged; a provisional name is replaced. */
export function toServiceError(error: unknown, { service, signal, isProvisional }: Call): unknown {
  if (signal?.aborted) {
    return signal.reason
  }
  if (error instanceof ServiceError && error.isProvisional) {
    return new ServiceError(describeFailure(error.cause, service), error.cause, isProvisional)
  }
  return error instanceof AppError
    ? error
    : new ServiceError(describeFailure(error, service), error, isProvisional)
}

export function describeFailure(error: unknown, service: string): Described {
  const code = codeOf(error)
  if (slow.has(code) || isTimeout(error)) {
    return { code: 'TIMED_OUT', message: `${service} did not answer in time. Try again in a moment.` }
  }
  if (unreachable.has(code)) {
    return upstream(`${service} could not be reached. Check the address and try again.`)
  }
  if (isTlsFailure(code)) {
    return upstream(
      `${service} could not be reached: there is no secure connection. Check the address and its certificate.`,
    )
  }
  if (code === 'ERR_INVALID_URL') {
    return { code: 'INVALID_FLOW', message: `The address of ${service} is not a URL. Check the address.` }
  }
  if (broken.has(code)) {
    return upstream(`The connection to ${service} broke before the answer was complete. Try again.`)
  }
  return isUnreadable(error)
    ? upstream(`${service} sent an answer that could not be read. Check the address and try again.`)
    : upstream(`${service} could not be called. Check the settings and try again.`)
}

/** Error for a rejecting response. The service's own message replaces general advice. */
export function describeStatus(service: string, status: number, message = ''): Described {
  const words = shorten(message).replace(/\.$/, '')
  const sentence = `${service} answered ${status}${words && `: ${words}`}${/[!?…]$/.test(words) ? '' : '.'}`
  return {
    code: status === 429 ? 'RATE_LIMITED' : 'UPSTREAM_FAILED',
    message: words === '' ? sentence + adviceFor(status) : sentence,
  }
}

export function statusError(service: string, status: number, message?: string): ServiceError {
  return new ServiceError(describeStatus(service, status, message), { status })
}

export function unreadableAnswer(service: string, cause?: unknown): ServiceError {
  return new ServiceError(describeFailure(new SyntaxError('', { cause }), service), cause)
}

function adviceFor(status: number): string {
  if (status === 401 || status === 403) {
    return ' Check its credential.'
  }
  if (status === 404) {
    return ' Check the address and the names in the settings.'
  }
  if (status === 429 || status >= 500) {
    return ' Try again in a moment.'
  }
  return ' Check the settings.'
}

function upstream(message: string): Described {
  return { code: 'UPSTREAM_FAILED', message }
}

function shorten(text: string): string {
  return text.replace(/\s+/g, ' ').trim().slice(0, MAX_SENTENCE)
}

export function codeOf(error: unknown, depth = 0): string {
  if (typeof error !== 'object' || error === null || depth > 4) {
    return ''
  }
  if ('code' in error && typeof error.code === 'string') {
    return error.code
  }
  const inner = error instanceof AggregateError ? error.errors[0] : undefined
  return codeOf(inner ?? ('cause' in error ? error.cause : undefined), depth + 1)
}

function isTimeout(error: unknown): boolean {
  return (error instanceof Error || error instanceof DOMException) && error.name === 'TimeoutError'
}

function isTlsFailure(code: string): boolean {
  return code === 'EPROTO' || code.startsWith('ERR_TLS') || code.startsWith('ERR_SSL') || /CERT/.test(code)
}

/** Compares names, because zod and the JSON parsers have error classes of several libraries. */
function isUnreadable(error: unknown): boolean {
  const name = error instanceof Error ? error.name : ''
  return (
    name === 'SyntaxError' || name === 'ZodError' || name === '$ZodError' || codeOf(error).startsWith('HPE_')
  )
}
