import { stepTemplates } from '../agent/step-templates.ts'
import type { CanvasState } from '../store/canvas-store.ts'
import type { Summaries } from '../store/catalogue.ts'
import { useCanvas } from '../store/use-canvas.ts'

/** What may be put onto this canvas: steps where the flow is one of steps, else what the server runs. */
export function kindsFor({ saved, summaries }: Pick<CanvasState, 'saved' | 'summaries'>): Summaries {
  return saved?.type === 'AGENTFLOW' ? stepTemplates : summaries
}

export function useKinds(): Summaries {
  return useCanvas(kindsFor)
}
