import { parseJson } from '#shared/json.ts'
import { isShown } from '#shared/nodes.ts'
import { setInput } from './edit.ts'
import { type Graph, type GraphNode, getNode, type Templates, withData, withNodes } from './flow-graph.ts'
import type { History } from './history.ts'
import { portsOf, shapeOf, withDefaults } from './shape.ts'
export function textOf(value: unknown): string {
  if (value === undefined || value === null) {
    return ''
  }
  return typeof value === 'string' ? value : JSON.stringify(value, undefined, 2)
}

/** Names of chosen options, stored as JSON text, or as a list by other editors. */
export function namesOf(value: unknown): string[] {
  if (Array.isArray(value)) {
    return value.map(String)
  }
  if (typeof value !== 'string' || value === '') {
    return []
  }
  const names = parseJson(value)
  return Array.isArray(names) ? names.map(String) : [value]
}

type Known = { templates: Templates; history: History }

/**
 * Sets a field. Values of fields that leave the form are removed from the file, but stay in the undo entry of this step: a
 * field that returns gets its value back.
 */
export function setField(graph: Graph, id: string, name: string, value: unknown, known: Known): Graph {
  let before = graph
  let after = setInput(graph, id, name, value)
  // A restored field may itself control others. Forms are never nested deeper.
  for (let depth = 0; depth < 4 && after !== before; depth += 1) {
    const settled = settle(before, after, id, known)
    before = after
    after = settled
  }
  return after
}

function settle(before: Graph, after: Graph, id: string, { templates, history }: Known): Graph {
  const [old, node] = [getNode(before, id), getNode(after, id)]
  const [was, is] = [shownNames(old, templates), shownNames(node, templates)]
  const { inputs } = node.data
  const gone = [...was].filter(
    (name) => !is.has(name) && inputs[name] !== undefined && !isLinked(after, id, name, templates),
  )
  const back = [...is].filter((name) => !was.has(name) && inputs[name] === undefined)
  const restored = back.flatMap((name) => {
    const value = lastDropped(history, id, name)
    return value === undefined ? [] : [[name, value] as const]
  })
  if (gone.length + restored.length === 0) {
    return after
  }
  const stored = Object.entries(inputs).filter(([name]) => !gone.includes(name))
  return withNodes(after, [[id, withData(node, { inputs: Object.fromEntries([...stored, ...restored]) })]])
}

function shownNames(node: GraphNode, templates: Templates): Set<string> {
  const { params, anchors } = shapeOf(node, templates)
  const values = withDefaults([...params, ...anchors], node.data.inputs)
  return new Set(params.filter((input) => isShown(input, values)).map(({ name }) => name))
}

// A value that a link wrote is removed with the link.
function isLinked(graph: Graph, id: string, name: string, templates: Templates): boolean {
  return [...graph.edges.values()].some(
    (edge) => edge.target === id && portsOf(graph, edge, templates).input?.name === name,
  )
}

/** A field's value when it was last hidden. */
function lastDropped({ past }: History, id: string, name: string): unknown {
  const entry = past.findLast(({ change }) => {
    const swap = change.nodes.get(id)
    return swap?.before?.data.inputs[name] !== undefined && swap.after?.data.inputs[name] === undefined
  })
  return entry?.change.nodes.get(id)?.before?.data.inputs[name]
}
