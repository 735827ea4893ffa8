import { createHash, hash } from 'node:crypto'
import { StartError } from '#server/config.ts'
import type { Sides } from './copy-rows.ts'
import { compareKeys, keyOf, type MovedTable, type Row, toComparable } from './moved-table.ts'
import type { Side } from './sides.ts'

export type Verified = { table: string; rows: number; sha256: string; changed: number }

const AT_ONCE = 500

/**
 * Makes a table of the target equal to the source, which must not change meanwhile, and reads both through again if any
 * row had to change. Throws StartError if they differ then.
 */
export async function alignTable(sides: Sides, table: MovedTable): Promise<Verified> {
  const { source, target } = sides
  const both = <Result>(work: () => Promise<Result>) => source.transaction(() => target.transaction(work))
  // First all that must go: unique values may have moved from one row to another.
  const found = await both(() =>
    inBatches(
      (keys) => target.remove(table, keys),
      (add) => compare(sides, table, { onOther: (row) => add(keyOf(table, row)) }),
    ),
  )
  const changed = Math.max(found.missing, found.others)
  if (changed === 0) {
    return { table: table.name, rows: found.rows, sha256: found.sha256, changed }
  }
  await both(() =>
    inBatches(
      (rows) => target.insert(table, rows, false),
      (add) => compare(sides, table, { onMissing: add }),
    ),
  )
  const again = await both(() => compare(sides, table, {}))
  if (again.missing > 0 || again.others > 0 || again.sha256 !== again.targetSha256) {
    throw new StartError(
      `Table ${table.name} could not be made equal: ${again.missing} rows are missing, ${again.others} differ.`,
    )
  }
  return { table: table.name, rows: again.rows, sha256: again.sha256, changed }
}

/** Of a whole database: the hashes of its tables in the order of their names. */
export function hashOfAll(tables: readonly Verified[]): string {
  return hash('sha256', tables.map(({ table, rows, sha256 }) => `${table} ${rows} ${sha256}\n`).join(''))
}

async function inBatches<Result>(
  flush: (rows: Row[]) => Promise<void>,
  work: (add: (row: Row) => Promise<void>) => Promise<Result>,
): Promise<Result> {
  let batch: Row[] = []
  const end = async () => {
    const full = batch
    batch = []
    await flush(full)
  }
  const result = await work(async (row) => {
    batch.push(row)
    if (batch.length >= AT_ONCE) {
      await end()
    }
  })
  if (batch.length > 0) {
    await end()
  }
  return result
}

type Differences = {
  /** A row of the target that the source does not have like that. */
  onOther?(row: Row): Promise<void>
  /** A row of the source that the target does not have like that. */
  onMissing?(row: Row): Promise<void>
}

/** Reads both tables side by side. The hashes cover every row, in the form both databases are compared in. */
async function compare(sides: Sides, table: MovedTable, { onOther, onMissing }: Differences) {
  const [ours, theirs] = [createHash('sha256'), createHash('sha256')]
  const found = { rows: 0, missing: 0, others: 0 }
  for await (const [row, other] of pairs(sides, table)) {
    const [text, otherText] = [row, other].map((each) => (each ? toComparable(table, each) : ''))
    ours.update(text ?? '')
    theirs.update(otherText ?? '')
    found.rows += row ? 1 : 0
    if (text !== otherText) {
      found.others += await countCall(other, onOther)
      found.missing += await countCall(row, onMissing)
    }
  }
  return { ...found, sha256: ours.digest('hex'), targetSha256: theirs.digest('hex') }
}

async function countCall(row: Row | undefined, call: Differences['onOther']) {
  await (row && call?.(row))
  return row ? 1 : 0
}

type Pair = [Row | undefined, Row | undefined]

/** Rows of source and target with the same key, in the order of the keys; undefined on the side that has none. */
async function* pairs({ source, target }: Sides, table: MovedTable): AsyncGenerator<Pair> {
  const [left, right] = [rowsOf(source, table), rowsOf(target, table)]
  let [one, other] = [await next(left), await next(right)]
  while (one || other) {
    const order = compareRows(table, one, other)
    yield [order <= 0 ? one : undefined, order >= 0 ? other : undefined]
    one = order <= 0 ? await next(left) : one
    other = order >= 0 ? await next(right) : other
  }
}

/** The end of a table is after all rows. */
function compareRows(table: MovedTable, one: Row | undefined, other: Row | undefined) {
  if (!one || !other) {
    return one ? -1 : 1
  }
  return compareKeys(table, keyOf(table, one), keyOf(table, other))
}

async function next(rows: AsyncGenerator<Row>): Promise<Row | undefined> {
  const { value, done } = await rows.next()
  return done ? undefined : value
}

async function* rowsOf(side: Side, table: MovedTable): AsyncGenerator<Row> {
  for await (const page of side.pages(table)) {
    yield* page
  }
}
