import type { ReactFlowState } from 'reactflow'

export type Detail = 'full' | 'summary' | 'tile'

/** Below this zoom cards are tiles without ports, and wires plain lines. */
export const farZoom = 0.3
const nearZoom = 0.6

/** Only the step is read from the zoom: with the zoom itself every card would be drawn anew while zooming. */
export function detailOf({ transform: [, , zoom] }: Pick<ReactFlowState, 'transform'>): Detail {
  if (zoom >= nearZoom) {
    return 'full'
  }
  return zoom >= farZoom ? 'summary' : 'tile'
}
