import type { ClientConfig } from 'pg'
import { assertOutsideTransaction } from '#server/db/transaction-scope.ts'
import type { Ports } from '#server/engine/ports.ts'
import { toServiceError } from '#server/engine/service-error.ts'
import { AppError } from '#shared/errors.ts'
import { boundAnswer } from '../databases/bound-answer.ts'
import { judgeAddress } from '../judge-address.ts'

const connectTimeoutMs = 10_000
const statementTimeoutMs = 60_000

/** One statement in somebody's PostgreSQL, over a connection of its own to the address that was judged. */
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
      // The other is the server's to keep.
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
  const said = error instanceof Error ? error.message.replace(/\s+/g, ' ').slice(0, 300) : ''
  // Five letters or digits: PostgreSQL's own words. All else is about the way to it.
  return /^[\dA-Z]{5}$/.test(code) && !code.startsWith('E')
    ? new AppError('UPSTREAM_FAILED', `PostgreSQL answered: ${said}.`, { cause: error })
    : toServiceError(error, { service: `The database ${host}` })
}
