import { componentInputs, configKey, readConfig } from '#shared/component-config.ts'
import { readRecords } from '#shared/json.ts'
import type { TemplateInput } from '#shared/nodes.ts'
import type { Templates } from './flow-graph.ts'

export type Row = Readonly<Record<string, unknown>>

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

/** A field below a list of a node: `messages/2/content` is the content of its third message. */
export function joinPath(parent: string, place: number, name: string): string {
  return `${parent}/${place}/${name}`
}

const COMPONENT = '@'

/** A field of a chosen component: `llmModel/@/temperature` is a setting of the model of a step. */
export function joinComponent(parent: string, name: string): string {
  return `${parent}/${COMPONENT}/${name}`
}

/** The definition of the field at a path. The fields of components follow from what the values choose. */
export function inputAt(
  inputs: readonly TemplateInput[],
  path: string,
  values: Row,
  templates: Templates,
): TemplateInput | undefined {
  const [name = '', place, ...rest] = path.split('/')
  const input = inputs.flatMap((each) => [each, ...(each.tabs ?? [])]).find((each) => each.name === name)
  if (place === undefined || !input) {
    return input
  }
  const inner =
    place === COMPONENT ? componentInputs(templates.get(String(values[name]))) : (input.array ?? [])
  return inputAt(inner, rest.join('/'), valuesBelow(values, name, place), templates)
}

export function readPath(inputs: Row, path: string): unknown {
  const [name = '', place, ...rest] = path.split('/')
  return place === undefined ? inputs[name] : readPath(valuesBelow(inputs, name, place), rest.join('/'))
}

/** A row of a list, or the settings of a component. */
function valuesBelow(values: Row, name: string, place: string): Row {
  return place === COMPONENT ? readConfig(values, name) : (readRecords(values[name])[Number(place)] ?? {})
}

/** The value of a path's first field after the value at its end has changed. */
export function writePath(inputs: Row, path: string, value: unknown): { name: string; value: unknown } {
  const [name = '', place, ...rest] = path.split('/')
  if (place === undefined) {
    return { name, value }
  }
  const below = valuesBelow(inputs, name, place)
  const inner = writePath(below, rest.join('/'), value)
  const changed = { ...below, [inner.name]: inner.value }
  return place === COMPONENT
    ? { name: configKey(name), value: changed }
    : { name, value: replaceAt(readRecords(inputs[name]), Number(place), changed) }
}
