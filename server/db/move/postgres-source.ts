import { hash } from 'node:crypto'
import type { Connection } from './postgres-schema.ts'
import { createPostgresSide } from './postgres-side.ts'
import type { Source } from './sides.ts'

/** `lock` is the one that a server takes when it opens the database. */
export function createPostgresSource(connection: Connection, lock: number): Source {
  return {
    dialect: 'postgres',
    ...createPostgresSide(connection, 'begin isolation level repeatable read, read only'),
    async fingerprint() {
      const { rows } = await connection.query<{ sealed: string }>(
        'select sealed from credential_key_checks limit 1',
      )
      return hash('sha256', rows[0]?.sealed ?? '')
    },
    async hold() {
      const { rows: taken } = await connection.query<{ taken: boolean }>(
        'select pg_try_advisory_lock($1) as taken',
        [lock],
      )
      const { rows: others } = await connection.query(
        `select 1 from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
          and backend_type = 'client backend' limit 1`,
      )
      return taken[0]?.taken === true && others.length === 0
    },
    close: connection.close,
  }
}
