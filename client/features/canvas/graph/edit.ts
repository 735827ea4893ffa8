import { withConfigCredential } from '#shared/component-config.ts'
import { disabledKey, isDisabled } from '#shared/disabled-nodes.ts'
import { isNote, referencedNode } from '#shared/flow-file.ts'
import { isStart } from '../agent/control-links.ts'
import { typesMeet } from './connect.ts'
import {
  type Graph,
  type GraphEdge,
  type GraphNode,
  getNode,
  type Point,
  positionOf,
  type Templates,
  withData,
  withNodes,
} from './flow-graph.ts'
import { removeEdges } from './remove.ts'
import { joinComponent, moveItem, writePath } from './rows.ts'
import { type Shape, shapeOf } from './shape.ts'

export function renameFlow(graph: Graph, name: string): Graph {
  return name === graph.name ? graph : { ...graph, name }
}

export function renameNode(graph: Graph, id: string, label: string): Graph {
  return changeData(graph, id, ({ data }) => (data.label === label ? data : { ...data, label }))
}

export function setInput(graph: Graph, id: string, name: string, value: unknown): Graph {
  return changeData(graph, id, ({ data }) =>
    Object.is(data.inputs[name], value) ? data : { ...data, inputs: { ...data.inputs, [name]: value } },
  )
}

export function resetInput(graph: Graph, id: string, name: string, fallback: unknown): Graph {
  return setInput(graph, id, name, fallback ?? '')
}

/** Sets the credential of a node. Older clients store it among the inputs, from where it is removed. */
export function setCredential(graph: Graph, id: string, credential: string): Graph {
  return changeData(graph, id, ({ data }) => {
    const { FLOWISE_CREDENTIAL_ID: _, ...inputs } = data.inputs
    return { ...data, inputs, credential }
  })
}

/** Sets the credential of the component that the field at a path has chosen. */
export function setComponentCredential(graph: Graph, id: string, path: string, credential: string): Graph {
  const written = withConfigCredential({}, credential)
  return Object.entries(written).reduce((before, [name, value]) => {
    const { inputs } = getNode(before, id).data
    const change = writePath(inputs, joinComponent(path, name), value)
    return setInput(before, id, change.name, change.value)
  }, graph)
}

/** Sets a card property such as a note's colour. */
export function setDetail(graph: Graph, id: string, key: string, value: unknown): Graph {
  return changeData(graph, id, ({ data }) => ({ ...data, [key]: value }))
}

/** Selects one of several outputs. Compatible links move to it, others are removed. */
export function setOutput(
  graph: Graph,
  id: string,
  output: string,
  option: string,
  templates: Templates,
): Graph {
  const node = getNode(graph, id)
  if (node.data.outputs?.[output] === option) {
    return graph
  }
  const chosen = withNodes(graph, [
    [id, withData(node, { outputs: { ...node.data.outputs, [output]: option } })],
  ])
  const handle = handleOfOption(shapeOf(node, templates), output, option)
  const leaving = [...chosen.edges].filter(([, { source }]) => source === id)
  const fitting = leaving.filter(([, { targetHandle }]) => handle && typesMeet(handle, targetHandle ?? ''))
  const stored = new Set(fitting.map(([key]) => key))
  const lost = leaving.map(([key]) => key).filter((key) => !stored.has(key))
  const moved = fitting.map(([key, edge]): [string, GraphEdge] => [key, { ...edge, sourceHandle: handle }])
  return removeEdges({ ...chosen, edges: new Map([...chosen.edges, ...moved]) }, lost, templates)
}

function handleOfOption({ outputs }: Shape, output: string, option: string): string | undefined {
  return outputs.find(({ name }) => name === output)?.options?.find(({ name }) => name === option)?.id
}

export function moveNodes(graph: Graph, places: ReadonlyMap<string, Point>): Graph {
  const moved = [...places].flatMap(([id, place]): [string, GraphNode][] => {
    const node = graph.nodes.get(id)
    return node && !isSame(positionOf(node), place) ? [[id, moveTo(node, place)]] : []
  })
  return moved.length > 0 ? withNodes(graph, moved) : graph
}

function moveTo(node: GraphNode, position: Point): GraphNode {
  // Absolute position of a child: the container's position plus its own.
  return node.parentNode === undefined
    ? { ...node, position, positionAbsolute: position }
    : { ...node, position }
}

function isSame(a: Point, b: Point) {
  return a.x === b.x && a.y === b.y
}

function changeData(graph: Graph, id: string, change: (node: GraphNode) => GraphNode['data']): Graph {
  const node = getNode(graph, id)
  const data = change(node)
  return data === node.data ? graph : withNodes(graph, [[id, { ...node, data }]])
}

/** Notes do not run, and a control-flow file requires its start. */
export function canDisable(node: GraphNode | undefined): boolean {
  return node !== undefined && !isNote(node) && !isStart(node)
}

export function setDisabled(graph: Graph, ids: readonly string[], disabled: boolean): Graph {
  const changed = ids.flatMap((id): [string, GraphNode][] => {
    const node = graph.nodes.get(id)
    return node && canDisable(node) && isDisabled(node) !== disabled ? [[id, withMark(node, disabled)]] : []
  })
  return changed.length > 0 ? withNodes(graph, changed) : graph
}

// The mark is removed when the node is enabled, because other editors do not use it.
function withMark(node: GraphNode, disabled: boolean): GraphNode {
  const { [disabledKey]: _, ...data } = node.data
  return { ...node, data: (disabled ? { ...data, [disabledKey]: true } : data) as GraphNode['data'] }
}

/** Disabled nodes that keep this one from running: itself or its box. */
export function disabledAround(graph: Graph, id: string | undefined): string[] {
  const node = graph.nodes.get(id ?? '')
  if (!node || id === undefined) {
    return []
  }
  const around = typeof node.parentNode === 'string' ? disabledAround(graph, node.parentNode) : []
  return [...(isDisabled(node) ? [id] : []), ...around]
}

/** Whether a node does not run because it, or a box around it, is disabled. */
export function isOff(graph: Graph, id: string): boolean {
  return disabledAround(graph, id).length > 0
}

/** Disables all when one of them is enabled, else enables all. Undefined when none of them can be toggled. */
export function toggleDisabled(
  graph: Graph,
  ids: readonly string[],
): { ids: string[]; disabled: boolean } | undefined {
  const able = ids.filter((id) => canDisable(graph.nodes.get(id)))
  const isOn = (id: string) => !isDisabled(graph.nodes.get(id) as GraphNode)
  return able.length > 0 ? { ids: able, disabled: able.some(isOn) } : undefined
}

export function orderOfList(graph: Graph, id: string, input: string): string[] {
  const value = graph.nodes.get(id)?.data.inputs[input]
  return Array.isArray(value) ? value.flatMap((entry) => referencedNode(entry) ?? []) : []
}

/** Moves a node within a list input. Indexes count linked nodes only. */
export function moveInList(graph: Graph, id: string, input: string, from: number, to: number): Graph {
  const value = getNode(graph, id).data.inputs[input]
  if (!Array.isArray(value) || from === to) {
    return graph
  }
  const linked = value.flatMap((entry, place) => (referencedNode(entry) === undefined ? [] : [place]))
  const [start, end] = [linked[from], linked[to]]
  return start === undefined || end === undefined
    ? graph
    : setInput(graph, id, input, moveItem(value, start, end))
}
