import { nodeLabel } from '#client/texts/node-texts.ts'
import type { Graph } from './flow-graph.ts'

/** What a node is called on the screen; the id of one that is not there. */
export function labelIn({ nodes }: Pick<Graph, 'nodes'>, id: string): string {
  const node = nodes.get(id)
  return (node && nodeLabel(node.data)) || id
}
