/** A piece of text as the file positions it. `y` is its baseline, measured from the bottom of the page. */
export type TextRun = { text: string; x: number; y: number; width: number; size: number; isRtl?: boolean }

/** Text on one baseline without a wide gap. */
export type Segment = Omit<TextRun, 'isRtl'>

/** In parts of the font size: a gap of a space, and one that separates cells or columns. */
const SPACE = 0.15
const WIDE = 0.8
/** Baselines that are closer belong to one row, so superscripts stay in their line. */
const SAME_ROW = 0.4

/** Joins the runs of each row. Rows are ordered from top to bottom. */
export function toSegments(runs: readonly TextRun[]): Segment[] {
  return toRows(runs.filter(({ text }) => text.trim() !== '')).flatMap(joinRow)
}

/** Groups by baseline, from top to bottom and left to right. */
export function toRows<Each extends Segment>(all: readonly Each[]): Each[][] {
  const rows: Each[][] = []
  let row: Each[] = []
  for (const each of all.toSorted((a, b) => b.y - a.y)) {
    const [first] = row
    if (first && first.y - each.y > SAME_ROW * Math.max(first.size, each.size)) {
      rows.push(row)
      row = []
    }
    row.push(each)
  }
  return [...rows, row].filter(({ length }) => length > 0).map((each) => each.sort((a, b) => a.x - b.x))
}

function joinRow(row: readonly TextRun[]): Segment[] {
  const groups: TextRun[][] = []
  let end = 0
  for (const run of row) {
    const group = groups.at(-1)
    const last = group?.at(-1)
    if (!(group && last) || run.x - end > WIDE * Math.max(last.size, run.size)) {
      groups.push([run])
      end = run.x + run.width
    } else if (!isRepeated(last, run)) {
      group.push(run)
      end = Math.max(end, run.x + run.width)
    }
  }
  return groups.map(joinRuns)
}

/** Some programs print a text twice for bold. */
function isRepeated(last: TextRun, run: TextRun): boolean {
  return last.text === run.text && run.x - last.x < run.size / 4 && run.width > run.size / 2
}

function joinRuns(group: readonly TextRun[]): Segment {
  const isRtl = group.filter((run) => run.isRtl).length > group.length / 2
  const x = Math.min(...group.map((run) => run.x))
  const end = Math.max(...group.map((run) => run.x + run.width))
  const { y, size } = group.reduce((a, b) => (b.text.length > a.text.length ? b : a))
  const text = joinTexts(isRtl ? group.toReversed() : group, isRtl)
  return { text, x, y, width: end - x, size }
}

function joinTexts(runs: readonly TextRun[], isRtl: boolean): string {
  let text = ''
  let last: TextRun | undefined
  for (const run of runs) {
    const [left, right] = isRtl ? [run, last] : [last, run]
    const gap = left && right ? right.x - left.x - left.width : 0
    text += gap > SPACE * Math.max(run.size, last?.size ?? 0) ? ` ${run.text}` : run.text
    last = run
  }
  return text.replace(/\s+/g, ' ').trim()
}
