import type { MouseEvent } from 'react'
import type { CanvasStore } from '../store/canvas-store.ts'

const controls = 'input, textarea, button, select, [contenteditable], [role="combobox"], .port'

/** A double click on a card opens the inspector; in a field it selects a word. */
export function openOnDoubleClick(store: CanvasStore, id: string, { target }: Pick<MouseEvent, 'target'>) {
  if (!(target instanceof Element && target.closest(controls))) {
    store.getState().select([id])
    store.getState().put({ dock: 'inspector' })
  }
}
