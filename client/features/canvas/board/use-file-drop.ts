import { type DragEvent, useState } from 'react'
import { useToasts } from '#client/components/toasts.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { nameOfFile } from '../graph/import-flow.ts'
import { useCanvasStore } from '../store/use-canvas.ts'
import type { View } from './use-view.ts'

const mostBytes = 20_000_000

/** A flow file that is dragged onto the canvas from outside is looked at before it is taken in. */
export function useFileDrop(view: View) {
  const { canvasImport } = useTexts()
  const store = useCanvasStore()
  const toasts = useToasts()
  const [isOver, setOver] = useState(false)

  async function take(file: File, at: { x: number; y: number }) {
    if (!/\.json$/i.test(file.name)) {
      toasts.error(canvasImport.onlyJson)
    } else if (file.size > mostBytes) {
      toasts.error(canvasImport.tooLarge)
    } else {
      store.getState().put({ importing: { text: await file.text(), name: nameOfFile(file.name), at } })
    }
  }

  return {
    isOver,
    onDragOver(event: DragEvent) {
      if (event.dataTransfer.types.includes('Files')) {
        event.preventDefault()
        setOver(true)
      }
    },
    onDragLeave({ currentTarget, relatedTarget }: DragEvent) {
      if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) {
        setOver(false)
      }
    },
    onDrop(event: DragEvent) {
      setOver(false)
      const [file] = event.dataTransfer.files
      if (file) {
        event.preventDefault()
        void take(file, view.toPlace({ x: event.clientX, y: event.clientY }))
      }
    },
  }
}
