import { type Segment, toRows } from './pdf-segments.ts'

/** A part of a page that is read from top to bottom. */
export type Region = Segment[]

const MAX_DEPTH = 6
/** Beyond this a page is a drawing, and its texts are read row by row. */
const MAX_SEGMENTS = 20_000
const MAX_CANDIDATES = 12
const MIN_LINES = 3
/** A line of prose has at least this many characters, and fills at least this share of its column. */
const PROSE_LENGTH = 18
const PROSE_FILL = 0.5
/** Cells of one row stand on the same baseline, but for this part of the font size. */
const ALIGNED = 0.15
/** Cells of a table that crosses the columns of a page are this short on average. */
const CELL_LENGTH = 16

/**
 * Regions in reading order. A page with columns is split at the space between them. Titles and tables that cross the
 * space divide the page into bands, and the columns are read band by band.
 */
export function splitRegions(segments: Segment[], depth = 0): Region[] {
  if (segments.length === 0) {
    return []
  }
  const edge = depth < MAX_DEPTH && segments.length <= MAX_SEGMENTS ? findColumnEdge(segments) : undefined
  if (edge === undefined) {
    return [segments]
  }
  const bands = toBands(segments, edge)
  if (!bands.some(({ isColumns }) => isColumns)) {
    return [segments]
  }
  const regions: Region[] = []
  let open: Region = []
  for (const { left, right, crossing, isColumns } of bands) {
    if (isColumns) {
      regions.push(open, ...splitRegions(left, depth + 1), ...splitRegions(right, depth + 1))
      open = [...crossing]
    } else {
      open.push(...left, ...right, ...crossing)
    }
  }
  return [...regions, open].filter((region) => region.length > 0)
}

/** The left edge of a right column: lines start there, and few cross it. */
function findColumnEdge(segments: readonly Segment[]): number | undefined {
  const starts = new Map<number, number>()
  for (const { x } of segments) {
    const place = Math.round(x)
    starts.set(place, (starts.get(place) ?? 0) + 1)
  }
  const candidates = [...starts]
    .filter(([, count]) => count >= MIN_LINES)
    .sort((a, b) => b[1] - a[1])
    .slice(0, MAX_CANDIDATES)
  let best: { edge: number; score: number } | undefined
  for (const [edge] of candidates) {
    const sides = { left: 0, right: 0, crossing: 0 }
    for (const segment of segments) {
      sides[sideOf(segment, edge)] += 1
    }
    const { left, right, crossing } = sides
    const score = Math.min(left, right) - 2 * crossing
    const isEdge = left >= MIN_LINES && right >= MIN_LINES && crossing <= Math.min(left, right) / 2
    if (isEdge && score > (best?.score ?? Number.NEGATIVE_INFINITY)) {
      best = { edge, score }
    }
  }
  return best?.edge
}

function sideOf({ x, width, size }: Segment, edge: number): 'left' | 'right' | 'crossing' {
  if (x >= edge - 1) {
    return 'right'
  }
  return x + width <= edge - size / 4 ? 'left' : 'crossing'
}

type Band = { left: Segment[]; right: Segment[]; crossing: Segment[]; isColumns: boolean }

const emptyBand = (): Band => ({ left: [], right: [], crossing: [], isColumns: false })

function toBands(segments: readonly Segment[], edge: number): Band[] {
  const bands = [emptyBand()]
  const rows = toRows(segments)
  const tableRows = findTableRows(rows)
  for (const row of rows) {
    let band = bands.at(-1) as Band
    // A note beside a title belongs to the title.
    if (tableRows.has(row) || row.some((segment) => sideOf(segment, edge) === 'crossing')) {
      band.crossing.push(...row)
      continue
    }
    if (band.crossing.length > 0) {
      band = emptyBand()
      bands.push(band)
    }
    for (const segment of row) {
      band[sideOf(segment, edge)].push(segment)
    }
  }
  return bands.map((each) => ({ ...each, isColumns: isColumns(each) }))
}

/** Rows of many short cells, at least two in a row. */
function findTableRows(rows: readonly Segment[][]): Set<Segment[]> {
  const isShort = (row: Segment[] | undefined) =>
    row !== undefined && row.length > 2 && averageLength(row) <= CELL_LENGTH
  return new Set(
    rows.filter((row, index) => isShort(row) && (isShort(rows[index - 1]) || isShort(rows[index + 1]))),
  )
}

const averageLength = (row: readonly Segment[]) =>
  row.reduce((sum, { text }) => sum + text.length, 0) / row.length

/** Columns hold prose, or lines that do not stand beside each other. Everything else is a table or a form. */
function isColumns({ left, right }: Omit<Band, 'isColumns'>): boolean {
  if (left.length === 0 || right.length === 0) {
    return false
  }
  if (isProse(left) && isProse(right)) {
    return true
  }
  const leftRows = toRows(left)
  const rightRows = toRows(right)
  const fewer = Math.min(leftRows.length, rightRows.length)
  return fewer >= MIN_LINES && countAligned(leftRows, rightRows) < fewer / 2
}

/** Rows of both sides that stand on the same baseline. Both lists run from top to bottom. */
function countAligned(leftRows: readonly Segment[][], rightRows: readonly Segment[][]): number {
  let place = 0
  let count = 0
  for (const [right] of rightRows) {
    const { y = 0, size = 0 } = right ?? {}
    const distance = () => (leftRows[place]?.[0]?.y ?? Number.NEGATIVE_INFINITY) - y
    while (distance() > ALIGNED * size) {
      place += 1
    }
    count += distance() >= -ALIGNED * size ? 1 : 0
  }
  return count
}

function isProse(side: readonly Segment[]): boolean {
  const rows = toRows(side).map((row) => ({
    length: row.reduce((sum, { text }) => sum + text.length, 0),
    width: Math.max(...row.map(({ x, width }) => x + width)) - Math.min(...row.map(({ x }) => x)),
  }))
  const from = side.reduce((min, { x }) => Math.min(min, x), Number.POSITIVE_INFINITY)
  const to = side.reduce((max, { x, width }) => Math.max(max, x + width), Number.NEGATIVE_INFINITY)
  return (
    median(rows.map(({ length }) => length)) >= PROSE_LENGTH &&
    median(rows.map(({ width }) => width)) >= PROSE_FILL * (to - from)
  )
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0
}
