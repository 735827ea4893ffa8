import { readdirSync } from 'node:fs'
import { getTableColumns, getTableName, is, Table } from 'drizzle-orm'
import type { Reader } from '#server/db/store.ts'

type Row = Record<string, unknown>

export async function readTables(): Promise<Table[]> {
  const files = readdirSync('server/features', { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.table.ts'),
  )
  const modules: Record<string, unknown>[] = await Promise.all(
    files.map((file) => import(/* @vite-ignore */ `../../features/${file}`)),
  )
  return modules.flatMap((module) => Object.values(module)).filter((value) => is(value, Table))
}

export async function readAll(db: Reader, tables: Table[]): Promise<Map<string, Row[]>> {
  const found = new Map<string, Row[]>()
  for (const table of tables) {
    found.set(getTableName(table), (await db.select().from(table as never)) as Row[])
  }
  return found
}

export function columnNames(tables: Table[]): string[] {
  return [...new Set(tables.flatMap((table) => Object.keys(getTableColumns(table))))].toSorted()
}
