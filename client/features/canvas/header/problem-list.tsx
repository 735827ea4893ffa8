import { Check, CircleAlert, TriangleAlert } from 'lucide-react'
import { useTexts } from '#client/texts/texts.tsx'
import { useMatters } from '../checklist/use-matters.ts'
import { goToDock } from '../inspector/dock-focus.ts'
import { useCanvas, useCanvasStore } from '../store/use-canvas.ts'

/** How many problems there are, tips not counted: leads to the checklist, and back from it. */
export function ProblemList() {
  const { canvas, checklist } = useTexts()
  const store = useCanvasStore()
  const matters = useMatters()
  const empty = useCanvas(({ graph }) => graph.nodes.size === 0)
  const open = useCanvas(({ dock }) => dock === 'checklist')
  if (empty) {
    return null
  }
  const problems = matters.filter(({ severity }) => severity !== 'tip')
  const blocking = problems.some((problem) => problem.blocking)
  const count = problems.length
  const tone = count === 0 ? 'ready' : blocking ? 'blocking' : 'warning'
  const Sign = count === 0 ? Check : blocking ? CircleAlert : TriangleAlert
  return (
    <button
      type="button"
      className="problem-counter"
      data-testid="checklist-count"
      data-tone={tone}
      aria-label={count === 0 ? `${checklist.title}: ${canvas.ready}` : checklist.counted(count)}
      aria-expanded={open}
      title={checklist.title}
      onClick={() => (open ? store.getState().put({ dock: undefined }) : goToDock(store, 'checklist'))}
    >
      <Sign size={16} aria-hidden="true" />
      {count === 0 ? <span>{canvas.ready}</span> : count}
    </button>
  )
}
