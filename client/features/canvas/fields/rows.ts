/** One row of a grid or of a list of things, as files keep it. */
export type Row = Readonly<Record<string, unknown>>

/** Stored rows: JSON text, or a list by other editors. What is neither has none. */
export function readRecords(stored: unknown): Row[] {
  const rows = typeof stored === 'string' ? parse(stored) : stored
  return Array.isArray(rows) ? rows.filter((row) => typeof row === 'object' && row !== null) : []
}

/** Rows of a grid as files keep them: JSON text, numbered; nothing when there are none. */
export function writeGrid(rows: readonly Row[]): string {
  return rows.length === 0 ? '' : JSON.stringify(rows.map((row, id) => ({ ...row, id })))
}

export function replaceAt<Item>(items: readonly Item[], place: number, item: Item): Item[] {
  return items.map((each, index) => (index === place ? item : each))
}

export function removeAt<Item>(items: readonly Item[], place: number): Item[] {
  return items.filter((_, index) => index !== place)
}

/** One item put at another's place, the others keeping their order. Out of bounds nothing moves. */
export function moveItem<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const item = items[from]
  if (item === undefined || to < 0 || to >= items.length || from === to) {
    return [...items]
  }
  const others = removeAt(items, from)
  return [...others.slice(0, to), item, ...others.slice(to)]
}

/** Cells of a spreadsheet as its clipboard has them: lines and tabs, quoted where a cell holds either. */
export function readCells(text: string): string[][] {
  const body = text.replaceAll('\r\n', '\n').replace(/\n$/, '')
  const lines: string[][] = [[]]
  for (const [, quoted, plain = '', end] of `${body}\n`.matchAll(
    /(?:"((?:[^"]|"")*)"(?=[\t\n])|([^\t\n]*))([\t\n])/g,
  )) {
    lines.at(-1)?.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'))
    if (end === '\n') {
      lines.push([])
    }
  }
  return lines.slice(0, -1)
}

/** Rows after a block of cells has been pasted with its corner at one cell; rows it needs are added. */
export function pasteCells(
  rows: readonly Row[],
  fields: readonly string[],
  corner: { row: number; column: number },
  cells: readonly (readonly string[])[],
): Row[] {
  const length = Math.max(rows.length, corner.row + cells.length)
  return Array.from({ length }, (_, place) => {
    const line = cells[place - corner.row] ?? []
    const written = line.flatMap((cell, index): [string, string][] => {
      const field = fields[corner.column + index]
      return field === undefined ? [] : [[field, cell]]
    })
    return { ...rows[place], ...Object.fromEntries(written) }
  })
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}
