import { AppError } from '#shared/errors.ts'

const DELIMITERS = [',', ';', '\t', '|']
/** Excel's maximum. */
const MAX_COLUMNS = 16_384

/**
 * Parses rows of cells (RFC 4180). The delimiter is the most frequent one of the first line; unquoted cells are
 * trimmed; rows of empty cells are dropped; an unclosed quote is text. Linear in the length of the text, unlike
 * papaparse 5.7 in a cell of doubled quotes. `onRow` receives the number of cells and may throw. Throws TOO_LARGE.
 */
export function parseCsv(text: string, onRow: (width: number) => void = () => undefined): string[][] {
  const clean = text.replace(/^\uFEFF/, '')
  const delimiter = delimiterOf(clean)
  const sign = delimiter === '\t' ? '\\t' : `\\${delimiter}`
  const plainCell = new RegExp(`([^${sign}\\r\\n]*)(${sign}|\\r?\\n|\\r|$)`, 'y')
  const cellEnd = new RegExp(`${sign}|\\r?\\n|\\r|$`, 'y')
  const rows: string[][] = []
  let row: string[] = []

  function endRow() {
    onRow(row.length)
    if (row.some((cell) => cell !== '')) {
      rows.push(row)
    }
    row = []
  }

  for (let position = 0; position < clean.length; ) {
    const cell = readQuoted(clean, position, cellEnd) ?? readPlain(clean, position, plainCell)
    row.push(cell.value)
    rejectTooWide(row)
    position = cell.next
    if (cell.end !== delimiter) {
      endRow()
    }
  }
  if (row.length > 0) {
    row.push('')
    endRow()
  }
  return rows
}

function delimiterOf(text: string) {
  const end = text.search(/[\r\n]/)
  const firstLine = (end < 0 ? text : text.slice(0, end)).replace(/"[^"]*"/g, '')
  const counts = DELIMITERS.map((sign) => ({ sign, count: firstLine.split(sign).length }))
  return counts.reduce((best, each) => (each.count > best.count ? each : best)).sign
}

function readPlain(text: string, position: number, plainCell: RegExp) {
  plainCell.lastIndex = position
  const [match = '', plain = '', end = ''] = plainCell.exec(text) ?? []
  return { value: plain.trim(), end, next: position + match.length }
}

/**
 * Parsed character by character: a regex with repeated alternatives overflows the stack on cells of millions of
 * characters.
 */
function readQuoted(text: string, position: number, cellEnd: RegExp) {
  if (text[position] !== '"') {
    return undefined
  }
  let close = text.indexOf('"', position + 1)
  while (close >= 0 && text[close + 1] === '"') {
    close = text.indexOf('"', close + 2)
  }
  cellEnd.lastIndex = close + 1
  const end = close < 0 ? undefined : cellEnd.exec(text)?.[0]
  return end === undefined
    ? undefined
    : { value: text.slice(position + 1, close).replaceAll('""', '"'), end, next: close + 1 + end.length }
}

function rejectTooWide({ length }: string[]) {
  if (length > MAX_COLUMNS) {
    throw new AppError(
      'TOO_LARGE',
      `The table is too large to read: it has more than ${MAX_COLUMNS} columns.`,
    )
  }
}
