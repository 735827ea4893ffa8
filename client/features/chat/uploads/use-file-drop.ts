import { type DragEvent, useState } from 'react'
import type { Attachments } from './use-attachments.ts'

/** Files dragged onto the chat. While it takes none, the page does with them what it does anywhere. */
export function useFileDrop({ types, add }: Pick<Attachments, 'types' | 'add'>, isDisabled: boolean) {
  const [isOver, setOver] = useState(false)
  if (isDisabled || types.length === 0) {
    return { isOver: false, handlers: {} }
  }
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
        add(files)
      }
    },
  }
  return { isOver, handlers }
}
