type Cell = string | number | null

/**
 * A table as text: CRLF lines, every text in quotes. A cell that begins like a formula gets an apostrophe before it, or a
 * spreadsheet would run what somebody wrote into a flow's name. Numbers of ours are no formulas, also when negative.
 */
export function toCsv(head: string[], rows: Cell[][]): string {
  return [head, ...rows].map((cells) => cells.map(toCell).join(',')).join('\r\n')
}

function toCell(value: Cell): string {
  if (value === null) {
    return ''
  }
  if (typeof value === 'number') {
    return String(value)
  }
  const harmless = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return `"${harmless.replaceAll('"', '""')}"`
}

/** With the mark by which spreadsheets know UTF-8. */
export const CSV_TYPE = 'text/csv;charset=utf-8'
export const withByteOrderMark = (text: string) => `\uFEFF${text}`
