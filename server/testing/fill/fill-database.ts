import { type Filled, generateRows } from './generate-rows.ts'
import type { RawDatabase } from './raw-database.ts'
import type { TableShape } from './snapshot-tables.ts'
import type { Fields } from './valid-rows.ts'

export type Inserted = { table: string; fields: Fields }

type Range = { from: number; count: number }

/** Rows in every table of a schema. Returns those, and adds them to `filled`. */
export async function fillTables(
  database: RawDatabase,
  shapes: readonly TableShape[],
  filled: Filled,
  range: Range,
) {
  const inserted: Inserted[] = []
  await database.side.transaction(async () => {
    for (const shape of shapes) {
      const rows = await generateRows(shape, filled, range)
      if (rows.length > 0) {
        await database.insert(shape, rows)
      }
      for (const row of rows) {
        inserted.push({
          table: shape.name,
          fields: Object.fromEntries(shape.columns.map(({ name }, place) => [name, row[place] ?? null])),
        })
      }
    }
  })
  return inserted
}
