import { toRecord } from '#shared/json.ts'
import {
  type Graph,
  type GraphNode,
  getNode,
  type Point,
  positionOf,
  withNodes,
} from '../graph/flow-graph.ts'
import { removeEdges } from '../graph/remove.ts'
import type { Size } from '../graph/size.ts'
import { isStart } from './control-links.ts'

const none = new Map()
/** Padding of a box around its steps, in px; more above for its title. */
const around = { side: 24, top: 56 }
const defaults = { box: { width: 480, height: 260 }, step: { width: 220, height: 72 } }

/** Canvas position of a node: positions of nodes in a box are relative to the box. */
export function absoluteOf(graph: Graph, node: GraphNode): Point {
  const { x, y } = positionOf(node)
  const box = typeof node.parentNode === 'string' ? graph.nodes.get(node.parentNode) : undefined
  const corner = box ? positionOf(box) : { x: 0, y: 0 }
  return { x: x + corner.x, y: y + corner.y }
}

/** Moves dropped steps into the box under them, and steps dragged out of their box out of it. */
export function rehouse(graph: Graph, moved: readonly string[], sizes: ReadonlyMap<string, Size>): Graph {
  const boxes = [...graph.nodes].filter(([, { type }]) => type === 'iteration')
  if (boxes.length === 0) {
    return graph
  }
  return moved.reduce((changed, id) => {
    const node = changed.nodes.get(id)
    if (!node || !canReplace(node)) {
      return changed
    }
    const { x, y } = absoluteOf(changed, node)
    const { width, height } = sizes.get(id) ?? defaults.step
    const centre = { x: x + width / 2, y: y + height / 2 }
    const [home] = boxes.findLast(([, box]) => holds(box, centre)) ?? []
    if (home === node.parentNode) {
      return changed
    }
    return home === undefined ? moveOut(changed, id) : moveInto(changed, id, home, { width, height })
  }, graph)
}

/** No box in a box, no start, and nobody can be waited for in the middle of a list. */
function canReplace(node: GraphNode): boolean {
  return node.type === 'agentFlow' && !isStart(node) && node.data.name !== 'humanInputAgentflow'
}

/** Moves a step into a box, which grows where necessary. Links to nodes outside the box are removed. */
export function moveInto(graph: Graph, id: string, box: string, size: Size = defaults.step): Graph {
  const node = getNode(graph, id)
  const home = getNode(graph, box)
  if (!canReplace(node)) {
    return graph
  }
  const absolute = absoluteOf(graph, node)
  const corner = positionOf(home)
  const position = {
    x: Math.max(around.side, absolute.x - corner.x),
    y: Math.max(around.top, absolute.y - corner.y),
  }
  const housed: GraphNode = {
    ...node,
    position,
    positionAbsolute: { x: corner.x + position.x, y: corner.y + position.y },
    parentNode: box,
    extent: 'parent',
  }
  const container = sizeOfBox(home)
  const grown = {
    width: Math.max(container.width, position.x + size.width + around.side),
    height: Math.max(container.height, position.y + size.height + around.side),
  }
  const larger: GraphNode = { ...home, ...grown, style: { ...toRecord(home.style), ...grown } }
  const isLarger = grown.width > container.width || grown.height > container.height
  const changed: [string, GraphNode][] = isLarger ? [[box, larger]] : []
  return settleLinks(withNodes(graph, [...changed, [id, housed]]), id)
}

/** Resizes a box, at least to the size its steps need. */
export function resizeBox(graph: Graph, id: string, size: Size, sizes: ReadonlyMap<string, Size>): Graph {
  const box = getNode(graph, id)
  const inner = [...graph.nodes].filter(([, { parentNode }]) => parentNode === id)
  const ends = inner.map(([key, node]) => {
    const { x, y } = positionOf(node)
    const { width, height } = sizes.get(key) ?? defaults.step
    return { width: x + width + around.side, height: y + height + around.side }
  })
  const container = {
    width: Math.max(size.width, ...ends.map(({ width }) => width)),
    height: Math.max(size.height, ...ends.map(({ height }) => height)),
  }
  const before = sizeOfBox(box)
  return container.width === before.width && container.height === before.height
    ? graph
    : withNodes(graph, [[id, { ...box, ...container, style: { ...toRecord(box.style), ...container } }]])
}

function moveOut(graph: Graph, id: string): Graph {
  const node = getNode(graph, id)
  const position = absoluteOf(graph, node)
  const { parentNode: _, extent: __, ...rest } = node
  const free = { ...rest, position, positionAbsolute: position } as GraphNode
  return settleLinks(withNodes(graph, [[id, free]]), id)
}

/** Control links cannot cross the border of a box; links within one are drawn above it. */
function settleLinks(graph: Graph, id: string): Graph {
  const parent = graph.nodes.get(id)?.parentNode
  const own = [...graph.edges].filter(([, { source, target }]) => source === id || target === id)
  const [lost, stored] = [[] as string[], [] as typeof own]
  for (const [key, edge] of own) {
    const other = graph.nodes.get(edge.source === id ? edge.target : edge.source)
    if (other?.parentNode === parent) {
      const { zIndex: _, ...flat } = edge
      stored.push([key, (parent === undefined ? flat : { ...flat, zIndex: 9999 }) as typeof edge])
    } else {
      lost.push(key)
    }
  }
  const raised = stored.length > 0 ? { ...graph, edges: new Map([...graph.edges, ...stored]) } : graph
  return removeEdges(raised, lost, none)
}

function holds(box: GraphNode, { x, y }: Point) {
  const corner = positionOf(box)
  const { width, height } = sizeOfBox(box)
  return x >= corner.x && x <= corner.x + width && y >= corner.y && y <= corner.y + height
}

/** As the file has it: editors write it in different ways. */
export function sizeOfBox(box: GraphNode): Size {
  const styled = toRecord(box.style)
  const length = (side: 'width' | 'height') =>
    [styled[side], box[side]].find((value) => typeof value === 'number') ?? defaults.box[side]
  return { width: Number(length('width')), height: Number(length('height')) }
}

/** Drops cards whose parent box has changed, so that they are created again. */
export function withoutRehoused<Card extends { id: string; parentNode?: string }>(
  cards: readonly Card[],
  { nodes }: Graph,
): Card[] {
  const isHome = ({ id, parentNode }: Card) => nodes.get(id)?.parentNode === parentNode
  return cards.every(isHome) ? (cards as Card[]) : cards.filter(isHome)
}
