import type { Graph } from '../graph/flow-graph.ts'

/** Whether two graphs differ in nothing but where their nodes stand, and how large they are drawn. */
export function isOnlyMoved(before: Graph, after: Graph): boolean {
  if (before.edges !== after.edges || before.nodes.size !== after.nodes.size) {
    return false
  }
  for (const [id, node] of after.nodes) {
    const old = before.nodes.get(id)
    const isSame =
      old === node ||
      (old?.data === node.data && old.type === node.type && old.parentNode === node.parentNode)
    if (!isSame) {
      return false
    }
  }
  return true
}
