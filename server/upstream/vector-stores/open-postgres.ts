import type { ClientConfig } from 'pg'
import { assertOutsideTransaction } from '#server/db/transaction-scope.ts'
import type { Ports } from '#server/engine/ports.ts'
import { toServiceError } from '#server/engine/service-error.ts'
import { AppError } from '#shared/errors.ts'
import { boundAnswer } from '../databases/bound-answer.ts'
import { judgeAddress } from '../judge-address.ts'

const connectTimeoutMs = 10_000
const statementTimeoutMs = 60_000

/** Runs one statement in a user's PostgreSQL, over a new connection to the checked address. */
export function createSqlPort(allow: readonly string[]): Ports['sql'] {
  return async ({ host, port, database, user, password, ssl }, text, values = []) => {
    assertOutsideTransaction('A statement in another database')
    const address = await judgeAddress(host, port, { allow })
    const { default: pg } = await import('pg')
    const settings: ClientConfig = {
      host: address,
      port,
      database,
      user,
      password,
      connectionTimeoutMillis: connectTimeoutMs,
      statement_timeout: statementTimeoutMs,
      // Client-side fallback; the server enforces `statement_timeout`.
      query_timeout: statementTimeoutMs + 2_000,
      application_name: 'flowtill',
      ...(ssl && { ssl: { servername: host } }),
    }
    const client = new pg.Client(settings)
    // A connection that breaks while idle must not end the process.
    client.on('error', () => undefined)
    let tooMuch: ReturnType<typeof boundAnswer> | undefined
    try {
      await client.connect()
      tooMuch = boundAnswer(client)
      const { rows } = await client.query(text, [...values])
      return rows
    } catch (error) {
      throw tooMuch?.() ?? toSentence(error, host)
    } finally {
      await client.end().catch(() => undefined)
    }
  }
}

function toSentence(error: unknown, host: string) {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const message = error instanceof Error ? error.message.replace(/\s+/g, ' ').slice(0, 300) : ''
  // A SQLSTATE (five letters or digits) is PostgreSQL's own error; all others concern the connection.
  return /^[\dA-Z]{5}$/.test(code) && !code.startsWith('E')
    ? new AppError('UPSTREAM_FAILED', `PostgreSQL answered: ${message}.`, { cause: error })
    : toServiceError(error, { service: `The database ${host}` })
}
