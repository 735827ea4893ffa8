import { randomUUID } from 'node:crypto'
import { drizzle as drizzleNode } from 'drizzle-orm/node-postgres'
import { migrate as migrateNode } from 'drizzle-orm/node-postgres/migrator'
import { drizzle } from 'drizzle-orm/pglite'
import { migrate } from 'drizzle-orm/pglite/migrator'
import { Client, Pool } from 'pg'
import { migrationsFolder } from '#server/db/migrations.ts'
import type { Store, Writer } from '#server/db/store.ts'
import { inTransaction } from '#server/db/transaction-scope.ts'
import { openMigratedPglite } from './open-pglite.ts'

/** A PostgreSQL server as tests use it. */
type Shell = {
  db: ReturnType<typeof drizzle>
  query<Row>(statement: string): Promise<{ rows: Row[] }>
  exec(statements: string): Promise<unknown>
  migrate(): Promise<void>
  /** The VACUUM command with its options. */
  vacuum: string
}

// Starting a database and migrating takes seconds, so the tests of a file share one that is emptied between them.
let shared: { shell: Shell; triggers: number; filled: Map<Fill, FilledTables> } | undefined

type Fill = (store: Store) => Promise<void>
/** Copies of the tables that a fill has written to, in a schema of their own. */
type FilledTables = { schema: string; names: string[] }

/**
 * PostgreSQL compiled to WebAssembly, or a database of its own on the server that `DATABASE_URL` names. `fill` runs
 * once per worker; later databases get copies of its rows.
 */
export async function openFreshPostgres(fill?: Fill) {
  const { shell, filled } = await emptied()
  const store = storeOver(shell)
  const tables = fill && filled.get(fill)
  if (tables) {
    await copyRows(shell, tables)
  } else if (fill) {
    await fill(store)
    filled.set(fill, await copyTables(shell, `filled_${filled.size}`))
  }
  return store
}

function storeOver(shell: Shell) {
  const { db } = shell

  return {
    db: db as unknown as Writer,
    background: db as unknown as Writer,
    recall: <Result>(_tables: unknown, _key: unknown, read: () => Promise<Result>) => read(),
    transaction: <Result>(work: (tx: Writer) => Promise<Result>) =>
      inTransaction(work, async (marked) => ({
        result: await db.transaction((tx) => marked(tx as unknown as Writer)),
      })),
    assertDurable: () => undefined,
    close: async () => undefined,
    exec: async (statement: string) => void (await shell.exec(statement)),
  }
}

async function emptied() {
  const shell = shared?.shell ?? (await openShell())
  if (shared && (await countTriggers(shell)) === shared.triggers) {
    await emptyTables(shell)
    return shared
  }
  if (shared) {
    // A test has changed the schema.
    await shell.exec(
      'drop schema if exists drizzle cascade; drop schema public cascade; create schema public',
    )
  }
  await shell.migrate()
  shared = { shell, triggers: await countTriggers(shell), filled: new Map() }
  return shared
}

const folder = { migrationsFolder: migrationsFolder('postgres') }

async function openShell(): Promise<Shell> {
  // biome-ignore lint/style/noProcessEnv: set by the configuration of the tests
  const { DATABASE_URL: url = '' } = process.env
  if (!url.startsWith('pglite:')) {
    return openDatabase(url)
  }
  const pglite = await openMigratedPglite()
  const db = drizzle(pglite)
  return {
    db,
    query: (statement) => pglite.query(statement),
    exec: (statements) => pglite.exec(statements),
    migrate: () => migrate(db, folder),
    // What other databases of the server need takes most of the time, and there are none.
    vacuum: 'vacuum (skip_database_stats)',
  }
}

/** Left to the server, which is thrown away after the tests. */
async function openDatabase(url: string): Promise<Shell> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
  const pool = new Pool({ connectionString: Object.assign(new URL(url), { pathname: `/${name}` }).href })
  const db = drizzleNode(pool)
  return {
    db: db as unknown as Shell['db'],
    query: <Row>(statement: string) => pool.query(statement) as unknown as Promise<{ rows: Row[] }>,
    exec: (statements) => pool.query(statements),
    migrate: () => migrateNode(db, folder),
    // Version 15 knows no such option.
    vacuum: 'vacuum',
  }
}

/**
 * Keeps the platform's accounts, which a migration created. Runs as a replica, because triggers forbid emptying
 * the ledger. DELETE, because TRUNCATE would rewrite every table; VACUUM frees the pages, so that rows are again
 * stored in insertion order.
 */
async function emptyTables(shell: Shell) {
  const names = await listNonEmpty(shell)
  await shell.exec(`
    set session_replication_role = replica;
    ${names.map((name) => `delete from ${name};`).join('\n')}
    delete from accounts where kind = 'wallet';
    set session_replication_role = origin`)
  await shell.query(`${shell.vacuum} ${[...names, 'accounts'].join(', ')}`)
}

async function listNonEmpty(shell: Shell) {
  const { rows } = await shell.query<{ name: string }>(
    "select quote_ident(tablename) as name from pg_tables where schemaname = 'public' and tablename <> 'accounts'",
  )
  const each = rows.map(({ name }) => `select '${name}' as name where exists (select from ${name})`)
  const nonEmpty = await shell.query<{ name: string }>(each.join(' union all '))
  return nonEmpty.rows.map(({ name }) => name)
}

async function copyTables(shell: Shell, schema: string): Promise<FilledTables> {
  const names = await listNonEmpty(shell)
  const copies = names.map((name) => `create table ${schema}.${name} as table public.${name};`)
  await shell.exec(`drop schema if exists ${schema} cascade; create schema ${schema}; ${copies.join('\n')}`)
  return { schema, names }
}

/** In any order, so foreign keys are not checked. */
async function copyRows(shell: Shell, { schema, names }: FilledTables) {
  await shell.exec(`
    set session_replication_role = replica;
    ${names.map((name) => `insert into ${name} overriding system value select * from ${schema}.${name};`).join('\n')}
    set session_replication_role = origin`)
}

async function countTriggers(shell: Shell) {
  const { rows } = await shell.query<{ count: number }>(
    "select count(*)::int as count from pg_trigger where not tgisinternal and tgenabled = 'O'",
  )
  return rows[0]?.count ?? 0
}
