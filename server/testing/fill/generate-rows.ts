import { globSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { getTableColumns, getTableName, isTable } from 'drizzle-orm'
import type { ColumnType, Row } from '#server/db/move/moved-table.ts'
import { programFolder } from '#server/program-folder.ts'
import type { TableShape } from './snapshot-tables.ts'
import { completeRow, type Fields } from './valid-rows.ts'

/** Rows of tables filled so far, by column: what references point to. */
export type Filled = Map<string, Fields[]>

const FIRST_MS = 1_790_000_000_123

/**
 * Rows numbered from `from`, valid against keys, references and checks. The first has a value in every column, the
 * second has none where none is needed, and so on in turn.
 */
export async function generateRows(
  shape: TableShape,
  filled: Filled,
  { from, count }: { from: number; count: number },
): Promise<Row[]> {
  const choices = await readChoices()
  const own = [...(filled.get(shape.name) ?? [])]
  const before = own.length
  filled.set(shape.name, own)
  for (let number = from; number < from + count; number += 1) {
    const fields = {
      ...plainFields(shape, choices, number),
      ...references(shape, filled, { number, place: own.length }),
    }
    const row = completeRow(shape.name, fields, { place: own.length, filled })
    if (row) {
      own.push(row)
    }
  }
  return own.slice(before).map((row) => shape.columns.map(({ name }) => row[name] ?? null))
}

const isLeftOut = (isNullable: boolean, number: number) => isNullable && number % 2 === 1

type Choices = ReadonlyMap<string, readonly string[]>

function plainFields({ name: table, columns }: TableShape, choices: Choices, number: number): Fields {
  const fields = columns.map(({ name, type, isNullable }) => {
    const options = choices.get(`${table}.${name}`)
    const value = options ? options[number % options.length] : toValue(type, `${table}:${name}`, number)
    return [name, isLeftOut(isNullable, number) ? null : (value ?? null)]
  })
  return Object.fromEntries(fields)
}

type Numbers = { number: number; place: number }

/** To the row at the same place, so that a reference may be unique. */
function references(
  { columns, references: all }: TableShape,
  filled: Filled,
  { number, place }: Numbers,
): Fields {
  const fields = all.map(({ column, table, to }) => {
    const others = filled.get(table) ?? []
    const isNullable = columns.some(({ name, isNullable: can }) => name === column && can)
    const other = isLeftOut(isNullable, number) ? undefined : others[place % Math.max(1, others.length)]
    return [column, other?.[to] ?? null]
  })
  return Object.fromEntries(fields)
}

function toValue(type: ColumnType, name: string, number: number): string {
  const values: Record<ColumnType, () => string> = {
    text: () => `${name}:${number} 'ğ' "\\" 😀`,
    integer: () => String(number + 1),
    // Beyond 32 bits.
    bigint: () => String(5_000_000_000 + number),
    boolean: () => String(number % 2),
    time: () => String(FIRST_MS + number * 1_001),
    // Keys in the order of PostgreSQL's jsonb, so that they come back as they were.
    json: () => JSON.stringify({ n: number, on: true, list: [1.5, null, 'ı'], text: `${name} "\\" 😀` }),
    bytes: () => Buffer.from(`\0\xff${name}${number}`, 'latin1').toString('hex'),
  }
  return values[type]()
}

let read: Promise<Map<string, readonly string[]>> | undefined

/** The values of columns that allow a few, which only the tables' own files list. */
function readChoices() {
  read ??= importChoices()
  return read
}

async function importChoices() {
  const files = globSync('server/features/*/*.table.ts', { cwd: programFolder })
  const choices = new Map<string, readonly string[]>()
  for (const file of files) {
    const found: Record<string, unknown> = await import(pathToFileURL(join(programFolder, file)).href)
    for (const table of Object.values(found).filter((each) => isTable(each))) {
      for (const column of Object.values(getTableColumns(table))) {
        if (column.enumValues && column.enumValues.length > 0) {
          choices.set(`${getTableName(table)}.${column.name}`, column.enumValues)
        }
      }
    }
  }
  return choices
}
