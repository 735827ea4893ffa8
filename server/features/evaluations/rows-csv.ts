import { parseCsv } from '#server/engine/parse-csv.ts'
import { csvText } from '#shared/csv-text.ts'
import { MAX_ROWS } from '#shared/datasets.ts'
import { AppError } from '#shared/errors.ts'
import type { DatasetRowRow } from './datasets.table.ts'

type CsvRow = Pick<DatasetRowRow, 'input' | 'output' | 'mustPass'>

const names = {
  input: ['input', 'question', 'soru'],
  output: ['output', 'expected', 'answer', 'beklenen', 'cevap'],
  mustPass: ['must_pass', 'must pass', 'mustpass', 'must', 'zorunlu'],
} as const
const yes = new Set(['1', 'true', 'yes', 'x', 'evet', 'must'])
const MAX_LENGTH = 32_000

/** Rows of CSV text, with or without a line of names. Throws INVALID_INPUT naming the line. */
export function readRows(csv: string): (CsvRow & { source: 'csv' })[] {
  const lines = parseCsv(csv)
  const [first = []] = lines
  const heads = first.map((cell) => cell.trim().toLowerCase())
  const placeOf = (of: readonly string[]) => heads.findIndex((head) => of.includes(head))
  const hasHeads = placeOf(names.input) >= 0
  const [input, output, mustPass] = hasHeads
    ? [placeOf(names.input), placeOf(names.output), placeOf(names.mustPass)]
    : [0, 1, 2]
  const found = (hasHeads ? lines.slice(1) : lines).map((cells, index) => {
    const row = {
      input: textOf(cells[input]),
      output: textOf(cells[output]),
      mustPass: yes.has((cells[mustPass] ?? '').trim().toLowerCase()),
      source: 'csv' as const,
    }
    const number = index + (hasHeads ? 2 : 1)
    if (row.input === '') {
      throw new AppError('INVALID_INPUT', `Line ${number} has no question.`)
    }
    if (row.input.length > MAX_LENGTH || row.output.length > MAX_LENGTH) {
      throw new AppError('INVALID_INPUT', `Line ${number} is longer than 32,000 characters.`)
    }
    return row
  })
  if (found.length > MAX_ROWS) {
    throw new AppError('TOO_LARGE', `A data set has at most ${MAX_ROWS.toLocaleString('en')} rows.`)
  }
  if (found.length === 0) {
    throw new AppError('INVALID_INPUT', 'This file has no rows.')
  }
  return found
}

/** Without the apostrophe that keeps spreadsheets from running a formula. */
function textOf(cell = '') {
  return cell.trim().replace(/^'(?=[=+\-@])/, '')
}

export function writeRows(rows: readonly CsvRow[]): string {
  const lines = rows.map(({ input, output, mustPass }) =>
    [csvText(input), csvText(output), mustPass ? 'true' : 'false'].join(','),
  )
  return `${['input,output,must_pass', ...lines].join('\r\n')}\r\n`
}
