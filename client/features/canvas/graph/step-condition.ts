import { parseStored, readRecords } from '#shared/json.ts'
import {
  edgeId,
  type Graph,
  type GraphEdge,
  getNode,
  type Templates,
  withData,
  withNodes,
} from './flow-graph.ts'
import { removeEdges } from './remove.ts'

export const valueTypes = ['string', 'number', 'boolean'] as const
export type ValueType = (typeof valueTypes)[number]

export const stepOperations = {
  string: [
    'equal',
    'notEqual',
    'contains',
    'notContains',
    'startsWith',
    'endsWith',
    'regex',
    'isEmpty',
    'notEmpty',
  ],
  number: ['equal', 'notEqual', 'larger', 'largerEqual', 'smaller', 'smallerEqual', 'isEmpty', 'notEmpty'],
  boolean: ['equal', 'notEqual'],
} as const satisfies Record<ValueType, readonly string[]>
export type StepOperation = (typeof stepOperations)[ValueType][number]

export type StepRow = {
  type: ValueType
  value1: string
  operation: string
  value2: string
  /** Name of its output; empty while it is derived from the condition. */
  output: string
  was?: number
  key?: number
  /** Other keys of the file, preserved. */
  rest?: Record<string, unknown>
}

/** Reads a list or its JSON text, which some files hold as JSON text again. Editors store rich text, whose markup is removed. */
export function readStepRows(stored: unknown): StepRow[] {
  return readRecords(parseStored(stored)).map(
    ({ type, value1, operation, value2, output, ...rest }, was) => ({
      type: valueTypes.find((each) => each === type) ?? 'string',
      value1: plain(value1),
      operation: plain(operation) || 'equal',
      value2: plain(value2),
      output: plain(output),
      was,
      rest,
    }),
  )
}

export const hasNoValue = (operation: string) => operation === 'isEmpty' || operation === 'notEmpty'

/** Shortens a variable for display: `{{ $flow.state.visits }}` becomes `visits`. */
export function shortVariable(value: string): string {
  const [, inner] = /^\{\{\s*(.+?)\s*\}\}$/.exec(value.trim()) ?? []
  const path = inner ?? value.trim()
  return inner !== undefined || path.startsWith('$') ? (path.split('.').at(-1) ?? path) : path
}

type Words = Readonly<Record<StepOperation, string>>

/** An output's own name, or its condition as text. Empty for an incomplete condition. */
export function outputName(
  { type, value1, operation, value2, output }: StepRow,
  words: { text: Words; signs: Partial<Words> },
): string {
  if (output.trim() !== '') {
    return output.trim()
  }
  const [left, right] = [shortVariable(value1), shortVariable(value2)]
  const known = operation as StepOperation
  const label = (type === 'number' ? words.signs[known] : undefined) ?? words.text[known] ?? operation
  if (left === '') {
    return ''
  }
  return hasNoValue(operation) ? `${left} ${label}` : right === '' ? '' : `${left} ${label} ${right}`
}

/** Links whose output is removed, with the stored index of its row. */
export function lostSteps(graph: Graph, id: string, before: number, rows: readonly StepRow[]) {
  const retained = new Set(rows.flatMap(({ was }) => (was === undefined ? [] : [was])))
  return [...graph.edges].flatMap(([edge, { source, sourceHandle, target }]) => {
    const place = source === id ? placeOf(sourceHandle) : undefined
    return place === undefined || place >= before || retained.has(place) ? [] : [{ edge, place, target }]
  })
}

/** The target of an output, by the stored index of its row. */
export function targetOf(graph: Graph, id: string, place: number): string | undefined {
  return [...graph.edges.values()].find(
    ({ source, sourceHandle }) => source === id && placeOf(sourceHandle) === place,
  )?.target
}

/** Stores the rows, sets one output per row and one for everything else, and moves links with their rows. */
export function saveStepRows(
  graph: Graph,
  id: string,
  rows: readonly StepRow[],
  templates: Templates,
): Graph {
  const node = getNode(graph, id)
  const before = readStepRows(node.data.inputs.conditions).length
  const lost = lostSteps(graph, id, before, rows).map(({ edge }) => edge)
  const unlinked = removeEdges(graph, lost, templates)
  const { label, name } = node.data
  const saved = withData(getNode(unlinked, id), {
    inputs: { ...getNode(unlinked, id).data.inputs, conditions: rows.map(writeRow) },
    outputAnchors: [...rows, undefined].map((_, place) => ({ id: `${id}-output-${place}`, label, name })),
  })
  const places = new Map<number, number>(
    rows.flatMap(({ was }, place): [number, number][] => (was === undefined ? [] : [[was, place]])),
  )
  places.set(before, rows.length)
  return moveEdges(withNodes(unlinked, [[id, saved]]), id, places)
}

function writeRow({ type, value1, operation, value2, output, rest }: StepRow) {
  return {
    ...rest,
    type,
    value1,
    operation,
    value2: hasNoValue(operation) ? '' : value2,
    ...(output.trim() !== '' && { output: output.trim() }),
  }
}

function moveEdges(graph: Graph, id: string, places: ReadonlyMap<number, number>): Graph {
  const edges = [...graph.edges].map(([key, edge]): [string, GraphEdge] => {
    const from = edge.source === id ? placeOf(edge.sourceHandle) : undefined
    const to = from === undefined ? undefined : places.get(from)
    if (to === undefined || to === from) {
      return [key, edge]
    }
    const data = typeof edge.data === 'object' ? { ...edge.data, edgeLabel: String(to) } : edge.data
    const moved = { ...edge, sourceHandle: `${id}-output-${to}`, data } as GraphEdge
    return [edgeId(moved), { ...moved, id: edgeId(moved) }]
  })
  return { ...graph, edges: new Map(edges) }
}

function placeOf(handle: string | null | undefined): number | undefined {
  const [, place] = /-output-(\d+)$/.exec(handle ?? '') ?? []
  return place === undefined ? undefined : Number(place)
}

/** The first row that matches the values, by variable; undefined when everything else applies. */
export function decidingRow(rows: readonly StepRow[], values: Readonly<Record<string, string>>) {
  const known = (value: string) => (isVariable(value) ? (values[value.trim()] ?? '') : value)
  const place = rows.findIndex(({ type, operation, value1, value2 }) =>
    holds(type, operation, known(value1), known(value2)),
  )
  return place < 0 ? undefined : place
}

const isVariable = (value: string) => /^\{\{.+\}\}$|^\$/.test(value.trim())

export const isQuestion = (variable: string) => /^\{\{\s*question\s*\}\}$/.test(variable)

/** Unique variables the rows compare. */
export function variablesOf(rows: readonly StepRow[]): string[] {
  const values = rows.flatMap(({ value1, value2 }) => [value1.trim(), value2.trim()])
  return [...new Set(values.filter(isVariable))]
}

type Test = (left: string, right: string) => boolean
const texts: Record<string, Test> = {
  equal: (left, right) => left === right,
  notEqual: (left, right) => left !== right,
  contains: (left, right) => left.includes(right),
  notContains: (left, right) => !left.includes(right),
  startsWith: (left, right) => left.startsWith(right),
  endsWith: (left, right) => left.endsWith(right),
  regex: (left, right) => matchesPattern(left, right),
  isEmpty: (left) => left.trim() === '',
  notEmpty: (left) => left.trim() !== '',
}
const numbers: Record<string, (left: number, right: number) => boolean> = {
  equal: (left, right) => left === right,
  notEqual: (left, right) => left !== right,
  larger: (left, right) => left > right,
  largerEqual: (left, right) => left >= right,
  smaller: (left, right) => left < right,
  smallerEqual: (left, right) => left <= right,
}

function holds(type: ValueType, operation: string, left: string, right: string): boolean {
  const compare = type === 'number' ? numbers[operation] : undefined
  return compare ? compare(numberOf(left), numberOf(right)) : (texts[operation]?.(left, right) ?? false)
}

const numberOf = (text: string) => Number(text.trim() === '' ? Number.NaN : text)

function matchesPattern(text: string, pattern: string): boolean {
  try {
    return new RegExp(pattern).test(text)
  } catch {
    return false
  }
}

function plain(value: unknown): string {
  const text = value === undefined || value === null || typeof value === 'object' ? '' : String(value)
  return text.replaceAll(/<[^>]+>/g, '').trim()
}
