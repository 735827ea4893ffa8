import type { ClientConfig } from 'pg'
import type { Json } from '#server/engine/inputs.ts'
import type { DatabaseRows } from '#server/engine/ports.ts'
import { toServiceError } from '#server/engine/service-error.ts'
import { AppError } from '#shared/errors.ts'
import { judgeAddress } from '../judge-address.ts'
import { boundAnswer } from './bound-answer.ts'
import { maxRows, statementTimeoutMs } from './limits.ts'

type Query = { address: string; allow: readonly string[]; statement: string; signal: AbortSignal }

const connectTimeoutMs = 10_000

/**
 * Runs one statement on its own connection to the checked address. The statement becomes a cursor in a read-only
 * transaction: cursors accept queries only and limit the rows that the server sends.
 */
export async function queryPostgres({ address, allow, statement, signal }: Query): Promise<DatabaseRows> {
  const settings = await readAddress(address, allow)
  const { default: pg } = await import('pg')
  const client = new pg.Client(settings)
  client.on('error', () => undefined)
  const stop = () => client.connection?.stream.destroy()
  signal.addEventListener('abort', stop, { once: true })
  let tooMuch: ReturnType<typeof boundAnswer> | undefined
  try {
    await client.connect()
    tooMuch = boundAnswer(client)
    await client.query('BEGIN TRANSACTION READ ONLY')
    // The extended protocol accepts a single statement only.
    const declared = {
      text: `DECLARE found NO SCROLL CURSOR FOR ${statement.trim().replace(/;\s*$/, '')}`,
      queryMode: 'extended',
    }
    await client.query(declared)
    const { fields, rows } = await client.query({
      text: `FETCH ${maxRows + 1} FROM found`,
      rowMode: 'array',
    })
    return {
      columns: fields.map(({ name }) => name),
      rows: rows.slice(0, maxRows).map((row: unknown[]) => row.map(toJson)),
      isCut: rows.length > maxRows,
    }
  } catch (error) {
    throw signal.aborted ? signal.reason : (tooMuch?.() ?? toSentence(error, settings.host))
  } finally {
    signal.removeEventListener('abort', stop)
    await client.end().catch(() => undefined)
  }
}

async function readAddress(
  address: string,
  allow: readonly string[],
): Promise<ClientConfig & { host: string }> {
  const url = URL.canParse(address.trim()) ? new URL(address.trim()) : undefined
  if (!url || !/^postgres(ql)?:$/.test(url.protocol) || url.hostname === '') {
    throw new AppError(
      'INVALID_INPUT',
      'The address must be like postgres://user:password@host:5432/database.',
    )
  }
  const port = Number(url.port || 5432)
  const mode = url.searchParams.get('sslmode') ?? 'disable'
  return {
    host: await judgeAddress(url.hostname, port, { allow }),
    port,
    database: decodeURIComponent(url.pathname.slice(1)),
    user: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
    connectionTimeoutMillis: connectTimeoutMs,
    statement_timeout: statementTimeoutMs,
    query_timeout: statementTimeoutMs + 2_000,
    application_name: 'flowtill',
    ...(mode !== 'disable' && {
      ssl: { servername: url.hostname, rejectUnauthorized: mode !== 'no-verify' },
    }),
  }
}

function toSentence(error: unknown, host: string) {
  if (error instanceof AppError) {
    return error
  }
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const message = error instanceof Error ? error.message.replace(/\s+/g, ' ').slice(0, 300) : ''
  if (code === '57014' || /query read timeout/i.test(message)) {
    return new AppError('TIMED_OUT', 'The database took too long to answer.', { cause: error })
  }
  // Codes 28 and 3D are errors of the connection (credentials, missing database); the others concern the
  // statement.
  if (/^(28|3D)/.test(code)) {
    return new AppError('UPSTREAM_FAILED', `PostgreSQL answered: ${message}.`, { cause: error })
  }
  return /^[0-9A-Z]{5}$/.test(code) && !code.startsWith('E')
    ? new AppError('INVALID_INPUT', `PostgreSQL answered: ${message}.`, { cause: error })
    : toServiceError(error, { service: `The database ${host}` })
}

const maxText = 2_000

function toJson(value: unknown): Json {
  if (value === null || value === undefined || typeof value === 'boolean') {
    return value ?? null
  }
  if (typeof value === 'number') {
    return Number.isFinite(value) ? value : String(value)
  }
  if (value instanceof Date) {
    return value.toISOString()
  }
  if (value instanceof Uint8Array) {
    return `(${value.byteLength} bytes)`
  }
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
  return text.length > maxText ? `${text.slice(0, maxText)}…` : text
}
