import { nextNodeId } from '#shared/nodes.ts'
import {
  type Graph,
  type GraphNode,
  getNode,
  type Point,
  positionOf,
  withData,
  withNodes,
} from './flow-graph.ts'
import type { Size } from './size.ts'

/**
 * A titled frame around nodes. Files store it as a note with its own type: engines and other editors read it as a
 * note, and node positions do not depend on it. reactflow reserves the name `group`.
 */
const areaType = 'areaFrame'
const noteName = 'stickyNote'

export type Area = { color: string; collapsed: boolean; locked: boolean; members: readonly string[] }
export type Box = Point & Size

/** Padding of a new frame in px; more above for the title. */
const around = { side: 32, top: 72 }

export function isArea(node: GraphNode | undefined): boolean {
  return node?.type === areaType
}

/** Undefined for nodes other than frames. Callers filter members that no longer exist. */
export function areaOf(node: GraphNode | undefined): Area | undefined {
  if (!node || !isArea(node)) {
    return undefined
  }
  const stored = (node.data.area ?? {}) as Partial<Record<keyof Area, unknown>>
  return {
    color: typeof stored.color === 'string' ? stored.color : 'stone',
    collapsed: stored.collapsed === true,
    locked: stored.locked === true,
    members: Array.isArray(stored.members) ? stored.members.filter((id) => typeof id === 'string') : [],
  }
}

/** Frames nodes. Nodes of other frames are moved over; frames cannot be nested. */
export function frameNodes(
  graph: Graph,
  ids: readonly string[],
  title: string,
  sizes: ReadonlyMap<string, Size>,
): { graph: Graph; id: string } | undefined {
  const members = ids.filter((id) => graph.nodes.has(id) && !isArea(graph.nodes.get(id)))
  if (members.length === 0) {
    return undefined
  }
  const bounds = boundsOf(members.map((id) => boxOf(getNode(graph, id), sizes)))
  const position = { x: bounds.x - around.side, y: bounds.y - around.top }
  const id = nextNodeId('areaFrame', graph.nodes.keys())
  const area: Area = { color: 'stone', collapsed: false, locked: false, members }
  const node: GraphNode = {
    id,
    type: areaType,
    position,
    positionAbsolute: position,
    width: bounds.width + 2 * around.side,
    height: bounds.height + around.top + around.side,
    data: {
      id,
      name: noteName,
      label: title,
      version: 2,
      type: 'StickyNote',
      baseClasses: ['StickyNote'],
      category: 'Utilities',
      description: '',
      inputParams: [],
      inputAnchors: [],
      inputs: { note: title },
      outputAnchors: [],
      outputs: {},
      area,
    },
  }
  const left = leaveAreas(graph, members)
  return { id, graph: { ...left, nodes: new Map([[id, node], ...left.nodes]) } }
}

export function unframe(graph: Graph, ids: readonly string[]): Graph {
  const removed = new Set(ids.filter((id) => isArea(graph.nodes.get(id))))
  return removed.size === 0
    ? graph
    : { ...graph, nodes: new Map([...graph.nodes].filter(([id]) => !removed.has(id))) }
}

export function changeArea(graph: Graph, id: string, parts: Partial<Area>): Graph {
  const node = getNode(graph, id)
  const area = areaOf(node)
  return area ? withNodes(graph, [[id, withData(node, { area: { ...area, ...parts } })]]) : graph
}

export function resizeNode(graph: Graph, id: string, size: Partial<Size>): Graph {
  const node = getNode(graph, id)
  return withNodes(graph, [[id, { ...node, ...size }]])
}

export function areasByMember(graph: Graph): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const [id, node] of graph.nodes) {
    for (const member of areaOf(node)?.members ?? []) {
      found.set(member, id)
    }
  }
  return found
}

/** The nodes, with all members of frames among them. */
export function withMembers(graph: Graph, ids: Iterable<string>): Set<string> {
  const found = new Set(ids)
  for (const id of [...found]) {
    for (const member of areaOf(graph.nodes.get(id))?.members ?? []) {
      if (graph.nodes.has(member)) {
        found.add(member)
      }
    }
  }
  return found
}

/** Adds dropped nodes to the frame under them, and removes nodes dragged out of their frame. */
export function regroup(graph: Graph, moved: readonly string[], sizes: ReadonlyMap<string, Size>): Graph {
  const areas = [...graph.nodes].filter(([, node]) => isArea(node) && !areaOf(node)?.collapsed)
  if (areas.length === 0) {
    return graph
  }
  const owners = areasByMember(graph)
  return moved
    .filter((id) => graph.nodes.has(id) && !isArea(graph.nodes.get(id)))
    .reduce((changed, id) => {
      const box = boxOf(getNode(changed, id), sizes)
      const centre = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
      const [home] = areas.findLast(([, area]) => holds(boxOf(area, sizes), centre)) ?? []
      const owner = owners.get(id)
      const frozen = [home, owner].some((area) => area && areaOf(changed.nodes.get(area))?.locked)
      if (home === owner || frozen) {
        return changed
      }
      const left = leaveAreas(changed, [id])
      const members = home === undefined ? [] : (areaOf(left.nodes.get(home))?.members ?? [])
      return home === undefined ? left : changeArea(left, home, { members: [...members, id] })
    }, graph)
}

/** Adds the positions of all members of moved frames. */
export function carryMembers(graph: Graph, places: ReadonlyMap<string, Point>): ReadonlyMap<string, Point> {
  const carried = [...places].flatMap(([id, to]) => {
    const node = graph.nodes.get(id)
    const from = node && positionOf(node)
    const members = areaOf(node)?.members ?? []
    return members.flatMap((member): [string, Point][] => {
      const inner = graph.nodes.get(member)
      const at = inner && positionOf(inner)
      return at && from && !places.has(member)
        ? [[member, { x: at.x + to.x - from.x, y: at.y + to.y - from.y }]]
        : []
    })
  })
  return new Map([...places, ...carried])
}

function leaveAreas(graph: Graph, ids: readonly string[]): Graph {
  const leaving = new Set(ids)
  const changed = [...graph.nodes].flatMap(([id, node]): [string, GraphNode][] => {
    const area = areaOf(node)
    const rest = area?.members.filter((member) => !leaving.has(member)) ?? []
    return area && rest.length < area.members.length
      ? [[id, withData(node, { area: { ...area, members: rest } })]]
      : []
  })
  return changed.length > 0 ? withNodes(graph, changed) : graph
}

export function boxOf(node: GraphNode, sizes: ReadonlyMap<string, Size>): Box {
  const known = sizes.get(node.id)
  const [width, height] = [node.width, node.height].map((length) => (typeof length === 'number' ? length : 0))
  const own = isArea(node) ? undefined : known
  return {
    ...positionOf(node),
    width: own?.width ?? (width || 320),
    height: own?.height ?? (height || 240),
  }
}

export function boundsOf(boxes: readonly Box[]): Box {
  const x = Math.min(...boxes.map((box) => box.x))
  const y = Math.min(...boxes.map((box) => box.y))
  return {
    x,
    y,
    width: Math.max(...boxes.map((box) => box.x + box.width)) - x,
    height: Math.max(...boxes.map((box) => box.y + box.height)) - y,
  }
}

function holds({ x, y, width, height }: Box, place: Point) {
  return place.x >= x && place.x <= x + width && place.y >= y && place.y <= y + height
}
