import { withoutDisabled } from '#shared/disabled-nodes.ts'
import { findNeeded, sourcesByTarget } from '#shared/flow-endings.ts'
import { referencedNode } from '#shared/flow-file.ts'
import { memoizeLast } from '../store/use-canvas.ts'
import type { Graph, GraphNode, Templates } from './flow-graph.ts'

/** Product spec: nodes that only write or only read an index offer no upsert of their own. */
const excluded = /Upsert|Load Existing/

export type UpsertStore = {
  id: string
  label: string
  /** The connected loaders, in the order of the store's links. */
  loaders: readonly string[]
  /** All nodes an upsert uses, the store included. */
  nodes: ReadonlySet<string>
}

/** The vector stores that have documents connected. */
export const upsertStores = memoizeLast((graph: Graph, templates: Templates): UpsertStore[] => {
  const { nodes, edges } = withoutDisabled({ nodes: graph.nodes, edges: graph.edges.values() })
  const sources = sourcesByTarget(edges)
  return [...nodes].flatMap(([id, node]) => {
    const loaders = isStore(node, templates) ? loadersOf(node).filter((loader) => nodes.has(loader)) : []
    return loaders.length > 0 ? [{ id, label: node.data.label, loaders, nodes: findNeeded(id, sources) }] : []
  })
})

function isStore({ data }: GraphNode, templates: Templates) {
  const category = templates.get(data.name)?.category ?? data.category
  return category === 'Vector Stores' && !excluded.test(data.label)
}

function loadersOf({ data }: GraphNode): string[] {
  return [data.inputs.document].flat().flatMap((value) => referencedNode(value) ?? [])
}
