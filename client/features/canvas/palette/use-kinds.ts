import { stepTemplates } from '../agent/step-templates.ts'
import type { Templates } from '../graph/flow-graph.ts'
import type { CanvasState } from '../store/canvas-store.ts'
import { useCanvas } from '../store/use-canvas.ts'

/** What may be put onto this canvas: steps where the flow is one of steps, else what the server runs. */
export function kindsFor({ saved, templates }: Pick<CanvasState, 'saved' | 'templates'>): Templates {
  return saved?.type === 'AGENTFLOW' ? stepTemplates : templates
}

export function useKinds(): Templates {
  return useCanvas(kindsFor)
}
