import { Plus } from 'lucide-react'
import { useReactFlow } from 'reactflow'
import { useTexts } from '#client/texts/texts.tsx'
import { useCanvas, useCanvasStore } from '../store/use-canvas.ts'

/** On an output that leads nowhere: lists the kinds of step, and the chosen one is connected here. */
export function AddStepButton({ node, handle, label }: { node: string; handle: string; label: string }) {
  const { agent } = useTexts()
  const store = useCanvasStore()
  const flow = useReactFlow()
  const isLinked = useCanvas(({ graph }) =>
    [...graph.edges.values()].some(({ sourceHandle }) => sourceHandle === handle),
  )
  if (isLinked) {
    return null
  }
  return (
    <button
      type="button"
      className="icon-button way-add nodrag"
      aria-label={agent.addStepAt(label)}
      title={agent.addStepAt(label)}
      onClick={({ currentTarget }) => {
        const { right, top, bottom } = currentTarget.getBoundingClientRect()
        const { x, y } = flow.screenToFlowPosition({ x: right, y: top })
        store.getState().put({
          quickAdd: {
            at: { x: right, y: bottom + 4 },
            place: { x: x + 100, y: y - 20 },
            from: { node, handle, side: 'out' },
          },
        })
      }}
    >
      <Plus size={12} />
    </button>
  )
}
