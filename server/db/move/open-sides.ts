import { existsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import { Client } from 'pg'
import { StartError } from '#server/config.ts'
import { dialectOf } from '../dialect.ts'
import { migrationsFolder, readNewest } from '../migrations.ts'
import { MIGRATION_LOCK } from '../open-postgres.ts'
import type { Connection } from './postgres-schema.ts'
import { createPostgresSource } from './postgres-source.ts'
import { createPostgresTarget } from './postgres-target.ts'
import type { Source, Target } from './sides.ts'
import { createSqliteSource } from './sqlite-source.ts'
import { createSqliteTarget } from './sqlite-target.ts'
import type { OnChanged } from './values.ts'

type Opened = { source: Source; target: Target; postgres: Connection }

type Options = {
  from: string
  to: string
  onChanged: OnChanged
  /** Locks the data folder. False while a server has it. */
  lockHome(): boolean
}

/** Throws StartError where a database is missing, cannot be reached, or is not the other kind. */
export async function openSides({ from, to, onChanged, lockHome }: Options): Promise<Opened> {
  if (dialectOf(from) === dialectOf(to)) {
    throw new StartError(
      dialectOf(to) === 'postgres'
        ? 'Both databases are PostgreSQL: move between them with pg_dump and pg_restore.'
        : 'Both databases are SQLite: use backup and restore.',
    )
  }
  if (dialectOf(to) === 'postgres') {
    const file = toPath(from)
    if (!existsSync(file)) {
      throw new StartError(`There is no database at ${file}.`)
    }
    const { client, postgres } = await connect(to)
    const db = drizzle(client)
    const target = createPostgresTarget(postgres, {
      version: readNewest('postgres'),
      migrate: () => migrate(db, { migrationsFolder: migrationsFolder('postgres') }),
    })
    return { source: createSqliteSource(file, onChanged, lockHome), target, postgres }
  }
  rejectExisting(toPath(to))
  const { postgres } = await connect(from)
  const target = createSqliteTarget(toPath(to), readNewest('sqlite'))
  return { source: createPostgresSource(postgres, MIGRATION_LOCK), target, postgres }
}

function rejectExisting(file: string) {
  if (existsSync(file)) {
    throw new StartError(`${file} exists already. Name a new file. Nothing was overwritten.`)
  }
  if (!existsSync(dirname(file))) {
    throw new StartError(`There is no folder ${dirname(file)}.`)
  }
}

const toPath = (url: string) => resolve(url.replace(/^file:/, ''))

async function connect(url: string) {
  const client = new Client({ connectionString: url, application_name: 'flowtill move' })
  // A lost connection also fails the statement that waits for it.
  client.on('error', () => undefined)
  try {
    await client.connect()
  } catch (error) {
    throw new StartError(
      `${withoutPassword(url)} cannot be reached: ${error instanceof Error ? error.message || String(error) : String(error)}. Nothing was changed.`,
    )
  }
  const postgres: Connection = {
    query: async (statement, values) => {
      const { rows } = await client.query(statement, values)
      return { rows }
    },
    close: () => client.end(),
  }
  return { client, postgres }
}

export function withoutPassword(url: string): string {
  return url.replace(/^(\w+:\/\/[^:@/]*):[^@]*@/, '$1@')
}
