import type { PlacedInput, TemplateInput } from '#shared/nodes.ts'

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

/** A field below a list or a tab of a node: `messages/2/content` is the content of its third message. */
export function joinPath(above: string, place: number, name: string): string {
  return `${above}/${place}/${name}`
}

/** What is declared of the field at a path: of the node itself, of one of its tabs, or of a row. */
export function inputAt(params: readonly PlacedInput[], path: string): TemplateInput | undefined {
  const [name, ...below] = path.split('/')
  const inputs: readonly TemplateInput[] = params.flatMap((input) => [input, ...(input.tabs ?? [])])
  // The row's own number says nothing about what its fields are.
  return below
    .filter((_, index) => index % 2 === 1)
    .reduce<TemplateInput | undefined>(
      (input, field) => input?.array?.find((each) => each.name === field),
      inputs.find((input) => input.name === name),
    )
}

/** The value at a path. */
export function readPath(inputs: Readonly<Record<string, unknown>>, path: string): unknown {
  const [name = '', place, ...rest] = path.split('/')
  const value = inputs[name]
  return place === undefined ? value : readPath(readRecords(value)[Number(place)] ?? {}, rest.join('/'))
}

/** The value of the first field of a path, once the one at its end is another. */
export function writePath(
  inputs: Readonly<Record<string, unknown>>,
  path: string,
  value: unknown,
): { name: string; value: unknown } {
  const [name = '', place, ...rest] = path.split('/')
  if (place === undefined) {
    return { name, value }
  }
  const rows = readRecords(inputs[name])
  const row = rows[Number(place)] ?? {}
  const changed = writePath(row, rest.join('/'), value)
  return { name, value: replaceAt(rows, Number(place), { ...row, [changed.name]: changed.value }) }
}
