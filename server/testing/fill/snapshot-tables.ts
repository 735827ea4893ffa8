import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { migrationsFolder } from '#server/db/migrations.ts'
import type { ColumnType, MovedTable } from '#server/db/move/moved-table.ts'

type Column = { name: string; type: ColumnType; isNullable: boolean }
type Reference = { column: string; table: string; to: string }

/** A table as it was after a migration. Types are those of PostgreSQL, which distinguishes more of them. */
export type TableShape = Omit<MovedTable, 'columns'> & {
  columns: readonly Column[]
  references: readonly Reference[]
}

type Snapshot = {
  tables: Record<
    string,
    {
      name: string
      columns: Record<string, { name: string; type: string; primaryKey: boolean; notNull: boolean }>
      compositePrimaryKeys: Record<string, { columns: string[] }>
      foreignKeys: Record<string, { tableTo: string; columnsFrom: string[]; columnsTo: string[] }>
    }
  >
}

const types: Record<string, ColumnType> = {
  text: 'text',
  integer: 'integer',
  bigint: 'bigint',
  bigserial: 'bigint',
  boolean: 'boolean',
  'timestamp (3) with time zone': 'time',
  jsonb: 'json',
  bytea: 'bytes',
}

export type Migration = { idx: number; tag: string; when: number }

export function listMigrations(dialect: 'sqlite' | 'postgres'): Migration[] {
  const journal = readFileSync(join(migrationsFolder(dialect), 'meta', '_journal.json'), 'utf8')
  return (JSON.parse(journal) as { entries: Migration[] }).entries
}

/** The tables after a migration, each after those it refers to. */
export function readSnapshot(idx: number): TableShape[] {
  const name = `${String(idx).padStart(4, '0')}_snapshot.json`
  const { tables } = JSON.parse(
    readFileSync(join(migrationsFolder('postgres'), 'meta', name), 'utf8'),
  ) as Snapshot
  return inOrder(Object.values(tables).map(toShape))
}

function toShape(table: Snapshot['tables'][string]): TableShape {
  const columns = Object.values(table.columns).map((column) => {
    const type = types[column.type]
    if (!type) {
      throw new Error(`The type ${column.type} of ${table.name}.${column.name} is not known here.`)
    }
    return { name: column.name, type, isNullable: !column.notNull, isKey: column.primaryKey }
  })
  const [composite] = Object.values(table.compositePrimaryKeys)
  const key = composite?.columns ?? columns.filter(({ isKey }) => isKey).map(({ name }) => name)
  return {
    name: table.name,
    columns,
    key: key.map((name) => columns.findIndex((column) => column.name === name)),
    references: Object.values(table.foreignKeys).map(({ tableTo, columnsFrom, columnsTo }) => ({
      column: columnsFrom[0] ?? '',
      table: tableTo,
      to: columnsTo[0] ?? '',
    })),
  }
}

/** A hold needs money in its wallet, and no transfer that is generated captures one. */
const orderOfMoney: Record<string, { after: string[]; not: string[] }> = {
  accounts: { after: ['users'], not: [] },
  postings: { after: ['accounts'], not: [] },
  holds: { after: ['transfers'], not: [] },
  transfers: { after: [], not: ['holds'] },
}

function inOrder(shapes: readonly TableShape[]): TableShape[] {
  const placed = new Map<string, TableShape>()
  const place = (shape: TableShape) => {
    const { after = [], not = [] } = orderOfMoney[shape.name] ?? {}
    const needed = [...after, ...shape.references.map(({ table }) => table)]
    for (const name of needed) {
      const other = shapes.find((each) => each.name === name)
      if (other && other !== shape && !placed.has(name) && !not.includes(name)) {
        place(other)
      }
    }
    placed.set(shape.name, shape)
  }
  for (const shape of shapes) {
    if (!placed.has(shape.name)) {
      place(shape)
    }
  }
  return [...placed.values()]
}
