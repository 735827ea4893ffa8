import type { FlowFile } from '#shared/flow-file.ts'
import type { Graph, GraphNode } from '../graph/flow-graph.ts'
import { type History, mapHistory } from '../graph/history.ts'

/** What stands for an upload once the server has stored it. */
const storage = 'FILE-STORAGE::'

/** Values of a graph that hold files, each as its JSON text, with the value that names them instead. */
export type StoredUploads = ReadonlyMap<string, unknown>

function isUpload(value: unknown): boolean {
  return typeof value === 'string'
    ? /^(?:\[\s*")?data:[^,]*;base64,/.test(value)
    : Array.isArray(value) && value.some(isUpload)
}

export function hasUploads({ nodes }: Graph): boolean {
  return [...nodes.values()].some(({ data }) => Object.values(data.inputs).some(isUpload))
}

/** What the server has put in the place of the uploads of this graph. */
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

/** The graph and all its steps with the names of files in the place of their contents: a step taken back brings none back. */
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
