import { chmodSync, closeSync, fsyncSync, openSync, renameSync } from 'node:fs'
import Database from 'better-sqlite3'
import { drizzle } from 'drizzle-orm/better-sqlite3'
import { migrate } from 'drizzle-orm/better-sqlite3/migrator'
import { StartError } from '#server/config.ts'
import { migrationsFolder } from '../migrations.ts'
import type { MovedTable } from './moved-table.ts'
import { quote } from './postgres-schema.ts'
import type { Target } from './sides.ts'
import { createSqliteSide, toKey } from './sqlite-side.ts'
import { toSqlite } from './values.ts'

/** The file that a move fills. It takes the name of the target once it is complete. */
export const stagedName = (file: string) => `${file}.moving`

type State = { source: string; version: number; is_emptied: number; triggers: string }
type Trigger = { name: string; sql: string }

export function createSqliteTarget(file: string, version: number): Target {
  const database = new Database(stagedName(file))
  database.pragma('page_size = 2048')
  database.pragma('journal_mode = WAL')
  database.pragma('foreign_keys = OFF')
  const side = createSqliteSide(database, rejectChange)
  const isThere = (name: string) =>
    database.prepare('select 1 from sqlite_master where name = ?').get(name) !== undefined

  async function prepare(fingerprint: string) {
    if (!isThere('flowtill_move_state')) {
      begin(fingerprint)
    }
    const state = database.prepare<[], State>('select * from flowtill_move_state').get()
    if (state?.source !== fingerprint || state.version !== version) {
      throw new StartError(
        `${stagedName(file)} is an unfinished move of another installation or version. Delete this file, then run the command again.`,
      )
    }
    migrate(drizzle(database), { migrationsFolder: migrationsFolder('sqlite') })
    await side.transaction(async () => open(state))
  }

  function begin(fingerprint: string) {
    database.transaction(() => {
      database.exec(`
        create table flowtill_move_state (source text not null, version integer not null,
          is_emptied integer not null, triggers text not null);
        create table flowtill_move_progress (name text primary key, is_copied integer not null, last_key text);
      `)
      database.prepare("insert into flowtill_move_state values (?, ?, 0, '[]')").run(fingerprint, version)
    })()
  }

  function open({ is_emptied: isEmptied }: State) {
    const triggers = database
      .prepare<[], Trigger>("select name, sql from sqlite_master where type = 'trigger'")
      .all()
    if (triggers.length > 0) {
      database.prepare('update flowtill_move_state set triggers = ?').run(JSON.stringify(triggers))
      for (const { name } of triggers) {
        database.exec(`drop trigger ${quote(name)}`)
      }
    }
    const tables = database.pragma('table_list') as { name: string; type: string }[]
    for (const { name } of tables.filter(({ type }) => type === 'virtual')) {
      database.exec(`insert into ${quote(name)} (${quote(name)}) values ('delete-all')`)
    }
    if (!isEmptied) {
      for (const { name } of tables.filter(({ name, type }) => type === 'table' && !isOfTools(name))) {
        database.exec(`delete from ${quote(name)}`)
      }
      database.exec('update flowtill_move_state set is_emptied = 1')
    }
  }

  async function seal(lastNumbers: Map<string, string>) {
    const orphans = database.pragma('foreign_key_check') as { table: string; parent: string }[]
    if (orphans[0]) {
      throw new StartError(
        `Table ${orphans[0].table} has a row that refers to one missing in ${orphans[0].parent}.`,
      )
    }
    const triggers = database.prepare('select triggers from flowtill_move_state').pluck().get()
    database.transaction(() => {
      for (const { sql } of JSON.parse(String(triggers)) as Trigger[]) {
        database.exec(sql)
      }
      for (const [table, last] of lastNumbers) {
        const numbered = database
          .prepare('update sqlite_sequence set seq = max(seq, ?) where name = ?')
          .run(BigInt(last), table)
        if (numbered.changes === 0) {
          database.prepare('insert into sqlite_sequence (name, seq) values (?, ?)').run(table, BigInt(last))
        }
      }
    })()
  }

  async function release() {
    database.exec('drop table flowtill_move_progress; drop table flowtill_move_state')
    database.pragma('wal_checkpoint(TRUNCATE)')
    database.close()
    chmodSync(stagedName(file), 0o600)
    settle(stagedName(file))
    renameSync(stagedName(file), file)
  }

  return {
    ...side,
    prepare,
    seal,
    release,
    async progressOf(table) {
      const found = database
        .prepare<[string], { isCopied: number; lastKey: string | null }>(
          'select is_copied as isCopied, last_key as lastKey from flowtill_move_progress where name = ?',
        )
        .get(table)
      return {
        isCopied: found?.isCopied === 1,
        lastKey: found?.lastKey ? JSON.parse(found.lastKey) : undefined,
      }
    },
    async insert(table, rows, canSkip) {
      const into = database.prepare(
        `insert ${canSkip ? 'or ignore ' : ''}into ${quote(table.name)} (${namesOf(table)})
          values (${table.columns.map(() => '?').join(', ')})`,
      )
      for (const row of rows) {
        into.run(row.map((value, place) => toSqlite(table.columns[place]?.type ?? 'text', value)))
      }
    },
    async remove(table, keys) {
      const key = table.key.map((place) => `${quote(table.columns[place]?.name ?? '')} = ?`)
      const from = database.prepare(`delete from ${quote(table.name)} where ${key.join(' and ')}`)
      for (const each of keys) {
        from.run(toKey(table, each))
      }
    },
    async saveProgress(table, { isCopied, lastKey }) {
      database
        .prepare('insert or replace into flowtill_move_progress values (?, ?, ?)')
        .run(table, isCopied ? 1 : 0, lastKey ? JSON.stringify(lastKey) : null)
    },
    close: async () => void database.close(),
  }
}

const isOfTools = (name: string) => /^(sqlite_|__drizzle|flowtill_move)/.test(name)

const namesOf = ({ columns }: MovedTable) => columns.map(({ name }) => quote(name)).join(', ')

/** What came from PostgreSQL needs no change. */
function rejectChange(table: string, column: string): never {
  throw new Error(`${table}.${column} has a character that PostgreSQL cannot have stored.`)
}

function settle(path: string) {
  const descriptor = openSync(path, 'r')
  fsyncSync(descriptor)
  closeSync(descriptor)
}
