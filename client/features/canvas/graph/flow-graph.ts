import { nodeLabel } from '#client/texts/node-texts.ts'
import { AppError } from '#shared/errors.ts'
import { type FlowEdge, type FlowFile, type FlowNode, parseFlowFile } from '#shared/flow-file.ts'
import type { NodeTemplate } from '#shared/nodes.ts'

export type GraphNode = FlowNode
export type GraphEdge = FlowEdge
export type Point = { x: number; y: number }
export type Viewport = Point & { zoom: number }

/** What is edited: a flow file, its nodes and edges by key. Never changed in place, so that steps can be taken back. */
export type Graph = {
  name: string
  nodes: ReadonlyMap<string, GraphNode>
  edges: ReadonlyMap<string, GraphEdge>
  /** Whatever else stands in the file: it goes out as it came in. */
  rest: Readonly<Record<string, unknown>>
}

/** The kinds of node this server knows, by name. */
export type Templates = ReadonlyMap<string, NodeTemplate>

export const emptyGraph: Graph = { name: '', nodes: new Map(), edges: new Map(), rest: {} }

/** A flow file's text as a graph. Throws INVALID_FLOW with a sentence. Every key of the file is kept. */
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

/** The graph as a flow file. Cards new to the file are given their measured size, which small drawings need. */
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

/** Where a node stands. */
export function positionOf(node: GraphNode): Point {
  return isPoint(node.position) ? node.position : { x: 0, y: 0 }
}

const untouched: Viewport = { x: 0, y: 0, zoom: 1 }

/** The viewport a file was left at; that of a file nobody has looked around in counts as none. */
export function viewportOf({ rest }: Graph): Viewport | undefined {
  const { viewport } = rest
  const known =
    isPoint(viewport) && 'zoom' in viewport && typeof viewport.zoom === 'number' && viewport.zoom > 0
  const { x, y, zoom } = known ? (viewport as Viewport) : untouched
  return x === untouched.x && y === untouched.y && zoom === untouched.zoom ? undefined : { x, y, zoom }
}

/** The id by which files know an edge. */
export function edgeId({ source, sourceHandle, target, targetHandle }: Omit<GraphEdge, 'id'>): string {
  return `${source}-${sourceHandle ?? ''}-${target}-${targetHandle ?? ''}`
}

/** A graph with some of its nodes exchanged. */
export function withNodes(graph: Graph, changed: Iterable<[string, GraphNode]>): Graph {
  return { ...graph, nodes: new Map([...graph.nodes, ...changed]) }
}

/** A node with other data. */
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

// A key that is taken gets a number: a file may name two things alike, and neither may be lost.
function byKey<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, Item> {
  const found = new Map<string, Item>()
  for (const item of items) {
    const key = keyOf(item)
    const copies = [...found.keys()].filter((taken) => taken === key || taken.startsWith(`${key}#`)).length
    found.set(copies === 0 ? key : `${key}#${copies + 1}`, item)
  }
  return found
}

// The file as it came, with what every node must have; a card without a place is put into a row.
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
  return (
    typeof value === 'object' &&
    value !== null &&
    'x' in value &&
    'y' in value &&
    Number.isFinite(value.x) &&
    Number.isFinite(value.y)
  )
}

/** What a node is called on the screen; the id of one that is not there. */
export function labelIn({ nodes }: Pick<Graph, 'nodes'>, id: string): string {
  const node = nodes.get(id)
  return (node && nodeLabel(node.data)) || id
}

export function isSameSet(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return one.size === other.size && [...one].every((each) => other.has(each))
}
