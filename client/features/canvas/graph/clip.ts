import { isNote, parseFlowFile } from '#shared/flow-file.ts'
import { isRecord } from '#shared/json.ts'
import { nextNodeId } from '#shared/nodes.ts'
import { isStart } from '../agent/control-links.ts'
import { areaOf, withMembers } from './areas.ts'
import {
  edgeId,
  type Graph,
  type GraphEdge,
  type GraphNode,
  type Point,
  positionOf,
  readGraph,
} from './flow-graph.ts'
import { renameReferences } from './remove.ts'

/** A copied part of a flow. It is also a valid flow file, so that other editors can read it. */
export type Clip = {
  nodes: readonly GraphNode[]
  edges: readonly GraphEdge[]
  /** Links from nodes outside the clip, with the kind of their source. */
  incoming?: readonly (GraphEdge & { kind?: string })[]
}

const marker = 'flowtill-clip'
const duplicateOffset: Point = { x: 400, y: 0 }

export function toClip(graph: Graph, ids: readonly string[]): Clip {
  const copied = withMembers(graph, ids)
  return {
    nodes: [...graph.nodes].filter(([id]) => copied.has(id)).map(([, node]) => node),
    edges: [...graph.edges.values()].filter(({ source, target }) => copied.has(source) && copied.has(target)),
    incoming: [...graph.edges.values()]
      .filter(({ source, target }) => !copied.has(source) && copied.has(target))
      .map((edge) => ({ ...edge, kind: String(graph.nodes.get(edge.source)?.data.name) })),
  }
}

export function writeClip(clip: Clip): string {
  return JSON.stringify({ [marker]: 1, ...clip })
}

/** Parses clipboard text; undefined when it is not a clip. */
export function readClip(text: string): Clip | undefined {
  try {
    parseFlowFile(text)
  } catch {
    return undefined
  }
  const { nodes, edges, rest } = readGraph(text, '')
  const incoming = Array.isArray(rest.incoming) ? rest.incoming.filter(isLink) : []
  return { nodes: [...nodes.values()], edges: [...edges.values()], incoming }
}

export function isClip(text: string): boolean {
  return text.startsWith(`{"${marker}":`)
}

function isLink(edge: unknown): edge is GraphEdge {
  return isRecord(edge) && typeof edge.source === 'string' && typeof edge.target === 'string'
}

export type Pasted = { graph: Graph; ids: string[] }

/**
 * Adds a clip under new ids with its corner at a point. Links within it stay, all others are cleared. With
 * `keepsIncoming` links from nodes of this canvas stay as well.
 */
export function pasteClip(graph: Graph, clip: Clip, at: Point, withIncoming = false): Pasted {
  const corner = cornerOf(clip)
  const incoming = withIncoming ? (clip.incoming ?? []).filter((edge) => isHere(graph, edge)) : []
  return insert(graph, { ...clip, incoming }, { x: at.x - corner.x, y: at.y - corner.y })
}

// Another flow may have a node with the same id, so the kind is compared as well.
function isHere({ nodes }: Graph, { source, kind }: GraphEdge & { kind?: unknown }): boolean {
  const node = nodes.get(source)
  return node !== undefined && (kind === undefined || node.data.name === kind)
}

/** Copies nodes 400 px to the right, with links to other nodes blanked. */
export function duplicate(graph: Graph, ids: readonly string[]): Pasted {
  return insert(graph, { ...toClip(graph, ids), incoming: [] }, duplicateOffset)
}

/** An agent flow has a single start, so a copied one is dropped. */
function withoutSecondStart(graph: Graph, clip: Clip): Clip {
  if (![...graph.nodes.values()].some(isStart)) {
    return clip
  }
  const starts = new Set(clip.nodes.filter(isStart).map(({ id }) => id))
  const isStored = ({ source, target }: GraphEdge) => !starts.has(source) && !starts.has(target)
  return {
    ...clip,
    nodes: clip.nodes.filter(({ id }) => !starts.has(id)),
    edges: clip.edges.filter(isStored),
  }
}

function insert(graph: Graph, copied: Clip, offset: Point): Pasted {
  const clip = withoutSecondStart(graph, copied)
  const names = new Map<string, string>()
  const taken = new Set(graph.nodes.keys())
  const labels = new Set([...graph.nodes.values()].map(({ data }) => data.label))
  // Sources outside the clip keep their ids.
  for (const { source } of clip.incoming ?? []) {
    names.set(source, source)
  }
  for (const { id, data } of clip.nodes) {
    const fresh = nextNodeId(data.name, taken)
    names.set(id, fresh)
    taken.add(fresh)
  }
  const nodes = clip.nodes.map((node): [string, GraphNode] => {
    const copy = moveBy(rename(node, names), node.parentNode === undefined ? offset : { x: 0, y: 0 })
    const label = isNote(copy) ? copy.data.label : freeLabel(copy.data.label, labels)
    labels.add(label)
    return [copy.id, { ...copy, data: { ...copy.data, label } }]
  })
  const incoming = (clip.incoming ?? []).map(({ kind: _, ...edge }) => edge as GraphEdge)
  const edges = [...clip.edges, ...incoming].map((edge) => renameEdge(edge, names))
  return {
    ids: nodes.map(([id]) => id),
    graph: {
      ...graph,
      nodes: new Map([...graph.nodes, ...nodes]),
      edges: new Map([...graph.edges, ...edges]),
    },
  }
}

/** Renames a node wherever its id is used: node, handles, tabs, links. */
function rename(node: GraphNode, names: ReadonlyMap<string, string>): GraphNode {
  const { id } = node
  const fresh = names.get(id) ?? id
  const inputs = Object.entries(node.data.inputs).map(([key, value]) => [
    key.endsWith(`_${id}`) ? `${key.slice(0, -id.length)}${fresh}` : key,
    renameReferences(value, (other) => names.get(other)),
  ])
  const { inputParams, inputAnchors, outputAnchors } = node.data
  const handles = renameHandles({ inputParams, inputAnchors, outputAnchors }, id, fresh)
  const parent = typeof node.parentNode === 'string' ? names.get(node.parentNode) : undefined
  return {
    ...withoutParent(node),
    ...(parent && { parentNode: parent, extent: node.extent }),
    id: fresh,
    selected: false,
    data: {
      ...node.data,
      ...handles,
      ...renameMembers(node, names),
      id: fresh,
      inputs: Object.fromEntries(inputs),
    },
  }
}

function renameMembers(node: GraphNode, names: ReadonlyMap<string, string>) {
  const area = areaOf(node)
  return area ? { area: { ...area, members: area.members.flatMap((id) => names.get(id) ?? []) } } : {}
}

function withoutParent({ parentNode: _, extent: __, ...node }: GraphNode): GraphNode {
  return node as GraphNode
}

function renameHandles<Handles extends object>(handles: Handles, id: string, fresh: string): Handles {
  const text = JSON.stringify(handles, (key, value: unknown) =>
    key === 'id' && typeof value === 'string' && value.startsWith(`${id}-`)
      ? `${fresh}${value.slice(id.length)}`
      : value,
  )
  return JSON.parse(text) as Handles
}

function renameEdge(edge: GraphEdge, names: ReadonlyMap<string, string>): [string, GraphEdge] {
  const ends = {
    source: names.get(edge.source) ?? edge.source,
    sourceHandle: renameHandle(edge.sourceHandle, edge.source, names),
    target: names.get(edge.target) ?? edge.target,
    targetHandle: renameHandle(edge.targetHandle, edge.target, names),
  }
  const id = edgeId(ends)
  return [id, { ...edge, ...ends, id }]
}

function renameHandle(handle: string | null | undefined, id: string, names: ReadonlyMap<string, string>) {
  return handle?.startsWith(id) ? `${names.get(id) ?? id}${handle.slice(id.length)}` : (handle ?? '')
}

function moveBy(node: GraphNode, { x, y }: Point): GraphNode {
  const place = positionOf(node)
  const position = { x: place.x + x, y: place.y + y }
  return { ...node, position, positionAbsolute: position }
}

function cornerOf({ nodes }: Clip): Point {
  const places = nodes.filter(({ parentNode }) => parentNode === undefined).map(positionOf)
  return places.length > 0
    ? { x: Math.min(...places.map(({ x }) => x)), y: Math.min(...places.map(({ y }) => y)) }
    : { x: 0, y: 0 }
}

/** "Model" becomes "Model 2". */
function freeLabel(label: string, taken: ReadonlySet<string>): string {
  if (!taken.has(label)) {
    return label
  }
  const base = label.replace(/ \d+$/, '')
  let number = 2
  while (taken.has(`${base} ${number}`)) {
    number += 1
  }
  return `${base} ${number}`
}
