import type { ReactFlowState } from 'reactflow'

export type Detail = 'full' | 'summary' | 'tile'

/** Below this zoom cards are tiles without ports, and wires plain lines. */
export const farZoom = 0.3
const nearZoom = 0.6
/** From this many nodes on only those in sight are drawn, and not all in one frame; the others are painted. */
const manyNodes = 50

/** Only the step is read from the zoom: with the zoom itself every card would be drawn anew while zooming. */
export function detailOf({ transform: [, , zoom] }: Pick<ReactFlowState, 'transform'>): Detail {
  if (zoom >= nearZoom) {
    return 'full'
  }
  return zoom >= farZoom ? 'summary' : 'tile'
}

export function isLarge({ nodeInternals }: Pick<ReactFlowState, 'nodeInternals'>): boolean {
  return isMany(nodeInternals.size)
}

export function isMany(count: number): boolean {
  return count > manyNodes
}
