import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

type Encoding = 'br' | 'gzip' | 'identity'
type Stored = {
  value: unknown
  text: string
  tag: string
  bodies: Partial<Record<Encoding, Promise<Buffer>>>
}
type Options = {
  type?: string
  cacheControl?: string
  /** Storage key; defaults to the route and its parameters. */
  address?: string
}

const encodings = ['br', 'gzip'] as const
/** Above the number of shared responses, because callers choose the URLs. */
const MAX_STORED = 500
const MAX_CHARACTERS = 4_000_000
/** Compression of smaller responses saves no packet. */
const MIN_COMPRESSED = 1_024
// Quality 11 takes half a second of a core for the list of nodes and saves only another tenth.
const params = { [constants.BROTLI_PARAM_QUALITY]: 9 }
const compress = {
  br: (bytes: Buffer) => promisify(brotliCompress)(bytes, { params }),
  gzip: (bytes: Buffer) => promisify(gzip)(bytes, { level: 9 }),
  identity: async (bytes: Buffer) => bytes,
}

/**
 * Sends responses that are the same for every caller: serialized and compressed once per content, with a strong
 * ETag, and as a 304 to callers that have it. The procedure still computes and authorizes each request; the stored
 * response is used only while the value is the same.
 */
export function createSharedResponses(maxStored = MAX_STORED) {
  const responses = new Map<string, Stored>()
  let characters = 0

  function store(address: string, value: unknown): Stored {
    const known = responses.get(address)
    responses.delete(address)
    if (known && isSame(known.value, value)) {
      responses.set(address, known)
      return known
    }
    const text = typeof value === 'string' ? value : JSON.stringify(value)
    // A rebuilt value may still serialize to the same text.
    const stored = known?.text === text ? { ...known, value } : { value, text, tag: hash(text), bodies: {} }
    responses.set(address, stored)
    characters += text.length - (known?.text.length ?? 0)
    evict(address)
    return stored
  }

  function evict(newest: string) {
    const isFull = () => responses.size > maxStored || characters > MAX_CHARACTERS
    for (const [address, { text }] of responses) {
      if (address === newest || !isFull()) {
        return
      }
      responses.delete(address)
      characters -= text.length
    }
  }

  async function prepare(
    request: FastifyRequest,
    reply: FastifyReply,
    value: unknown,
    {
      type = 'application/json; charset=utf-8',
      cacheControl = 'private, no-cache',
      address = addressOf(request),
    }: Options = {},
  ): Promise<Buffer | string> {
    const stored = store(address, value)
    const encoding = stored.text.length < MIN_COMPRESSED ? 'identity' : chooseEncoding(request)
    reply.headers({ etag: tagOf(stored, encoding), vary: 'accept-encoding', 'cache-control': cacheControl })
    if (hasTag(request.headers['if-none-match'], stored)) {
      reply.code(304)
      return ''
    }
    stored.bodies[encoding] ??= compress[encoding](Buffer.from(stored.text))
    if (encoding !== 'identity') {
      reply.header('content-encoding', encoding)
    }
    reply.type(type)
    return await stored.bodies[encoding]
  }

  async function send(request: FastifyRequest, reply: FastifyReply, value: unknown, options?: Options) {
    return reply.send(await prepare(request, reply, value, options))
  }

  return { send, prepare, count: () => responses.size }
}

/** One key for every spelling of a URL. Excludes the query: a response that depends on it is not shared. */
function addressOf({ routeOptions, params }: FastifyRequest) {
  return `${routeOptions.url} ${JSON.stringify(params)}`
}

/** Lists are compared by element, because output schemas copy them. */
function isSame(known: unknown, value: unknown): boolean {
  return (
    known === value ||
    (Array.isArray(known) &&
      Array.isArray(value) &&
      known.length === value.length &&
      known.every((each, index) => each === value[index]))
  )
}

function hash(text: string) {
  return createHash('sha256').update(text).digest('base64url').slice(0, 22)
}

/** A strong ETag identifies bytes, so each encoding has its own. */
function tagOf({ tag }: Stored, encoding: Encoding) {
  return encoding === 'identity' ? `"${tag}"` : `"${tag}-${encoding}"`
}

// Compressing proxies weaken the tag; the content is the same.
function hasTag(header: string | undefined, stored: Stored): boolean {
  const requested = (header ?? '').split(',').map((each) => each.trim().replace(/^W\//, ''))
  const own = [...encodings, 'identity' as const].map((encoding) => tagOf(stored, encoding))
  return requested.some((each) => each === '*' || own.includes(each))
}

function chooseEncoding({ headers }: FastifyRequest): Encoding {
  const accepted = String(headers['accept-encoding'] ?? '')
    .split(',')
    .map((each) =>
      each
        .trim()
        .toLowerCase()
        .split(/\s*;\s*q=/),
    )
    .filter(([, weight = '1']) => Number(weight) > 0)
    .map(([name]) => name)
  return encodings.find((encoding) => accepted.includes(encoding)) ?? 'identity'
}
