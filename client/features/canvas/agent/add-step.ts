import type { NodeSummary } from '#shared/node-summaries.ts'
import { type NodeTemplate, nextNodeId, placeNode } from '#shared/nodes.ts'
import { connect, judge } from '../graph/connect.ts'
import type { OpenEnd } from '../graph/fits.ts'
import { type Graph, type GraphNode, type Point, withNodes } from '../graph/flow-graph.ts'
import type { Placed } from '../graph/place.ts'
import { removeEdges } from '../graph/remove.ts'
import { outputPorts, shapeOf } from '../graph/shape.ts'
import { moveInto } from './boxes.ts'
import { traitsOf } from './step-templates.ts'

const none = new Map()
const boxSize = { width: 480, height: 260 }

/** Adds a step in the format other editors write: numbers in the label distinguish steps of one kind. */
export function addStep(graph: Graph, template: NodeTemplate, position: Point): Placed {
  const id = nextNodeId(template.name, graph.nodes.keys())
  const { color, ways } = traitsOf(template)
  const isBox = template.name === 'iterationAgentflow'
  const { outputs: _, ...placed } = placeNode(template, id)
  const outputAnchors = (ways ?? [template.name]).map((way) => ({
    id: `${id}-output-${way}`,
    label: template.label,
    name: template.name,
  }))
  const node = {
    id,
    type: isBox ? 'iteration' : 'agentFlow',
    position,
    positionAbsolute: position,
    ...(isBox && { ...boxSize, style: boxSize }),
    data: {
      ...placed,
      label: `${template.label} ${id.slice(id.lastIndexOf('_') + 1)}`,
      color,
      ...(ways?.length === 0 && { hideOutput: true }),
      outputAnchors,
      outputs: {},
      selected: false,
    },
  } as GraphNode
  return { id, graph: withNodes(graph, [[id, node]]) }
}

export function stepFitsEnd(template: NodeSummary, { side }: Pick<OpenEnd, 'side'>): boolean {
  return side === 'out' || traitsOf(template).ways?.length !== 0
}

/** Adds a step in the same box and links it to an open port. */
export function addLinkedStep(graph: Graph, template: NodeTemplate, at: Point, end: OpenEnd): Placed {
  const added = addStep(graph, template, at)
  const beside = graph.nodes.get(end.node)
  const box = typeof beside?.parentNode === 'string' ? beside.parentNode : undefined
  const housed = box ? moveInto(added.graph, added.id, box) : added.graph
  const [own] = end.side === 'in' ? waysOf(housed, added.id) : []
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
  const [way] = waysOf(after, id)
  const ends = { source: id, sourceHandle: way?.id ?? '', target: edge.target, targetHandle: edge.target }
  return { id, graph: way && judge(after, ends, none).fits ? connect(after, ends, none) : after }
}

function waysOf(graph: Graph, id: string) {
  const node = graph.nodes.get(id)
  return node ? outputPorts(shapeOf(node, none), node.data) : []
}

/** An empty control-flow file with only its mandatory start. */
export function newAgentFlow(label: string): string {
  const id = 'startAgentflow_0'
  const params = [
    {
      label: 'Input Type',
      name: 'startInputType',
      type: 'options',
      options: [
        { label: 'Chat Input', name: 'chatInput' },
        { label: 'Form Input', name: 'formInput' },
      ],
      default: 'chatInput',
    },
    {
      label: 'Form Title',
      name: 'formTitle',
      type: 'string',
      show: { startInputType: 'formInput' },
    },
    { label: 'Ephemeral Memory', name: 'startEphemeralMemory', type: 'boolean', optional: true },
    {
      label: 'Flow State',
      name: 'startState',
      type: 'array',
      optional: true,
      array: [
        { label: 'Key', name: 'key', type: 'string' },
        { label: 'Value', name: 'value', type: 'string', optional: true },
      ],
    },
    { label: 'Persist State', name: 'startPersistState', type: 'boolean', optional: true },
  ]
  const position = { x: 0, y: 0 }
  const node = {
    id,
    type: 'agentFlow',
    position,
    positionAbsolute: position,
    data: {
      id,
      label,
      version: 1,
      name: 'startAgentflow',
      type: 'Start',
      color: '#7EE787',
      hideInput: true,
      baseClasses: ['Start'],
      category: 'Agent Flows',
      description: '',
      inputParams: params.map((param) => ({ ...param, id: `${id}-input-${param.name}-${param.type}` })),
      inputAnchors: [],
      inputs: {
        startInputType: 'chatInput',
        formTitle: '',
        startEphemeralMemory: '',
        startState: '',
        startPersistState: '',
      },
      outputAnchors: [{ id: `${id}-output-startAgentflow`, label: 'Start', name: 'startAgentflow' }],
      outputs: {},
      selected: false,
    },
  }
  return JSON.stringify({ nodes: [node], edges: [] })
}
