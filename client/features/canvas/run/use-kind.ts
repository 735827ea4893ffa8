import type { Kind } from '#shared/kinds.ts'
import { viewOf } from '../card/card-view.ts'
import type { CanvasState } from '../store/canvas-store.ts'
import { useCanvas } from '../store/use-canvas.ts'

/** The kind a node of a run wears on the canvas; `any` for one that has gone from it. */
export function useKind(nodeId: string): Kind {
  return useCanvas((state) => kindIn(state, nodeId))
}

function kindIn({ graph, templates }: CanvasState, nodeId: string): Kind {
  const node = graph.nodes.get(nodeId)
  return node ? viewOf(node, templates).kind : 'any'
}
