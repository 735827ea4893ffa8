import { StartError } from '#server/config.ts'
import { MOVE_STATE } from '../open-postgres.ts'
import type { MovedTable, Row } from './moved-table.ts'
import { type Connection, notOfExtension, quote, readNumbering, readTables } from './postgres-schema.ts'
import { createPostgresSide, exists } from './postgres-side.ts'
import type { Target } from './sides.ts'
import { toPostgres } from './values.ts'

/** One move at a time into a database. An arbitrary number, the same in every process. */
const MOVE_LOCK = 7_305_120

type State = {
  source: string
  version: string
  is_emptied: boolean
  is_open: boolean
  foreign_keys: Constraint[]
}
type Constraint = { table: string; name: string; definition: string }

type Options = {
  /** Of the program: its newest migration. */
  version: number
  migrate(): Promise<void>
}

export function createPostgresTarget(connection: Connection, { version, migrate }: Options): Target {
  const { query } = connection
  const side = createPostgresSide(connection, 'begin')
  const run = async (statements: readonly string[]) => {
    for (const statement of statements) {
      await query(statement)
    }
  }

  async function prepare(fingerprint: string) {
    await takeLock(connection)
    if (!(await exists(connection, MOVE_STATE))) {
      await rejectUnlessEmpty(connection)
      await side.transaction(() => begin(fingerprint))
    }
    const state = await readState(connection)
    if (state.source !== fingerprint || state.version !== String(version)) {
      throw new StartError(
        'The target has an unfinished move of another installation or version. Name an empty database, or delete this one and create it again.',
      )
    }
    await migrate()
    await side.transaction(() => open(state))
  }

  function begin(fingerprint: string) {
    return run([
      'create schema flowtill_move',
      `create table flowtill_move.state (source text not null, version text not null, is_emptied boolean not null,
        is_open boolean not null, foreign_keys jsonb not null)`,
      'create table flowtill_move.progress (name text primary key, is_copied boolean not null, last_key jsonb)',
      `insert into flowtill_move.state values ('${fingerprint}', '${version}', false, false, '[]')`,
    ])
  }

  async function open({ is_open: isOpen, is_emptied: isEmptied }: State) {
    const { tables, words } = await readTables(connection)
    if (!isOpen) {
      const keys = await readForeignKeys(connection)
      await query('update flowtill_move.state set is_open = true, foreign_keys = $1::text::jsonb', [
        JSON.stringify(keys),
      ])
      await run(keys.map(({ table, name }) => `alter table ${quote(table)} drop constraint ${quote(name)}`))
      await run(tables.map(({ name }) => `alter table ${quote(name)} disable trigger user`))
    }
    // Migrations have created rows, which come from the source, too.
    const emptied = isEmptied ? words : [...words, ...tables.map(({ name }) => name)]
    await run(emptied.map((name) => `delete from ${quote(name)}`))
    await query('update flowtill_move.state set is_emptied = true')
  }

  async function seal(lastNumbers: Map<string, string>) {
    const { tables } = await readTables(connection)
    const { foreign_keys: keys } = await readState(connection)
    await side.transaction(async () => {
      await run(
        keys.map(
          ({ table, name, definition }) =>
            `alter table ${quote(table)} add constraint ${quote(name)} ${definition}`,
        ),
      )
      await run(tables.map(({ name }) => `alter table ${quote(name)} enable trigger user`))
      for (const { sequence, table, column } of await readNumbering(connection)) {
        await query(
          `select setval('${quote(sequence)}', last) from (
            select greatest(max(${quote(column)}), ${BigInt(lastNumbers.get(table) ?? 0)}) as last from ${quote(table)}
          ) as numbers where last > 0`,
        )
      }
      await query("update flowtill_move.state set is_open = false, foreign_keys = '[]'")
    })
  }

  return {
    ...side,
    prepare,
    seal,
    async progressOf(table) {
      const { rows } = await query<{ is_copied: boolean; last_key: Row | null }>(
        'select is_copied, last_key from flowtill_move.progress where name = $1',
        [table],
      )
      return { isCopied: rows[0]?.is_copied ?? false, lastKey: rows[0]?.last_key ?? undefined }
    },
    async insert(table, rows, canSkip) {
      const values = table.columns.map(({ type }, place) => toPostgres(type, `c${place}`))
      await query(
        `insert into ${quote(table.name)} (${table.columns.map(({ name }) => quote(name)).join(', ')})
          select ${values.join(', ')} from ${unnest(table.columns.length)} ${canSkip ? 'on conflict do nothing' : ''}`,
        toColumns(rows, table.columns.length),
      )
    },
    async remove(table, keys) {
      const values = table.key.map((place, index) =>
        toPostgres(table.columns[place]?.type ?? 'text', `c${index}`),
      )
      await query(
        `delete from ${quote(table.name)} where (${keyNames(table)}) in (
          select ${values.join(', ')} from ${unnest(table.key.length)})`,
        toColumns(keys, table.key.length),
      )
    },
    async saveProgress(table, { isCopied, lastKey }) {
      await query(
        `insert into flowtill_move.progress values ($1, $2, $3::text::jsonb)
          on conflict (name) do update set is_copied = excluded.is_copied, last_key = excluded.last_key`,
        [table, isCopied, lastKey ? JSON.stringify(lastKey) : null],
      )
    },
    async release() {
      await query('drop schema flowtill_move cascade')
      await query('analyze')
    },
    close: connection.close,
  }
}

function keyNames({ columns, key }: MovedTable) {
  return key.map((place) => quote(columns[place]?.name ?? '')).join(', ')
}

function unnest(count: number) {
  const places = Array.from({ length: count }, (_, place) => place)
  return `unnest(${places.map((place) => `$${place + 1}::text[]`).join(', ')}) as given(${places.map((place) => `c${place}`).join(', ')})`
}

function toColumns(rows: readonly Row[], count: number) {
  return Array.from({ length: count }, (_, place) => rows.map((row) => row[place] ?? null))
}

async function takeLock({ query }: Connection) {
  const { rows } = await query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [MOVE_LOCK])
  if (!rows[0]?.taken) {
    throw new StartError('Another move into this database is running.')
  }
}

async function rejectUnlessEmpty({ query }: Connection) {
  const { rows } = await query<{ name: string; encoding: string }>(`
    select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('public', 'drizzle') and ${notOfExtension('c.oid')} limit 1`)
  if (rows[0]) {
    throw new StartError(
      `The target is not empty: it has ${rows[0].name}. Create an empty database and name that. Nothing was changed.`,
    )
  }
  const { rows: found } = await query<{ encoding: string }>(
    "select current_setting('server_encoding') as encoding",
  )
  if (found[0]?.encoding !== 'UTF8') {
    throw new StartError(
      `The target stores text as ${found[0]?.encoding}. Create the database with the encoding UTF8.`,
    )
  }
}

async function readState({ query }: Connection): Promise<State> {
  const { rows } = await query<State>('select * from flowtill_move.state')
  if (!rows[0]) {
    throw new StartError(
      'The target has a damaged record of a move. Delete this database and create it again.',
    )
  }
  return rows[0]
}

async function readForeignKeys({ query }: Connection): Promise<Constraint[]> {
  const { rows } = await query<Constraint>(`
    select c.relname as "table", k.conname as name, pg_get_constraintdef(k.oid) as definition
    from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
    where k.contype = 'f' and n.nspname = 'public' order by c.relname, k.conname`)
  return rows
}
