import type { FlowFile } from '#shared/flow-file.ts'
import type { Graph, GraphNode } from '../graph/flow-graph.ts'
import { type History, mapHistory } from '../graph/history.ts'

const storage = 'FILE-STORAGE::'

export type StoredUploads = ReadonlyMap<string, unknown>

function isUpload(value: unknown): boolean {
  return typeof value === 'string'
    ? /^(?:\[\s*")?data:[^,]*;base64,/.test(value)
    : Array.isArray(value) && value.some(isUpload)
}

export function hasUploads({ nodes }: Graph): boolean {
  return [...nodes.values()].some(({ data }) => Object.values(data.inputs).some(isUpload))
}

export function findStored({ nodes }: Graph, saved: FlowFile): StoredUploads {
  const theirs = new Map(saved.nodes.map(({ id, data }) => [id, data.inputs]))
  return new Map(
    [...nodes].flatMap(([id, { data }]) =>
      Object.entries(data.inputs).flatMap(([name, value]) => {
        const stored = theirs.get(id)?.[name]
        const isStored = isUpload(value) && typeof stored === 'string' && stored.startsWith(storage)
        return isStored ? [[JSON.stringify(value), stored] as const] : []
      }),
    ),
  )
}

/**
 * Replaces file contents by file names in the graph and its undo steps, so that an undo does not bring contents
 * back.
 */
export function nameUploads(graph: Graph, history: History, stored: StoredUploads) {
  const exchange = (node: GraphNode) => exchangeIn(node, stored)
  const nodes = new Map([...graph.nodes].map(([id, node]) => [id, exchange(node)]))
  return { graph: { ...graph, nodes }, history: mapHistory(history, exchange) }
}

function exchangeIn(node: GraphNode, stored: StoredUploads): GraphNode {
  const changed = Object.entries(node.data.inputs).flatMap(([name, value]) => {
    const text = isUpload(value) ? JSON.stringify(value) : undefined
    return text !== undefined && stored.has(text) ? [[name, stored.get(text)] as const] : []
  })
  return changed.length === 0
    ? node
    : { ...node, data: { ...node.data, inputs: { ...node.data.inputs, ...Object.fromEntries(changed) } } }
}
