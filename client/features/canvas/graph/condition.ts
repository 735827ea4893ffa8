import { camelName, returnedNames } from '#shared/condition-rules.ts'
import { readRecords } from '#shared/json.ts'
import { nameOfHandle, type OutputAnchor } from '#shared/nodes.ts'
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

/** The fourteen operations by their names in files. */
export const textOperations = [
  'Contains',
  'Not Contains',
  'Start With',
  'End With',
  'Is',
  'Is Not',
  'Is Empty',
  'Is Not Empty',
] as const
export const numberOperations = [
  'Equal To',
  'Not Equal To',
  'Greater Than',
  'Less Than',
  'Greater Than or Equal To',
  'Less Than or Equal To',
] as const

/** One row of the table. `was` is its index in the stored table, which identifies a renamed output. */
export type ConditionRow = {
  variable: string
  operation: string
  value: string
  output: string
  was?: number
  key?: number
  /** Other keys of the file, preserved. */
  rest?: Record<string, unknown>
}

export type Condition = { mode: 'table'; rows: readonly ConditionRow[] } | { mode: 'code'; code: string }

/** Product spec: names of the issues of a condition. `row` is the index of the affected row. */
export type ConditionIssue =
  | { name: 'variable' | 'operation' | 'output'; row: number }
  | { name: 'item' | 'return' }

/** The stored table: JSON text, or a list by other editors. Other values yield an empty one. */
export function readConditionRows(stored: unknown): ConditionRow[] {
  return readRecords(stored).map(({ variable, operation, value, output, ...rest }, was) => ({
    variable: text(variable),
    operation: text(operation),
    value: text(value),
    output: text(output),
    was,
    rest,
  }))
}

/** The table in file format: numbered rows as JSON text. */
export function writeConditionRows(rows: readonly ConditionRow[]): string {
  return JSON.stringify(
    rows.map(({ was: _, key: __, rest, ...row }, id) => ({
      ...row,
      actions: '',
      ...rest,
      output: row.output.trim(),
      id,
    })),
  )
}

/** Issues that prevent saving, in row order. */
export function conditionIssues(condition: Condition): ConditionIssue[] {
  if (condition.mode === 'code') {
    return returnedNames(condition.code).length > 0 ? [] : [{ name: 'return' }]
  }
  if (condition.rows.length === 0) {
    return [{ name: 'item' }]
  }
  return condition.rows.flatMap((each, row) => [
    ...(each.variable.trim() === '' ? [{ name: 'variable' as const, row }] : []),
    ...(each.output.trim() === '' ? [{ name: 'output' as const, row }] : []),
    ...(each.operation === '' ? [{ name: 'operation' as const, row }] : []),
  ])
}

/** Outputs of a condition, sorted and unique. A table has one more, for everything else. */
export function conditionOutputs(condition: Condition): string[] {
  const labels =
    condition.mode === 'code'
      ? returnedNames(condition.code)
      : [...condition.rows.map(({ output }) => output.trim()).filter(Boolean), 'End']
  const names = new Map(labels.toReversed().map((label) => [camelName(label), label]))
  return [...names.values()].toSorted()
}

export type OutputChange = {
  /** Old names and new labels of outputs that keep their links. */
  renamed: ReadonlyMap<string, string>
  /** Links whose output is removed, with its label. */
  lost: readonly { edge: string; output: string; target: string }[]
}

/** The effect of saving on the node's links. A renamed output is matched by its row and keeps its link. */
export function planOutputs(graph: Graph, id: string, before: Condition, after: Condition): OutputChange {
  const retained = new Set(conditionOutputs(after).map(camelName))
  const renamed = new Map(renames(before, after).filter(([name]) => !retained.has(name)))
  const labels = conditionOutputs(before)
  const lost = [...graph.edges].flatMap(([edge, { source, sourceHandle, target }]) => {
    const name = source === id ? nameOfHandle(sourceHandle ?? '') : undefined
    const stays = name === undefined || retained.has(name) || renamed.has(name)
    return stays ? [] : [{ edge, output: labels.find((label) => camelName(label) === name) ?? name, target }]
  })
  return { renamed, lost }
}

function renames(before: Condition, after: Condition): [string, string][] {
  if (before.mode === 'table' && after.mode === 'table') {
    return after.rows.flatMap(({ was, output }): [string, string][] => {
      const old = was === undefined ? undefined : before.rows[was]
      return old?.output.trim() && output.trim() ? [[camelName(old.output), output.trim()]] : []
    })
  }
  if (before.mode === 'code' && after.mode === 'code') {
    const [old, fresh] = [returnedNames(before.code), returnedNames(after.code)]
    return old.length === fresh.length
      ? old.map((label, place) => [camelName(label), fresh[place] ?? label])
      : []
  }
  return []
}

type Saved = {
  tabKey: string
  tableName: string
  codeName: string
  before: Condition
  after: Condition
}

/** Saves a condition: its text, its ports, and the links whose port still exists. */
export function saveCondition(graph: Graph, id: string, saved: Saved, templates: Templates): Graph {
  const { after, before, tabKey, tableName, codeName } = saved
  const { renamed, lost } = planOutputs(graph, id, before, after)
  const unlinked = removeEdges(
    graph,
    lost.map(({ edge }) => edge),
    templates,
  )
  const node = getNode(unlinked, id)
  const values =
    after.mode === 'table' ? { [tableName]: writeConditionRows(after.rows) } : { [codeName]: after.code }
  const data = withData(node, {
    inputs: {
      ...node.data.inputs,
      ...values,
      [tabKey]: after.mode === 'table' ? tableName : codeName,
    },
    ...rebuildOutputs(node.data, id, conditionOutputs(after)),
  })
  return moveLinks(withNodes(unlinked, [[id, data]]), id, renamed)
}

type Data = ReturnType<typeof getNode>['data']

function rebuildOutputs(data: Data, id: string, labels: readonly string[]) {
  const [anchor] = Array.isArray(data.outputAnchors) ? (data.outputAnchors as OutputAnchor[]) : []
  const type = anchor?.options?.[0]?.type ?? 'Condition'
  const options = labels.map((label) => ({
    id: handleOf(id, camelName(label), type),
    name: camelName(label),
    label,
    type,
    isAnchor: true,
  }))
  return {
    outputAnchors: [
      {
        name: 'output',
        label: 'Output',
        type: 'options',
        description: '',
        default: 'next',
        ...anchor,
        options,
      },
    ],
    // A node's shape is cached by its list of fields, so new ports need a new list.
    ...(Array.isArray(data.inputParams) && { inputParams: [...data.inputParams] }),
  }
}

function handleOf(id: string, name: string, type: string) {
  return `${id}-output-${name}-${type}`
}

/** Moves links of a renamed output to its new port without changing their order. */
function moveLinks(graph: Graph, id: string, renamed: ReadonlyMap<string, string>): Graph {
  if (renamed.size === 0) {
    return graph
  }
  const edges = [...graph.edges].map(([key, edge]): [string, GraphEdge] => {
    const label = edge.source === id ? renamed.get(nameOfHandle(edge.sourceHandle ?? '') ?? '') : undefined
    if (label === undefined) {
      return [key, edge]
    }
    const type = edge.sourceHandle?.slice(edge.sourceHandle.lastIndexOf('-') + 1) ?? 'Condition'
    const moved = { ...edge, sourceHandle: handleOf(id, camelName(label), type) }
    return [edgeId(moved), { ...moved, id: edgeId(moved) }]
  })
  return { ...graph, edges: new Map(edges) }
}

function text(value: unknown): string {
  return value === undefined || value === null ? '' : String(value)
}
