import { StartError } from '#server/config.ts'
import { alignTable, type Verified } from './align-rows.ts'
import { copyTable, type Sides } from './copy-rows.ts'
import type { MovedTable } from './moved-table.ts'
import type { LedgerSums } from './sides.ts'

export type Report = (line: string) => void

/** Copies what is not copied yet. The source may change meanwhile; `alignAll` copies these changes. */
export async function copyAll(sides: Sides, tables: readonly MovedTable[], report: Report): Promise<number> {
  let count = 0
  for (const table of tables) {
    const copied = await copyTable(sides, table)
    count += copied
    if (copied > 0) {
      report(`${table.name}: ${copied} rows copied`)
    }
  }
  return count
}

export type Aligned = { tables: Verified[]; sums: LedgerSums }

/** For a source that nobody writes to: afterwards the rows of both are equal, and so are the sums of the ledger. */
export async function alignAll(
  sides: Sides,
  tables: readonly MovedTable[],
  report: Report,
): Promise<Aligned> {
  const verified: Verified[] = []
  for (const table of tables) {
    const found = await alignTable(sides, table)
    verified.push(found)
    if (found.changed > 0) {
      report(`${table.name}: ${found.changed} rows had changed and were copied again`)
    }
  }
  const [ours, theirs] = [await sides.source.ledgerSums(), await sides.target.ledgerSums()]
  for (const [name, value] of Object.entries(ours)) {
    if (theirs[name] !== value) {
      throw new StartError(`The sums of the ledger differ: ${name} ${value} and ${theirs[name]}.`)
    }
  }
  return { tables: verified, sums: ours }
}
