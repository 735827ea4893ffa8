import { shownStepTemplates } from '../agent/step-templates.ts'
import type { CanvasState } from '../store/canvas-store.ts'
import type { Summaries } from '../store/catalogue.ts'
import { typeOf } from '../store/document.ts'
import { useCanvas } from '../store/use-canvas.ts'

/** What may be put onto this canvas: steps where the flow is one of steps, else what the server runs. */
export function kindsFor(state: Pick<CanvasState, 'saved' | 'newType' | 'summaries'>): Summaries {
  return typeOf(state) === 'AGENTFLOW' ? shownStepTemplates() : state.summaries
}

export function useKinds(): Summaries {
  return useCanvas(kindsFor)
}
