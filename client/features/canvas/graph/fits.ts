import { nodeLabel } from '#client/texts/node-texts.ts'
import type { NodeSummary } from '#shared/node-summaries.ts'
import { type NodeTemplate, placeNode } from '#shared/nodes.ts'
import { connect, type Ends, judge, replaceLink, typesMeet, type Verdict } from './connect.ts'
import type { Graph, GraphEdge, GraphNode, Point, Templates } from './flow-graph.ts'
import { addNode } from './place.ts'
import { removeEdges } from './remove.ts'
import { inputPorts, outputPorts, portsOnly, shapeOf } from './shape.ts'

export type OpenEnd = { node: string; handle: string; side: 'in' | 'out' }

/** The handle of a new node's port that fits an open end, with handle ids as if the node were placed as `id`. */
export function handleFor(kind: NodeSummary, id: string, end: OpenEnd): string | undefined {
  const template = portsOnly(kind)
  const placed = placeNode(template, id)
  if (end.side === 'out') {
    const shape = { template, params: placed.inputParams, anchors: placed.inputAnchors, outputs: [] }
    return inputPorts(shape).find((port) => typesMeet(end.handle, port.id))?.id
  }
  const outputs = placed.outputAnchors.flatMap((output) => output.options ?? [output])
  return outputs.find((output) => typesMeet(output.id, end.handle))?.id
}

/** Key of an end's type, independent of its node. Ends with the same key fit the same kinds. */
export function sortOfEnd({ side, handle }: Pick<OpenEnd, 'side' | 'handle'>): string {
  // The input handle of a step is its node id without a suffix.
  const from = handle.indexOf('-')
  return `${side}${from < 0 ? handle : handle.slice(from)}`
}

/** Cached by node kind, then by type of end. */
const fitting = new WeakMap<NodeSummary, Map<string, boolean>>()

/** Cached per pair, since hundreds of kinds are compared with thousands of ends. */
export function fitsEnd(kind: NodeSummary, end: OpenEnd): boolean {
  const known = fitting.get(kind) ?? new Map<string, boolean>()
  fitting.set(kind, known)
  const key = sortOfEnd(end)
  const fits = known.get(key) ?? handleFor(kind, `${kind.name}_0`, end) !== undefined
  known.set(key, fits)
  return fits
}

/** True if a node type fits between the ends of a link: it accepts the source's type and returns the target's. */
export function fitsBetween(kind: NodeSummary, { sourceHandle, targetHandle }: GraphEdge): boolean {
  return (
    fitsEnd(kind, { node: '', handle: sourceHandle ?? '', side: 'out' }) &&
    fitsEnd(kind, { node: '', handle: targetHandle ?? '', side: 'in' })
  )
}

type Added = { graph: Graph; id: string }

export function addLinked(
  graph: Graph,
  template: NodeTemplate,
  at: Point,
  end: OpenEnd,
  templates: Templates,
): Added {
  const added = addNode(graph, template, at)
  const handle = handleFor(template, added.id, end)
  if (!handle) {
    return added
  }
  const chosen = chooseOutput(added, handle)
  const ends: Ends =
    end.side === 'out'
      ? { source: end.node, sourceHandle: end.handle, target: added.id, targetHandle: handle }
      : { source: added.id, sourceHandle: handle, target: end.node, targetHandle: end.handle }
  const verdict = judge(chosen, ends, templates)
  const taken = !verdict.fits && verdict.reason === 'taken' ? verdict.edge : undefined
  return {
    id: added.id,
    graph:
      taken === undefined ? connect(chosen, ends, templates) : replaceLink(chosen, ends, taken, templates),
  }
}

export function addBetween(
  graph: Graph,
  template: NodeTemplate,
  at: Point,
  key: string,
  templates: Templates,
): Added {
  const edge = graph.edges.get(key)
  if (!edge) {
    return addNode(graph, template, at)
  }
  const before: OpenEnd = { node: edge.source, handle: edge.sourceHandle ?? '', side: 'out' }
  const after: OpenEnd = { node: edge.target, handle: edge.targetHandle ?? '', side: 'in' }
  const added = addLinked(removeEdges(graph, [key], templates), template, at, before, templates)
  const output = handleFor(template, added.id, after)
  const ends = {
    source: added.id,
    sourceHandle: output ?? '',
    target: edge.target,
    targetHandle: after.handle,
  }
  return output ? { id: added.id, graph: connect(chooseOutput(added, output), ends, templates) } : added
}

/** Selects the output to be linked, where the node offers several. */
export function chooseOutput({ graph, id }: Added, handle: string): Graph {
  const node = graph.nodes.get(id)
  const outputs = node?.data.outputAnchors
  const options = Array.isArray(outputs) ? (outputs[0]?.options ?? []) : []
  const option = options.find((each: { id: string }) => each.id === handle)
  return node && option
    ? {
        ...graph,
        nodes: new Map([
          ...graph.nodes,
          [id, { ...node, data: { ...node.data, outputs: { output: option.name } } }],
        ]),
      }
    : graph
}

export type Target = {
  ends: Ends
  node: string
  nodeLabel: string
  portLabel: string
  portType: string
  verdict: Verdict
}

/** Link targets of an open end, free ones first. */
export function findTargets(graph: Graph, end: OpenEnd, templates: Templates): Target[] {
  const found = [...graph.nodes].flatMap(([id, node]) =>
    portsAcross(node, end, templates).map((port): Target => {
      const ends =
        end.side === 'out'
          ? { source: end.node, sourceHandle: end.handle, target: id, targetHandle: port.id }
          : { source: id, sourceHandle: port.id, target: end.node, targetHandle: end.handle }
      const verdict = judge(graph, ends, templates)
      return {
        ends,
        node: id,
        nodeLabel: nodeLabel(node.data),
        portLabel: port.label,
        portType: port.type,
        verdict,
      }
    }),
  )
  const possible = found.filter(({ verdict }) => verdict.fits || verdict.reason === 'taken')
  return possible.toSorted((a, b) => Number(b.verdict.fits) - Number(a.verdict.fits))
}

export function findAllTargets(graph: Graph, id: string, templates: Templates): Target[] {
  const node = graph.nodes.get(id)
  if (!node) {
    return []
  }
  const shape = shapeOf(node, templates)
  const ends: OpenEnd[] = [
    ...outputPorts(shape, node.data).map((port) => ({ node: id, handle: port.id, side: 'out' as const })),
    ...inputPorts(shape).map((port) => ({ node: id, handle: port.id, side: 'in' as const })),
  ]
  return ends.flatMap((end) => findTargets(graph, end, templates))
}

function portsAcross(node: GraphNode, { side }: OpenEnd, templates: Templates) {
  const shape = shapeOf(node, templates)
  return side === 'out' ? inputPorts(shape) : outputPorts(shape, node.data)
}
