import { type DragEvent, useState } from 'react'

export function useFileDrop(onFiles: (files: File[], event: DragEvent) => void) {
  const [isOver, setOver] = useState(false)
  const handlers = {
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
      const files = [...event.dataTransfer.files]
      if (files.length > 0) {
        event.preventDefault()
        onFiles(files, event)
      }
    },
  }
  return { isOver, handlers }
}
