import { isNote } from '#shared/flow-file.ts'
import { isArea, resizeNode } from './areas.ts'
import { setDetail } from './edit.ts'
import type { Graph } from './flow-graph.ts'
import { cardWidth } from './size.ts'

/**
 * Cards and notes as wide as the widest of them, given the widths in px they have now. Frames are as wide as what stands
 * in them; steps of control-flow files have one size.
 */
export function sameWidth(graph: Graph, widths: ReadonlyMap<string, number>): Graph {
  const sized = [...widths].filter(([id]) => {
    const node = graph.nodes.get(id)
    return node && !isArea(node) && node.type !== 'agentFlow' && node.type !== 'iteration'
  })
  const widest = Math.max(0, ...sized.map(([, width]) => width))
  const ofCards = Math.round(Math.max(cardWidth.least, Math.min(cardWidth.most, widest)))
  return sized.reduce((changed, [id, width]) => {
    const node = changed.nodes.get(id)
    if (node && isNote(node)) {
      return width === widest ? changed : resizeNode(changed, id, { width: Math.round(widest) })
    }
    return width === ofCards ? changed : setDetail(changed, id, 'cardWidth', ofCards)
  }, graph)
}
