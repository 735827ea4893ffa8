import { connect, type Ends, judge, replaceLink } from './connect.ts'
import type { Graph, GraphEdge, Templates } from './flow-graph.ts'
import { removeEdges } from './remove.ts'

/** Whether a link already has these ends. */
export function isSameLink(edge: GraphEdge, ends: Ends): boolean {
  return (
    edge.source === ends.source &&
    edge.target === ends.target &&
    edge.sourceHandle === ends.sourceHandle &&
    edge.targetHandle === ends.targetHandle
  )
}

/** Moves an end of a link to another port, in the place of what was linked there. What does not fit stays as it was. */
export function reroute(graph: Graph, key: string, ends: Ends, templates: Templates): Graph {
  const edge = graph.edges.get(key)
  if (!edge || isSameLink(edge, ends)) {
    return graph
  }
  const freed = removeEdges(graph, [key], templates)
  const verdict = judge(freed, ends, templates)
  if (verdict.fits) {
    return connect(freed, ends, templates)
  }
  return verdict.reason === 'taken' ? replaceLink(freed, ends, verdict.edge, templates) : graph
}
