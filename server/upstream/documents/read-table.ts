import type { Document } from '#server/engine/handles.ts'
import { limits, refuseTooLarge, refuseUnreadable } from './limits.ts'

/** CSV: one document a row, each value under its column's name; of one column, the value alone. */
export function readCsv(text: string, column: string | undefined): Document[] {
  const [header = [], ...rows] = parseCsv(text)
  const place = column === undefined ? undefined : header.indexOf(column)
  if (place === -1) {
    refuseUnreadable(`it has no column named ${column}`)
  }
  return rows.map((row, index) => ({
    pageContent: place === undefined ? toRow(header, row) : (row[place] ?? ''),
    metadata: { line: index + 1 },
  }))
}

export function toRow(header: readonly string[], values: readonly (string | undefined)[]): string {
  return Array.from({ length: Math.max(header.length, values.length) }, (_, index) => {
    const value = (values[index] ?? '').trim()
    return value === '' ? undefined : `${header[index]?.trim() || `Column ${index + 1}`}: ${value}`
  })
    .filter((line) => line !== undefined)
    .join('\n')
}

/** RFC 4180, with what spreadsheets make of it: the delimiter is the one the first line has most of. */
export function parseCsv(text: string): string[][] {
  const delimiter = delimiterOf(text)
  const rows = collectRows()
  let at = 0
  while (at < text.length) {
    const letter = text[at] as string
    if (letter === '"' && rows.isFresh()) {
      const quoted = readQuoted(text, at)
      rows.add(quoted.value)
      at = quoted.end
      continue
    }
    at += 1
    if (letter === delimiter) {
      rows.endValue()
    } else if (letter === '\n') {
      rows.endRow()
    } else if (letter !== '\r') {
      rows.add(letter)
    }
  }
  return rows.end()
}

function collectRows() {
  const rows: string[][] = []
  let row: string[] = []
  let value = ''

  function endValue() {
    row.push(value)
    value = ''
  }

  function endRow() {
    endValue()
    if (row.some((each) => each !== '')) {
      rows.push(row)
    }
    row = []
    if (rows.length > limits.rows) {
      refuseTooLarge(`it has more than ${limits.rows} rows`)
    }
  }

  return {
    isFresh: () => value === '',
    add: (text: string) => {
      value += text
    },
    endValue,
    endRow,
    end: () => {
      endRow()
      return rows
    },
  }
}

/** From the quote at `start` to behind the one that closes it. */
function readQuoted(text: string, start: number) {
  let value = ''
  let at = start + 1
  for (;;) {
    const quote = text.indexOf('"', at)
    if (quote < 0) {
      return { value: value + text.slice(at), end: text.length }
    }
    value += text.slice(at, quote)
    if (text[quote + 1] !== '"') {
      return { value, end: quote + 1 }
    }
    value += '"'
    at = quote + 2
  }
}

function delimiterOf(text: string): string {
  const end = text.indexOf('\n')
  const firstLine = (end < 0 ? text : text.slice(0, end)).replace(/"[^"]*"/g, '')
  const counts = [',', ';', '\t', '|'].map((sign) => ({ sign, count: firstLine.split(sign).length }))
  return counts.reduce((best, each) => (each.count > best.count ? each : best)).sign
}
