import { type DragEvent, useEffect, useRef } from 'react'
import type { Point } from '../graph/flow-graph.ts'
import { dragType } from './drag-type.ts'

/** Lets rows be dragged onto the canvas that are no kinds of node of the server: `onDrop` gets the point of the window. */
export function useDrop() {
  const stop = useRef<() => void>(undefined)
  useEffect(() => () => stop.current?.(), [])
  return (name: string, onDrop: (at: Point) => void) => ({
    draggable: true,
    onDragStart(event: DragEvent) {
      event.dataTransfer.setData(dragType, name)
      event.dataTransfer.effectAllowed = 'copy'
      // The canvas itself knows only what to do with the server's kinds of node.
      const take = (dropped: globalThis.DragEvent) => {
        if (dropped.target instanceof Element && dropped.target.closest('.canvas-room')) {
          dropped.preventDefault()
          onDrop({ x: dropped.clientX, y: dropped.clientY })
        }
      }
      document.addEventListener('drop', take, true)
      stop.current = () => document.removeEventListener('drop', take, true)
    },
    onDragEnd: () => stop.current?.(),
  })
}
