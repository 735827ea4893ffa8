import type { NodeSummary } from '#shared/node-summaries.ts'
import { type NodeTemplate, nextNodeId } from '#shared/nodes.ts'
import {
  bareStep,
  boxSize,
  noteStepName,
  placeStep,
  startName,
  stepType,
  traitsOf,
} from '#shared/step-traits.ts'
import { connect, judge } from '../graph/connect.ts'
import type { OpenEnd } from '../graph/fits.ts'
import {
  emptyGraph,
  type Graph,
  type GraphNode,
  getNode,
  type Point,
  withNodes,
} from '../graph/flow-graph.ts'
import type { Placed } from '../graph/place.ts'
import { removeEdges } from '../graph/remove.ts'
import { outputPorts, shapeOf } from '../graph/shape.ts'
import { moveInto } from './boxes.ts'

const none = new Map()

/** Adds a step in the format other editors write: numbers in the label distinguish steps of one kind. */
export function addStep(graph: Graph, template: NodeTemplate, position: Point): Placed {
  const id = nextNodeId(template.name, graph.nodes.keys())
  const type = stepType(template.name)
  const node = {
    id,
    type,
    position,
    positionAbsolute: position,
    ...(type === 'iteration' && { ...boxSize, style: boxSize }),
    data: {
      ...placeStep(template, id),
      label: `${template.label} ${id.slice(id.lastIndexOf('_') + 1)}`,
    },
  } as GraphNode
  return { id, graph: withNodes(graph, [[id, node]]) }
}

export function stepFitsEnd(template: NodeSummary, { side }: Pick<OpenEnd, 'side'>): boolean {
  return template.name !== noteStepName && (side === 'out' || traitsOf(template).branches?.length !== 0)
}

/** Adds a step in the same box and links it to an open port. */
export function addLinkedStep(graph: Graph, template: NodeTemplate, at: Point, end: OpenEnd): Placed {
  const added = addStep(graph, template, at)
  const beside = graph.nodes.get(end.node)
  const box = typeof beside?.parentNode === 'string' ? beside.parentNode : undefined
  const housed = box ? moveInto(added.graph, added.id, box) : added.graph
  const [own] = end.side === 'in' ? branchesOf(housed, added.id) : []
  const ends =
    end.side === 'out'
      ? { source: end.node, sourceHandle: end.handle, target: added.id, targetHandle: added.id }
      : { source: added.id, sourceHandle: own?.id ?? '', target: end.node, targetHandle: end.handle }
  return { id: added.id, graph: judge(housed, ends, none).fits ? connect(housed, ends, none) : housed }
}

export function addStepBetween(graph: Graph, template: NodeTemplate, at: Point, key: string): Placed {
  const edge = graph.edges.get(key)
  if (!edge) {
    return addStep(graph, template, at)
  }
  const before: OpenEnd = { node: edge.source, handle: edge.sourceHandle ?? '', side: 'out' }
  const { id, graph: after } = addLinkedStep(removeEdges(graph, [key], none), template, at, before)
  const [branch] = branchesOf(after, id)
  const ends = { source: id, sourceHandle: branch?.id ?? '', target: edge.target, targetHandle: edge.target }
  return { id, graph: branch && judge(after, ends, none).fits ? connect(after, ends, none) : after }
}

function branchesOf(graph: Graph, id: string) {
  const node = graph.nodes.get(id)
  return node ? outputPorts(shapeOf(node, none), node.data) : []
}

/** An empty control-flow file with only its mandatory start. */
export function newAgentFlow(label: string, template: NodeTemplate = bareStep(startName)): string {
  const { id, graph } = addStep(emptyGraph, template, { x: 0, y: 0 })
  const node = getNode(graph, id)
  const inputs = { startInputType: 'chatInput', ...node.data.inputs }
  const start = { ...node, data: { ...node.data, label, hideInput: true, inputs } }
  return JSON.stringify({ nodes: [start], edges: [] })
}
