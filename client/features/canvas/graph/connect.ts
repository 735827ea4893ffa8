import { referencedNode } from '#shared/flow-file.ts'
import { classesOfHandle, nameOfHandle, type PlacedInput } from '#shared/nodes.ts'
import { type ControlIssue, isStep, judgeControl, stepEdge, stepHandlesMeet } from '../agent/control-links.ts'
import {
  edgeId,
  type Graph,
  type GraphEdge,
  getNode,
  type Templates,
  withData,
  withNodes,
} from './flow-graph.ts'
import { addReference, removeEdges } from './remove.ts'
import { inputOfHandle, shapeOf } from './shape.ts'

export type Ends = { source: string; sourceHandle: string; target: string; targetHandle: string }

export type Verdict =
  | { fits: true }
  /** `taken`: fits once the existing link is removed. */
  | { fits: false; reason: 'self' | 'types' | 'linked' }
  | { fits: false; reason: 'control'; issue: ControlIssue }
  | { fits: false; reason: 'taken'; edge: string }

/**
 * The connection rule of the product spec: some type of the source output matches a type of the target input, and the
 * target input is free or accepts a list.
 */
export function judge(graph: Graph, ends: Ends, templates: Templates): Verdict {
  if (ends.source === ends.target) {
    return { fits: false, reason: 'self' }
  }
  if (!typesMeet(ends.sourceHandle, ends.targetHandle)) {
    return { fits: false, reason: 'types' }
  }
  const target = graph.nodes.get(ends.target)
  if (isStep(target)) {
    return judgeSteps(graph, ends)
  }
  const input = target && inputOfHandle(shapeOf(target, templates), ends.targetHandle)
  const there = edgesInto(graph, ends.target, input?.name, templates)
  const output = nameOfHandle(ends.sourceHandle)
  if (
    there.some(([, edge]) => edge.source === ends.source && nameOfHandle(edge.sourceHandle ?? '') === output)
  ) {
    return { fits: false, reason: 'linked' }
  }
  const [first] = there
  return first && !input?.list ? { fits: false, reason: 'taken', edge: first[0] } : { fits: true }
}

function judgeSteps(graph: Graph, ends: Ends): Verdict {
  const isThere = [...graph.edges.values()].some(
    ({ source, sourceHandle, target }) =>
      source === ends.source && target === ends.target && sourceHandle === ends.sourceHandle,
  )
  const issue = isThere ? undefined : judgeControl(graph, ends)
  if (issue !== undefined) {
    return { fits: false, reason: 'control', issue }
  }
  return isThere ? { fits: false, reason: 'linked' } : { fits: true }
}

/** Whether the types of two handles have one in common. */
export function typesMeet(sourceHandle: string, targetHandle: string): boolean {
  const steps = stepHandlesMeet(sourceHandle, targetHandle)
  if (steps !== undefined) {
    return steps
  }
  const given = classesOfHandle(sourceHandle)
  return classesOfHandle(targetHandle).some((type) => given.includes(type))
}

/** Links two nodes: adds the edge and the reference in the target's input. */
export function connect(graph: Graph, ends: Ends, templates: Templates): Graph {
  if (isStep(graph.nodes.get(ends.target))) {
    const wire = stepEdge(graph, ends)
    return { ...graph, edges: new Map([...graph.edges, [edgeId(ends), wire]]) }
  }
  const id = edgeId(ends)
  const edge: GraphEdge = { ...ends, type: 'buttonedge', id, data: { label: '' } }
  const edges = new Map([...graph.edges, [id, edge]])
  const target = getNode(graph, ends.target)
  const input = inputOfHandle(shapeOf(target, templates), ends.targetHandle)
  if (!input) {
    return { ...graph, edges }
  }
  const added = addReference(target.data.inputs[input.name], input, ends.source)
  const value = isToolList(input, added) ? sortTools(added, graph) : added
  const linked = withData(target, { inputs: { ...target.data.inputs, [input.name]: value } })
  return { ...withNodes(graph, [[ends.target, linked]]), edges }
}

/** Links two nodes after removing the link that takes the input. */
export function replaceLink(graph: Graph, ends: Ends, taken: string, templates: Templates): Graph {
  return connect(removeEdges(graph, [taken], templates), ends, templates)
}

function edgesInto(
  graph: Graph,
  target: string,
  input: string | undefined,
  templates: Templates,
): [string, GraphEdge][] {
  const node = graph.nodes.get(target)
  const shape = node && shapeOf(node, templates)
  return [...graph.edges].filter(
    ([, edge]) => edge.target === target && shape && inputOfHandle(shape, edge.targetHandle)?.name === input,
  )
}

function isToolList({ type, list }: PlacedInput, value: unknown): value is unknown[] {
  return list === true && Array.isArray(value) && classesOfHandle(type).includes('Tool')
}

/** Tools that read come first, then those that write, then all others. */
function sortTools(references: unknown[], graph: Graph): unknown[] {
  const rank = (reference: unknown) => {
    const { name = '', label = '' } = graph.nodes.get(referencedNode(reference) ?? '')?.data ?? {}
    const words = `${name} ${label}`
    return /read|get/i.test(words) ? 0 : /write|post/i.test(words) ? 1 : 2
  }
  return references.toSorted((a, b) => rank(a) - rank(b))
}

export function isSameLink(edge: GraphEdge, ends: Ends): boolean {
  return (
    edge.source === ends.source &&
    edge.target === ends.target &&
    edge.sourceHandle === ends.sourceHandle &&
    edge.targetHandle === ends.targetHandle
  )
}

/** Moves one end of a link to another port, replacing the link there. An incompatible move changes nothing. */
export function reroute(graph: Graph, key: string, ends: Ends, templates: Templates): Graph {
  const edge = graph.edges.get(key)
  if (!edge || isSameLink(edge, ends)) {
    return graph
  }
  const freed = removeEdges(graph, [key], templates)
  const verdict = judge(freed, ends, templates)
  if (verdict.fits) {
    return connect(freed, ends, templates)
  }
  return verdict.reason === 'taken' ? replaceLink(freed, ends, verdict.edge, templates) : graph
}
