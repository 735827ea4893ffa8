import { type Segment, toRows } from './pdf-segments.ts'

export type Line = {
  text: string
  size: number
  /** A row of a table. */
  isRow: boolean
  /** A blank line comes before it. */
  startsParagraph: boolean
}

type Row = Segment[]
type Column = { from: number; to: number }

/** In parts of the font size. */
const MIN_GUTTER = 0.5
const CELL_PITCH = 1.6
const TABLE_PITCH = 4
/** In parts of the distance between most lines. */
const PARAGRAPH_PITCH = 1.35
const bullet = /^([•◦▪●○■–—*·-]|\(?[\p{L}\d]{1,3}[.)])$/u

/** The lines of a region from top to bottom. Aligned texts become table rows, their cells separated by ` | `. */
export function readLines(segments: readonly Segment[]): Line[] {
  const rows = toRows(segments)
  const pitch = pitchOf(rows)
  const lines: Line[] = []
  let last: { row: Row; isRow: boolean } | undefined
  for (let index = 0; index < rows.length; ) {
    const table = readTable(rows, index)
    const [row] = rows.slice(index, index + 1) as [Row]
    const starts = isParagraph(last, row, table !== undefined, pitch)
    if (table) {
      lines.push(
        ...table.rows.map((text, place) => ({
          text,
          size: sizeOf(row),
          isRow: true,
          startsParagraph: starts && place === 0,
        })),
      )
      index = table.end
    } else {
      lines.push({ text: textOf(row), size: sizeOf(row), isRow: false, startsParagraph: starts })
      index += 1
    }
    last = { row: rows[index - 1] ?? row, isRow: table !== undefined }
  }
  return lines
}

const textOf = (row: Row) => row.map(({ text }) => text).join(' ')
const sizeOf = (row: Row) =>
  row.reduce((longest, each) => (each.text.length > longest.text.length ? each : longest)).size
const baseOf = ([first]: Row) => first?.y ?? 0

function isParagraph(
  last: { row: Row; isRow: boolean } | undefined,
  row: Row,
  isRow: boolean,
  pitch: number,
): boolean {
  if (!last || last.isRow !== isRow) {
    return true
  }
  const [before, size] = [sizeOf(last.row), sizeOf(row)]
  return (
    baseOf(last.row) - baseOf(row) > PARAGRAPH_PITCH * pitch ||
    Math.abs(before - size) > 0.1 * Math.max(before, size)
  )
}

/** The most frequent distance between two lines. */
function pitchOf(rows: readonly Row[]): number {
  const counts = new Map<number, number>()
  for (const [index, row] of rows.slice(1).entries()) {
    const distance = Math.round(2 * (baseOf(rows[index] ?? row) - baseOf(row))) / 2
    counts.set(distance, (counts.get(distance) ?? 0) + 1)
  }
  const [best] = [...counts].sort((a, b) => b[1] - a[1] || a[0] - b[0])
  return best?.[0] ?? 0
}

/** The table that starts with this row, if at least two rows share their columns. */
function readTable(rows: readonly Row[], start: number): { rows: string[]; end: number } | undefined {
  const table = (rows[start]?.length ?? 0) > 1 ? collectTable(rows, start) : []
  const full = table.filter(({ length }) => length > 1)
  const columns = full.reduce<Column[]>(mergeColumns, [])
  if (full.length < 2 || isList(table, columns)) {
    return undefined
  }
  return { rows: toCells(table, columns).map((cells) => cells.join(' | ')), end: start + table.length }
}

function collectTable(rows: readonly Row[], start: number): Row[] {
  let columns: Column[] | undefined = []
  /** A lone text after the last full row belongs to the table only if it continues a cell. */
  let end = start
  for (let index = start; index < rows.length; index += 1) {
    const row = rows[index] as Row
    const distance = index === start ? 0 : baseOf(rows[index - 1] ?? row) - baseOf(row)
    columns = distance <= TABLE_PITCH * sizeOf(row) ? growColumns(columns, row) : undefined
    if (!columns) {
      break
    }
    end = row.length > 1 || isContinued(row, distance, columns) ? index + 1 : end
  }
  return rows.slice(start, end)
}

const touches = ({ x, width }: Segment, { from, to }: Column) => x < to && x + width > from

/** Undefined if the row does not fit: a text covers two columns, or two texts share one. */
function growColumns(columns: readonly Column[], row: Row): Column[] | undefined {
  const places = row.map((segment) => columns.filter((column) => touches(segment, column)))
  const found = places.flat()
  const isUnfit = places.some(({ length }) => length > 1) || new Set(found).size < found.length
  if (isUnfit || (row.length === 1 && found.length === 0)) {
    return undefined
  }
  const grown = mergeColumns(columns, row)
  const gutter = MIN_GUTTER * sizeOf(row)
  const isApart = grown.every(
    ({ to }, index) => (grown[index + 1]?.from ?? Number.POSITIVE_INFINITY) - to >= gutter,
  )
  return isApart ? grown : undefined
}

function mergeColumns(columns: readonly Column[], row: Row): Column[] {
  const grown = columns.map((column) => ({ ...column }))
  for (const segment of row) {
    const column = grown.find((each) => touches(segment, each))
    const [from, to] = [segment.x, segment.x + segment.width]
    if (column) {
      column.from = Math.min(column.from, from)
      column.to = Math.max(column.to, to)
    } else {
      grown.push({ from, to })
    }
  }
  return grown.sort((a, b) => a.from - b.from)
}

const columnOf = (columns: readonly Column[], segment: Segment) =>
  columns.findIndex((column) => touches(segment, column))

/** A lone text close below a cell is that cell's next line. */
function isContinued(row: Row, distance: number, columns: readonly Column[]): boolean {
  const [only] = row
  return (
    row.length === 1 &&
    only !== undefined &&
    columnOf(columns, only) > 0 &&
    distance <= CELL_PITCH * only.size
  )
}

function isList(rows: readonly Row[], columns: readonly Column[]): boolean {
  const full = rows.filter(({ length }) => length > 1)
  return columns.length === 2 && full.every(([first]) => first !== undefined && bullet.test(first.text))
}

function toCells(rows: readonly Row[], columns: readonly Column[]): string[][] {
  const cells: string[][] = []
  for (const [index, row] of rows.entries()) {
    const above = rows[index - 1]
    const last = cells.at(-1)
    if (above && last && isContinued(row, baseOf(above) - baseOf(row), columns)) {
      const [only] = row as [Segment]
      const place = columnOf(columns, only)
      last[place] = `${last[place] ?? ''} ${only.text}`.trim()
    } else {
      const line = columns.map(() => '')
      for (const segment of row) {
        line[columnOf(columns, segment)] = segment.text
      }
      cells.push(line)
    }
  }
  return cells
}
