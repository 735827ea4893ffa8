import { csvText } from '#shared/csv-text.ts'

type Cell = string | number | null

/** A table as text with CRLF lines. Numbers are not escaped against formulas, since the app computes them itself. */
export function toCsv(head: string[], rows: Cell[][]): string {
  return [head, ...rows].map((cells) => cells.map(toCell).join(',')).join('\r\n')
}

function toCell(value: Cell): string {
  if (value === null) {
    return ''
  }
  return typeof value === 'number' ? String(value) : csvText(value)
}

/** Spreadsheets recognize UTF-8 by the byte order mark. */
export const CSV_TYPE = 'text/csv;charset=utf-8'
export const withByteOrderMark = (text: string) => `\uFEFF${text}`
