import { assertOutsideTransaction } from '#server/db/transaction-scope.ts'
import type { Ports, RedisReply, RedisSettings } from '#server/engine/ports.ts'
import { codeOf, ServiceError, toServiceError } from '#server/engine/service-error.ts'
import { AppError } from '#shared/errors.ts'
import { judgeAddress } from '../judge-address.ts'

const connectTimeoutMs = 10_000
const replyTimeoutMs = 15_000
const idleMs = 60_000

type Commander = { sendCommand(args: string[]): Promise<unknown>; destroy(): void }
type Opened = { client: Promise<Commander>; idle: NodeJS.Timeout | undefined }

/**
 * A user's Redis, over one cached connection per server and user. The connection goes to the checked address, and
 * each new connection is checked again.
 */
export function createRedisPort(allow: readonly string[]): Ports['redis'] {
  const opened = new Map<string, Opened>()

  function acquire(settings: RedisSettings): { key: string; client: Promise<Commander> } {
    const key = JSON.stringify(settings)
    const known = opened.get(key)
    const connection = known ?? { client: connect(settings, allow, () => drop(key)), idle: undefined }
    clearTimeout(connection.idle)
    connection.idle = setTimeout(() => drop(key), idleMs).unref()
    opened.set(key, connection)
    return { key, client: connection.client }
  }

  function drop(key: string) {
    const connection = opened.get(key)
    opened.delete(key)
    clearTimeout(connection?.idle)
    connection?.client.then(
      (client) => client.destroy(),
      () => undefined,
    )
  }

  return async (settings, commands) => {
    assertOutsideTransaction('A command to a Redis')
    const { key, client } = acquire(settings)
    try {
      const commander = await client
      const replies = commands.map((command) => commander.sendCommand([...command]))
      return (await inTime(Promise.all(replies))) as RedisReply[]
    } catch (error) {
      // An error reply leaves the connection usable.
      if (!isRejection(error)) {
        drop(key)
      }
      throw toSentence(error, settings)
    }
  }
}

async function connect(
  settings: RedisSettings,
  allow: readonly string[],
  onClose: () => void,
): Promise<Commander> {
  const { host, port, user, password, tls, database } = settings
  const address = await judgeAddress(host, port, { allow })
  const { createClient } = await import('redis')
  const common = { host: address, port, connectTimeout: connectTimeoutMs, reconnectStrategy: false } as const
  const client = createClient({
    socket: tls ? { ...common, tls: true, servername: host } : common,
    ...(user && { username: user }),
    ...(password && { password }),
    ...(database !== undefined && { database }),
    RESP: 2,
  })
  // A connection that breaks while idle must not end the process.
  client.on('error', onClose)
  await client.connect()
  return client as Commander
}

async function inTime<Value>(work: Promise<Value>): Promise<Value> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new DOMException('Too slow.', 'TimeoutError')), replyTimeoutMs)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

/** Redis error replies start with a word in capitals: WRONGTYPE, NOAUTH, ERR. */
function isRejection(error: unknown): error is Error {
  return error instanceof Error && /^[A-Z]{3,} /.test(error.message)
}

function unreached(cause: unknown) {
  return Object.assign(new Error('Unreached.', { cause }), { code: 'ECONNREFUSED' })
}

function toSentence(error: unknown, { host, port }: RedisSettings) {
  if (isRejection(error)) {
    const message = `Redis answered: ${error.message.replace(/\s+/g, ' ').slice(0, 300)}.`
    return new ServiceError({ code: 'UPSTREAM_FAILED', message }, error)
  }
  // The client's own errors all concern the connection, and most have no code.
  const failure = error instanceof AppError || codeOf(error) !== '' ? error : unreached(error)
  return toServiceError(failure, { service: `The Redis at ${host}:${port}` })
}
