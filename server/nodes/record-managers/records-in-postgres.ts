import type { StoreRecords } from '#server/engine/ports.ts'
import { AppError } from '#shared/errors.ts'

type Query = (text: string, values?: readonly unknown[]) => Promise<Record<string, unknown>[]>

/**
 * `table` must come from `tableNamed`. The columns are those of Flowise's record manager, so that both can use the
 * same database.
 */
export function recordsInPostgres(
  query: Query,
  { table, namespace }: { table: string; namespace: string },
): StoreRecords {
  let made: Promise<unknown> | undefined
  const make = () => {
    made ??= query(
      `create table if not exists ${table} (
         uuid uuid primary key default gen_random_uuid(), key text not null, namespace text not null,
         updated_at double precision not null, group_id text, unique (key, namespace)
       )`,
    )
    return made
  }
  return {
    async all() {
      await make()
      const rows = await query(`select key, group_id from ${table} where namespace = $1`, [namespace])
      return rows.map(({ key, group_id: source }) => ({
        key: String(key),
        source: typeof source === 'string' ? source : null,
      }))
    },
    async store(records) {
      await make()
      await query(
        `insert into ${table} (key, namespace, updated_at, group_id)
         select key, $1, extract(epoch from current_timestamp), source
         from jsonb_to_recordset($2::jsonb) as row(key text, source text)
         on conflict (key, namespace) do update set updated_at = excluded.updated_at`,
        [namespace, JSON.stringify(records)],
      )
    },
    async forget(keys) {
      await query(`delete from ${table} where namespace = $1 and key = any($2::text[])`, [
        namespace,
        [...keys],
      ])
    },
  }
}

/** Follows Flowise's spelling of table names. Invalid names are rejected rather than quoted. */
export function tableNamed(name: string): string {
  const table = name.trim().toLowerCase().replace(/\s+/g, '_')
  if (!/^\w+$/.test(table)) {
    throw new AppError('INVALID_FLOW', `"${name}" is no name of a table or column.`)
  }
  return `"${table}"`
}
