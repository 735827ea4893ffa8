import type { Input, Inputs, Json } from './inputs.ts'
import type { Plan, Step } from './plan-flow.ts'
import type { ChatRequest, ModelSettings } from './ports.ts'
import { isField } from './read-inputs.ts'

/** Maximum characters stored per value, to bound the log. */
const MAX_LENGTH = 20_000
const DEEPEST = 12
/** Shorter values would match ordinary text by chance. */
const SHORTEST_SECRET = 6
export const MASK = '••••••'

const secretName =
  /^(proxy-)?authorization$|^(set-)?cookie$|password|passphrase|secret|api[-_]?key|access[-_]?(key|token)|auth[-_]?token|bearer|private[-_]?key/i

/**
 * Trace data of canvas runs: inputs, outputs and requests. API runs omit it, because it would be stored for every
 * answer and rarely read.
 */
export type Trace = {
  /** Masks these texts in everything traced from now on. */
  hide(values: readonly unknown[]): void
  /**
   * A copy with secrets masked and at most 20,000 characters; truncation is marked. Undefined for values that
   * cannot be stored.
   */
  record(value: unknown): Json | undefined
  /** Hash of a step and all its dependencies; changes with any of their settings. */
  hashOf(step: Step): Promise<string>
}

export function createTrace({ steps }: Pick<Plan, 'steps'>): Trace {
  const secrets = new Set<string>()
  const hashes = new Map<string, Promise<string>>()

  function hide(values: readonly unknown[]) {
    for (const value of values) {
      if (typeof value === 'string' && value.length >= SHORTEST_SECRET) {
        secrets.add(value)
      }
    }
  }

  function hashOf(step: Step): Promise<string> {
    const known = hashes.get(step.id) ?? compute(step)
    hashes.set(step.id, known)
    return known
  }

  async function compute({ data, needs }: Step) {
    const needed = await Promise.all(steps.filter(({ id }) => needs.includes(id)).map(hashOf))
    const { name, version, inputs, outputs, credential } = data
    return digest([name, version, inputs, outputs, credential, needed])
  }

  return { hide, record: (value) => copy(value, [...secrets]), hashOf }
}

export function secretsOf(declared: Inputs, values: Readonly<Record<string, unknown>>): unknown[] {
  return Object.entries(declared)
    .filter(([, { type }]) => type === 'password')
    .map(([name]) => values[name])
}

/** Field values of a node at its start, without handles, which are traced by their own nodes. */
export function fieldsOf(
  declared: Inputs,
  values: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const fields = Object.entries(declared).filter(([, input]) => isField(input.type))
  return Object.fromEntries(fields.map(([name, input]) => [name, fieldOf(input, values[name])]))
}

function fieldOf({ type }: Input, value: unknown) {
  return type === 'password' && value !== undefined && value !== '' ? MASK : value
}

/** A readable form of a request: settings without the key, images by size. */
export function describeRequest(settings: ModelSettings, { messages, ...rest }: ChatRequest) {
  const { apiKey: _, streaming: __, ...relevant } = settings
  return { ...relevant, ...rest, messages: messages.map(withoutPictures) }
}

function withoutPictures(message: ChatRequest['messages'][number]) {
  if (message.role !== 'user' || !message.images) {
    return message
  }
  const images = message.images.map((image) =>
    'data' in image ? `${image.mediaType}, ${Math.ceil((image.data.length * 3) / 4_096)} KB` : image.url,
  )
  return { ...message, images }
}

export async function digest(value: unknown): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(value))
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return Array.from(hash.subarray(0, 16), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

function copy(value: unknown, secrets: readonly string[]): Json | undefined {
  let left = MAX_LENGTH
  const ancestors = new Set<object>()

  function text(full: string): string {
    const masked = secrets.reduce((stored, secret) => stored.replaceAll(secret, MASK), full)
    if (masked.length <= left) {
      left -= masked.length
      return masked
    }
    const cut = masked.slice(0, left)
    left = 0
    return `${cut}… [${masked.length - cut.length} more characters]`
  }

  function list(values: readonly unknown[], depth: number): Json[] {
    const stored: Json[] = []
    for (const [index, value] of values.entries()) {
      if (left <= 0) {
        stored.push(`… [${values.length - index} more]`)
        break
      }
      stored.push(any(value, depth) ?? null)
    }
    return stored
  }

  function record(values: object, depth: number): Json {
    const stored: { [name: string]: Json } = {}
    const entries = Object.entries(values)
    for (const [index, [name, value]] of entries.entries()) {
      if (left <= 0) {
        stored['…'] = `[${entries.length - index} more]`
        break
      }
      left -= name.length
      const own = secretName.test(name) && value ? MASK : any(value, depth)
      if (own !== undefined) {
        stored[name] = own
      }
    }
    return stored
  }

  function any(value: unknown, depth: number): Json | undefined {
    switch (typeof value) {
      case 'string':
        return text(value)
      case 'number':
        left -= 4
        return Number.isFinite(value) ? value : String(value)
      case 'boolean':
        left -= 4
        return value
      case 'bigint':
        return text(String(value))
      case 'object':
        return value === null ? null : nested(value, depth)
      default:
        return undefined
    }
  }

  function nested(value: object, depth: number): Json | undefined {
    if (value instanceof Date) {
      return value.toJSON()
    }
    if (ArrayBuffer.isView(value)) {
      return `[${value.byteLength} bytes]`
    }
    if (ancestors.has(value) || depth >= DEEPEST) {
      return '…'
    }
    ancestors.add(value)
    const stored = Array.isArray(value) ? list(value, depth + 1) : record(value, depth + 1)
    ancestors.delete(value)
    return stored
  }

  return any(value, 0)
}
