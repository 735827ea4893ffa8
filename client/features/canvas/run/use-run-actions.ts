import { useTexts } from '#client/texts/texts.tsx'
import { useCanvas, useCanvasStore } from '../store/use-canvas.ts'
import { runActionsOf } from './run-actions.ts'

/** The same, followed while the run and the node change. */
export function useRunActions(node: string) {
  const { canvasRun } = useTexts()
  const store = useCanvasStore()
  useCanvas(({ shownRun }) => shownRun)
  useCanvas(({ graph }) => graph.nodes.get(node))
  return runActionsOf(store, node, canvasRun)
}
