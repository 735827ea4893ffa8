import type { Document } from '#server/engine/handles.ts'
import { parseCsv } from '#server/engine/parse-csv.ts'
import { limits, rejectTooLarge, rejectUnreadable } from './limits.ts'

/** CSV: one document per row, each value labelled with its column name. With `column`, only that column's value. */
export function readCsv(text: string, column: string | undefined): Document[] {
  const [header = [], ...rows] = parseCsv(text, createTableBudget())
  const place = column === undefined ? undefined : header.indexOf(column)
  if (place === -1) {
    rejectUnreadable(`it has no column named ${column}`)
  }
  return rows.map((row, index) => ({
    pageContent: place === undefined ? toRow(header, row) : (row[place] ?? ''),
    metadata: { line: index + 1 },
  }))
}

export function toRow(header: readonly string[], values: readonly (string | undefined)[]): string {
  return Array.from(values, (each = '', index) => {
    const value = each.trim()
    return value === '' ? undefined : `${header[index]?.trim() || `Column ${index + 1}`}: ${value}`
  })
    .filter((line) => line !== undefined)
    .join('\n')
}

export function createTableBudget() {
  let rows = 0
  let cells = 0
  return (width: number) => {
    rows += 1
    cells += width
    if (rows > limits.rows) {
      rejectTooLarge(`it has more than ${limits.rows} rows`)
    }
    if (cells > limits.cells) {
      rejectTooLarge(`it has more than ${limits.cells} cells`)
    }
  }
}
