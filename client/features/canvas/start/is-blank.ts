import { isStart } from '../agent/control-links.ts'
import type { CanvasState } from '../store/canvas-store.ts'

/** Nothing was drawn yet: an agent flow has its start and nothing else. */
export function isBlank({ graph }: Pick<CanvasState, 'graph'>): boolean {
  return graph.nodes.size === 0 || (graph.nodes.size === 1 && [...graph.nodes.values()].every(isStart))
}
