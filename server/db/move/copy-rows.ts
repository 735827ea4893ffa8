import { keyOf, type MovedTable } from './moved-table.ts'
import type { Source, Target } from './sides.ts'

export type Sides = { source: Source; target: Target }

/** Copies the rest of a table, one page per transaction. Returns the number of rows. */
export async function copyTable({ source, target }: Sides, table: MovedTable): Promise<number> {
  const { isCopied, lastKey } = await target.progressOf(table.name)
  if (isCopied) {
    return 0
  }
  let count = 0
  let last = lastKey
  await source.transaction(async () => {
    for await (const rows of source.pages(table, lastKey)) {
      const row = rows.at(-1)
      last = row && keyOf(table, row)
      await target.transaction(async () => {
        await target.insert(table, rows, true)
        await target.saveProgress(table.name, { isCopied: false, lastKey: last })
      })
      count += rows.length
    }
  })
  await target.saveProgress(table.name, { isCopied: true, lastKey: last })
  return count
}
