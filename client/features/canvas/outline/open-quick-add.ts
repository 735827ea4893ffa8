import type { View } from '../board/use-view.ts'
import type { CanvasStore } from '../store/canvas-store.ts'

/** Opens the list of nodes at a button; what is chosen is put into the middle of the canvas. */
export function openQuickAdd(store: CanvasStore, view: View, from: Element) {
  const { left, top } = from.getBoundingClientRect()
  const { x, y } = view.centre()
  store
    .getState()
    .put({ quickAdd: { at: { x: left, y: Math.max(64, top - 420) }, place: { x: x - 160, y: y - 90 } } })
}
