import type { PlacedInput, TemplateInput } from '#shared/nodes.ts'

export type Row = Readonly<Record<string, unknown>>

/** Stored rows: JSON text, or a list by other editors. Other values yield none. */
export function readRecords(stored: unknown): Row[] {
  const rows = typeof stored === 'string' ? parse(stored) : stored
  return Array.isArray(rows) ? rows.filter((row) => typeof row === 'object' && row !== null) : []
}

/** Rows of a grid in file format: numbered rows as JSON text, '' when empty. */
export function writeGrid(rows: readonly Row[]): string {
  return rows.length === 0 ? '' : JSON.stringify(rows.map((row, id) => ({ ...row, id })))
}

export function replaceAt<Item>(items: readonly Item[], place: number, item: Item): Item[] {
  return items.map((each, index) => (index === place ? item : each))
}

export function removeAt<Item>(items: readonly Item[], place: number): Item[] {
  return items.filter((_, index) => index !== place)
}

/** Moves one item; the others keep their order. Out of bounds nothing moves. */
export function moveItem<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const item = items[from]
  if (item === undefined || to < 0 || to >= items.length || from === to) {
    return [...items]
  }
  const others = removeAt(items, from)
  return [...others.slice(0, to), item, ...others.slice(to)]
}

/** Parses spreadsheet cells from the clipboard: lines and tabs, with quotes where a cell contains either. */
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

/** Pastes a block of cells with its upper left corner at one cell; missing rows are added. */
export function pasteCells(
  rows: readonly Row[],
  fields: readonly string[],
  corner: { row: number; column: number },
  cells: readonly (readonly string[])[],
): Row[] {
  const length = Math.max(rows.length, corner.row + cells.length)
  return Array.from({ length }, (_, place) => {
    const line = cells[place - corner.row] ?? []
    const entries = line.flatMap((cell, index): [string, string][] => {
      const field = fields[corner.column + index]
      return field === undefined ? [] : [[field, cell]]
    })
    return { ...rows[place], ...Object.fromEntries(entries) }
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
export function joinPath(parent: string, place: number, name: string): string {
  return `${parent}/${place}/${name}`
}

export function inputAt(params: readonly PlacedInput[], path: string): TemplateInput | undefined {
  const [name, ...rest] = path.split('/')
  const inputs: readonly TemplateInput[] = params.flatMap((input) => [input, ...(input.tabs ?? [])])
  // Row indexes do not affect the field definitions.
  return rest
    .filter((_, index) => index % 2 === 1)
    .reduce<TemplateInput | undefined>(
      (input, field) => input?.array?.find((each) => each.name === field),
      inputs.find((input) => input.name === name),
    )
}

export function readPath(inputs: Readonly<Record<string, unknown>>, path: string): unknown {
  const [name = '', place, ...rest] = path.split('/')
  const value = inputs[name]
  return place === undefined ? value : readPath(readRecords(value)[Number(place)] ?? {}, rest.join('/'))
}

/** The value of a path's first field after the value at its end has changed. */
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
