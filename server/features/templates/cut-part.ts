import { AppError } from '#shared/errors.ts'
import { type FlowFile, type FlowNode, isNote, parseFlowFile, referencedNode } from '#shared/flow-file.ts'

const MAX_NODES = 200
const mention = /\{\{([^{}]+)\.data\.instance\}\}/g

/**
 * Turns a selection into a self-contained flow file: without references to missing nodes, and with its
 * top left corner at (0, 0). Throws INVALID_FLOW when the text is not a flow file, or the selection is
 * empty, too large or contains a node twice.
 */
export function cutPart(text: string): FlowFile {
  const { nodes, edges } = parseFlowFile(text)
  if (!nodes.some((node) => !isNote(node))) {
    throw new AppError('INVALID_FLOW', 'Choose at least one node to keep as a part.')
  }
  if (nodes.length > MAX_NODES) {
    throw new AppError('INVALID_FLOW', `A part has at most ${MAX_NODES} nodes.`)
  }
  const inside = new Set(nodes.map(({ id }) => id))
  if (inside.size < nodes.length) {
    throw new AppError('INVALID_FLOW', 'A node is twice in this part.')
  }
  return {
    nodes: toCorner(nodes.map((node) => detach(node, inside))),
    edges: edges.filter(({ source, target }) => inside.has(source) && inside.has(target)),
  }
}

/** Nodes whose container is not part of the selection are detached from it. */
function detach(node: FlowNode, inside: ReadonlySet<string>): FlowNode {
  const { parentNode, extent, ...topLevel } = node
  const contained = inside.has(String(parentNode)) ? node : topLevel
  const inputs = Object.fromEntries(
    Object.entries(node.data.inputs).map(([name, value]) => [name, removeReferences(value, inside)]),
  )
  return { ...contained, id: node.id, data: { ...node.data, inputs } }
}

function removeReferences(value: unknown, inside: ReadonlySet<string>): unknown {
  if (Array.isArray(value)) {
    const isInside = (each: unknown) => inside.has(referencedNode(each) ?? '') || !referencedNode(each)
    return value.filter(isInside).map((each) => removeReferences(each, inside))
  }
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([name, each]) => [name, removeReferences(each, inside)]),
    )
  }
  return typeof value === 'string'
    ? value.replace(mention, (match, id: string) => (inside.has(id) ? match : ''))
    : value
}

type Point = { x: number; y: number }

function toCorner(nodes: FlowNode[]): FlowNode[] {
  const places = nodes.filter(({ parentNode }) => !parentNode).flatMap(({ position }) => asPoint(position))
  const corner = {
    x: Math.min(...places.map(({ x }) => x)),
    y: Math.min(...places.map(({ y }) => y)),
  }
  const moved = (value: unknown) => {
    const [point] = asPoint(value)
    return point ? { x: point.x - corner.x, y: point.y - corner.y } : value
  }
  return nodes.map((node) => ({
    ...node,
    ...(!node.parentNode && node.position !== undefined && { position: moved(node.position) }),
    ...(node.positionAbsolute !== undefined && { positionAbsolute: moved(node.positionAbsolute) }),
  }))
}

function asPoint(value: unknown): Point[] {
  const { x, y } = (value ?? {}) as Partial<Record<keyof Point, unknown>>
  return typeof x === 'number' && typeof y === 'number' ? [{ x, y }] : []
}
