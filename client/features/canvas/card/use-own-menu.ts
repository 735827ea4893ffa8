import type { MouseEvent } from 'react'
import { useCanvasStore } from '../store/use-canvas.ts'

/** Opens a node's own menu where somebody asks for one. */
export function useOwnMenu(id: string) {
  const store = useCanvasStore()
  return (event: MouseEvent) => {
    event.preventDefault()
    store.getState().put({ nodeMenu: { node: id, at: { x: event.clientX, y: event.clientY } } })
  }
}
