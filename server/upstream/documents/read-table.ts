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
  return Array.from(values, (each = '', index) => {
    const value = each.trim()
    return value === '' ? undefined : `${header[index]?.trim() || `Column ${index + 1}`}: ${value}`
  })
    .filter((line) => line !== undefined)
    .join('\n')
}

/** RFC 4180, with what spreadsheets make of it: the delimiter is the one the first line has most of. */
export function parseCsv(text: string): string[][] {
  const rows = collectRows()
  const end = new RegExp(`[\n${delimiterOf(text)}]`, 'g')
  let at = 0
  while (at < text.length) {
    if (text[at] === '"' && rows.isFresh()) {
      const quoted = readQuoted(text, at)
      rows.add(quoted.value)
      at = quoted.end
    }
    end.lastIndex = at
    const next = end.exec(text)?.index ?? text.length
    rows.add(text.slice(at, next).replaceAll('\r', ''))
    if (text[next] === '\n') {
      rows.endRow()
    } else if (next < text.length) {
      rows.endValue()
    }
    at = next + 1
  }
  return rows.end()
}

function collectRows() {
  const rows: string[][] = []
  const count = createTableBudget()
  let row: string[] = []
  let value = ''

  function endValue() {
    row.push(value)
    value = ''
    if (row.length > limits.cells) {
      refuseTooLarge(`it has more than ${limits.cells} cells`)
    }
  }

  function endRow() {
    endValue()
    count(row.length)
    if (row.some((each) => each !== '')) {
      rows.push(row)
    }
    row = []
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

/** Counts rows and cells of a table while it is read. */
export function createTableBudget() {
  let rows = 0
  let cells = 0
  return (width: number) => {
    rows += 1
    cells += width
    if (rows > limits.rows) {
      refuseTooLarge(`it has more than ${limits.rows} rows`)
    }
    if (cells > limits.cells) {
      refuseTooLarge(`it has more than ${limits.cells} cells`)
    }
  }
}

/** From the quote at `start` to behind the one that closes it. */
function readQuoted(text: string, start: number) {
  const pieces: string[] = []
  let at = start + 1
  for (;;) {
    const quote = text.indexOf('"', at)
    const isDoubled = quote >= 0 && text[quote + 1] === '"'
    pieces.push(text.slice(at, quote < 0 ? undefined : quote + (isDoubled ? 1 : 0)))
    if (!isDoubled) {
      return { value: pieces.join(''), end: quote < 0 ? text.length : quote + 1 }
    }
    at = quote + 2
  }
}

function delimiterOf(text: string): string {
  const end = text.indexOf('\n')
  const firstLine = (end < 0 ? text : text.slice(0, end)).replace(/"[^"]*"/g, '')
  const counts = [',', ';', '\t', '|'].map((sign) => ({ sign, count: firstLine.split(sign).length }))
  return counts.reduce((best, each) => (each.count > best.count ? each : best)).sign
}
