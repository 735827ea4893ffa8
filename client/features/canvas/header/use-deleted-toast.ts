import { useEffect } from 'react'
import { useToasts } from '#client/components/toasts.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { useCanvas, useCanvasStore } from '../store/use-canvas.ts'

/** Whoever deletes several nodes at once is offered the way back where he looks. */
export function useDeletedToast() {
  const { canvas, common } = useTexts()
  const store = useCanvasStore()
  const toasts = useToasts()
  const said = useCanvas((state) => state.said)

  useEffect(() => {
    const { step, way } = said ?? {}
    const count = step?.count ?? 0
    if (step?.name === 'delete' && way === 'done' && count > 1) {
      const revision = store.getState().history.revision
      const undo = () => store.getState().history.revision === revision && store.getState().undo()
      toasts.info(canvas.deletedNodes(count), { label: common.undo, onClick: undo })
    }
  }, [said, store, toasts, canvas, common])
}
