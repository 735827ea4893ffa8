import { csvText } from '#shared/csv-text.ts'

type Cell = string | number | null

/** A table as text with CRLF lines. Numbers are ours and no formulas, also when negative. */
export function toCsv(head: string[], rows: Cell[][]): string {
  return [head, ...rows].map((cells) => cells.map(toCell).join(',')).join('\r\n')
}

function toCell(value: Cell): string {
  if (value === null) {
    return ''
  }
  return typeof value === 'number' ? String(value) : csvText(value)
}

/** With the mark by which spreadsheets know UTF-8. */
export const CSV_TYPE = 'text/csv;charset=utf-8'
export const withByteOrderMark = (text: string) => `\uFEFF${text}`
