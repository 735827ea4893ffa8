import { referencedNode } from '#shared/flow-file.ts'
import { setInput } from '../graph/edit.ts'
import { type Graph, getNode } from '../graph/flow-graph.ts'

/** One of several nodes that feed a list, moved a place up (-1) or down (1): lists are read in their order. */
export function moveReference(graph: Graph, id: string, input: string, source: string, by: -1 | 1): Graph {
  const value = getNode(graph, id).data.inputs[input]
  const list = Array.isArray(value) ? value : []
  const from = list.findIndex((each) => referencedNode(each) === source)
  const other = list[from + by]
  if (from < 0 || other === undefined) {
    return graph
  }
  const moved = list.with(from + by, list[from]).with(from, other)
  return setInput(graph, id, input, moved)
}

/** The nodes a list reads, in its order. */
export function orderOf(graph: Graph, id: string, input: string): string[] {
  const value = graph.nodes.get(id)?.data.inputs[input]
  return Array.isArray(value) ? value.flatMap((each) => referencedNode(each) ?? []) : []
}
