import { setDisabled, toggleDisabled } from '../graph/disable.ts'
import { labelIn } from '../graph/labels.ts'
import type { CanvasStore } from '../store/canvas-store.ts'

/** Switches nodes off, or on again when all of them are off: one step that can be taken back. */
export function switchNodes(store: CanvasStore, ids: readonly string[]) {
  const { graph, act } = store.getState()
  const wanted = toggleDisabled(graph, ids)
  if (wanted) {
    const count = wanted.ids.length
    const label = labelIn(graph, wanted.ids[0] ?? '')
    const what = count === 1 && label ? { what: label } : {}
    act({ name: wanted.disabled ? 'disable' : 'enable', count, ...what }, (before) =>
      setDisabled(before, wanted.ids, wanted.disabled),
    )
  }
}

export function switchSelected(store: CanvasStore) {
  const { selectedNodes, locked } = store.getState()
  if (!locked) {
    switchNodes(store, selectedNodes)
  }
}
