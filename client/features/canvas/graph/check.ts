import { credentialOf, isNote, referencedNode } from '#shared/flow-file.ts'
import type { PlacedInput, TemplateInput } from '#shared/nodes.ts'
import { paramTypes } from '#shared/nodes.ts'
import { findCycle, findEnding, leadingTo } from './ending.ts'
import type { Graph, GraphNode, Templates } from './flow-graph.ts'
import { shapeOf, shownInputs } from './shape.ts'

/** What is wrong. The catalogue of texts makes a sentence of it, in the words the server uses. */
export type Fault =
  | { name: 'required' | 'invalid' | 'lost'; label: string }
  | { name: 'credential'; kind: string }
  | { name: 'unknown'; kind: string }
  | { name: 'cycle' | 'unconnected' | 'noEnding' }

export type Problem = {
  /** Undefined when it is the flow's and no single node's. */
  nodeId: string | undefined
  /** The input to go to. */
  field?: string
  fault: Fault
  /** Keeps the flow from answering. */
  blocking: boolean
}

/** Everything that would keep the flow from running, and nodes that are connected to nothing. */
export function checkGraph(graph: Graph, templates: Templates): Problem[] {
  const nodes = [...graph.nodes].filter(([, node]) => !isNote(node))
  const ending = findEnding(graph, templates)
  const needed = leadingTo(ending, graph)
  const linked = new Set([...graph.edges.values()].flatMap(({ source, target }) => [source, target]))
  const cycle = findCycle(ending, graph)
  return [
    ...flowFaults(ending, nodes.length).map((fault) => ({ nodeId: undefined, fault, blocking: true })),
    ...nodes.flatMap(([nodeId, node]) => {
      const blocking = ending === undefined || needed.has(nodeId)
      const faults = nodeFaults(node, graph, templates).map((found) => ({ nodeId, ...found, blocking }))
      const alone = nodes.length > 1 && !linked.has(nodeId)
      return [
        ...(nodeId === cycle ? [{ nodeId, fault: { name: 'cycle' as const }, blocking: true }] : []),
        ...(alone ? [{ nodeId, fault: { name: 'unconnected' as const }, blocking: false }] : []),
        ...faults,
      ]
    }),
  ]
}

function flowFaults(ending: string | undefined, count: number): Fault[] {
  return ending === undefined && count > 0 ? [{ name: 'noEnding' }] : []
}

type Found = { fault: Fault; field?: string }

function nodeFaults(node: GraphNode, graph: Graph, templates: Templates): Found[] {
  const shape = shapeOf(node, templates)
  const { template } = shape
  if (!template) {
    return [{ fault: { name: 'unknown', kind: node.data.name } }]
  }
  const { credential } = template
  const kind = credential?.credentialNames[0] ?? ''
  const missing = credential && !credential.optional && !credentialOf(node.data)
  const inputs = shownInputs([...shape.anchors, ...shape.params], shape, node.data.inputs)
  return [
    ...(missing ? [{ fault: { name: 'credential' as const, kind }, field: 'credential' }] : []),
    ...inputs
      .filter(({ type }) => type !== 'credential')
      .flatMap((input) => inputFault(input, node.data.inputs[input.name], graph)),
  ]
}

function inputFault(input: PlacedInput, stored: unknown, graph: Graph): Found[] {
  const { label, name: field } = input
  const value = valueOrDefault(input, stored)
  if (value === undefined) {
    return input.optional ? [] : [{ fault: { name: 'required', label }, field }]
  }
  if (!paramTypes.has(input.type)) {
    const lost = [value].flat().some((each) => !graph.nodes.has(referencedNode(each) ?? ''))
    return lost ? [{ fault: { name: 'lost', label }, field }] : []
  }
  return isReadable(input, value) ? [] : [{ fault: { name: 'invalid', label }, field }]
}

/** The stored value, or the default where a field that is needed was cleared; undefined when there is none. */
export function valueOrDefault(input: TemplateInput, stored: unknown): unknown {
  const absent = stored === undefined || stored === null || (stored === '' && !input.optional)
  const value = absent ? input.default : stored
  return value === '' || (Array.isArray(value) && value.length === 0) ? undefined : value
}

// Texts with {{…}} are only known when the flow runs.
function isReadable(input: TemplateInput, value: unknown): boolean {
  if (typeof value === 'string' && value.includes('{{')) {
    return true
  }
  if (input.type === 'number') {
    return Number.isFinite(Number(String(value).trim().replace(',', '.')))
  }
  if (input.type === 'json') {
    return typeof value !== 'string' || isJson(value)
  }
  return input.type !== 'options' || (input.options ?? []).some(({ name }) => name === value)
}

export function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
