import { nameOfFile } from '#client/components/flow-import/describe-flow.ts'
import { useToasts } from '#client/components/toasts.tsx'
import { useFileDrop } from '#client/components/use-file-drop.ts'
import { useTexts } from '#client/texts/texts.tsx'
import { useCanvasStore } from '../store/use-canvas.ts'
import type { View } from './use-view.ts'

const mostBytes = 20_000_000

/** A flow file that is dragged onto the canvas from outside is looked at before it is taken in. */
export function useFlowDrop(view: View) {
  const { canvasImport } = useTexts()
  const store = useCanvasStore()
  const toasts = useToasts()

  async function take(file: File, at: { x: number; y: number }) {
    if (!/\.json$/i.test(file.name)) {
      toasts.error(canvasImport.onlyJson)
    } else if (file.size > mostBytes) {
      toasts.error(canvasImport.tooLarge)
    } else {
      store.getState().put({ importing: { text: await file.text(), name: nameOfFile(file.name), at } })
    }
  }

  return useFileDrop(([file], { clientX, clientY }) => {
    if (file) {
      void take(file, view.toPlace({ x: clientX, y: clientY }))
    }
  })
}
