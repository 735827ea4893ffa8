import type { MouseEvent } from 'react'
import type { CanvasStore } from '../store/canvas-store.ts'
import { useCanvasStore } from '../store/use-canvas.ts'

/** Opens the node's menu on a right click. */
export function useOwnMenu(id: string) {
  const store = useCanvasStore()
  return (event: MouseEvent) => {
    event.preventDefault()
    store.getState().put({ nodeMenu: { node: id, at: { x: event.clientX, y: event.clientY } } })
  }
}

const controls = 'input, textarea, button, select, [contenteditable], [role="combobox"], .port'

export function openOnDoubleClick(store: CanvasStore, id: string, { target }: Pick<MouseEvent, 'target'>) {
  if (!(target instanceof Element && target.closest(controls))) {
    store.getState().select([id])
    store.getState().put({ dock: 'inspector' })
  }
}
