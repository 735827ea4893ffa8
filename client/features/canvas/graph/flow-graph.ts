import { nodeLabel } from '#client/texts/node-texts.ts'
import { AppError } from '#shared/errors.ts'
import { type FlowEdge, type FlowFile, type FlowNode, parseFlowFile } from '#shared/flow-file.ts'
import { isRecord } from '#shared/json.ts'
import type { NodeTemplate } from '#shared/nodes.ts'

export type GraphNode = FlowNode
export type GraphEdge = FlowEdge
export type Point = { x: number; y: number }
export type Viewport = Point & { zoom: number }

/** An open flow file, with nodes and edges by key. Immutable, as undo requires. */
export type Graph = {
  name: string
  nodes: ReadonlyMap<string, GraphNode>
  edges: ReadonlyMap<string, GraphEdge>
  /** Other keys of the file, preserved. */
  rest: Readonly<Record<string, unknown>>
}

export type Templates = ReadonlyMap<string, NodeTemplate>

export const emptyGraph: Graph = { name: '', nodes: new Map(), edges: new Map(), rest: {} }

/** Parses a flow file, preserving all keys. Throws `INVALID_FLOW` with a message. */
export function readGraph(text: string, name: string): Graph {
  const checked = parseFlowFile(text)
  const { nodes: rawNodes, edges: rawEdges, ...rest } = JSON.parse(text) as FlowFile
  const nodes = rawNodes.map((raw, index) => asNode(raw, checked.nodes[index], index))
  return {
    name,
    nodes: byKey(nodes, ({ id }) => id),
    edges: byKey(rawEdges, edgeKey),
    rest,
  }
}

/** The graph as a flow file. New cards get their measured size, which thumbnails require. */
export function writeGraph(graph: Graph, view: { viewport?: Viewport; sizes?: Sizes } = {}): FlowFile {
  const { viewport, sizes } = view
  return {
    ...graph.rest,
    nodes: [...graph.nodes].map(([key, node]) => withSize(node, sizes?.get(key))),
    edges: [...graph.edges.values()],
    ...(viewport && { viewport }),
  }
}

type Sizes = ReadonlyMap<string, { width: number; height: number }>

function withSize(node: GraphNode, size: { width: number; height: number } | undefined): GraphNode {
  return size && node.width === undefined && node.height === undefined ? { ...node, ...size } : node
}

export function positionOf(node: GraphNode): Point {
  return isPoint(node.position) ? node.position : { x: 0, y: 0 }
}

const untouched: Viewport = { x: 0, y: 0, zoom: 1 }

/** The stored viewport; a default one counts as none. */
export function viewportOf({ rest }: Graph): Viewport | undefined {
  const { viewport } = rest
  const known =
    isPoint(viewport) && 'zoom' in viewport && typeof viewport.zoom === 'number' && viewport.zoom > 0
  const { x, y, zoom } = known ? (viewport as Viewport) : untouched
  return x === untouched.x && y === untouched.y && zoom === untouched.zoom ? undefined : { x, y, zoom }
}

/** The edge id in file format. */
export function edgeId({ source, sourceHandle, target, targetHandle }: Omit<GraphEdge, 'id'>): string {
  return `${source}-${sourceHandle ?? ''}-${target}-${targetHandle ?? ''}`
}

export function withNodes(graph: Graph, changed: Iterable<[string, GraphNode]>): Graph {
  return { ...graph, nodes: new Map([...graph.nodes, ...changed]) }
}

export function withData(node: GraphNode, data: Partial<GraphNode['data']>): GraphNode {
  return { ...node, data: { ...node.data, ...data } }
}

export function getNode(graph: Graph, id: string): GraphNode {
  const node = graph.nodes.get(id)
  if (!node) {
    throw new AppError('INTERNAL', `There is no node ${id} on this canvas.`)
  }
  return node
}

function edgeKey(edge: GraphEdge): string {
  return typeof edge.id === 'string' ? edge.id : edgeId(edge)
}

// Duplicate keys get a numeric suffix: a file may repeat ids, and no element may be lost.
function byKey<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, Item> {
  const found = new Map<string, Item>()
  for (const item of items) {
    const key = keyOf(item)
    const copies = [...found.keys()].filter((taken) => taken === key || taken.startsWith(`${key}#`)).length
    found.set(copies === 0 ? key : `${key}#${copies + 1}`, item)
  }
  return found
}

// The raw node with defaults for required properties; cards without a position are placed in a row.
function asNode(raw: GraphNode, checked: GraphNode | undefined, index: number): GraphNode {
  const { label = '', inputs = {} } = checked?.data ?? {}
  const place = { x: 120 + (index % 4) * 424, y: 120 + Math.floor(index / 4) * 420 }
  return {
    ...raw,
    ...(!isPoint(raw.position) && { position: place }),
    data: { ...raw.data, label, inputs },
  }
}

function isPoint(value: unknown): value is Point {
  return isRecord(value) && Number.isFinite(value.x) && Number.isFinite(value.y)
}

export function labelIn({ nodes }: Pick<Graph, 'nodes'>, id: string): string {
  const node = nodes.get(id)
  return (node && nodeLabel(node.data)) || id
}

export function isSameSet(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return one.size === other.size && [...one].every((each) => other.has(each))
}
