import { useTexts } from '#client/texts/texts.tsx'
import type { Step } from '../graph/history.ts'

/** A step in words: "delete 3 nodes". */
export function useStepText() {
  const { canvas, board, canvasTools } = useTexts()
  const words = { ...canvas.steps, ...board.steps, ...canvasTools.steps }
  return ({ name, what, count = 1 }: Step) => words[name](what ?? '', count)
}
