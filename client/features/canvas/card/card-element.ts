import type { MouseEvent } from 'react'
import type { CanvasStore } from '../store/canvas-store.ts'
import type { PortEnd } from '../store/linking.ts'
import { useCanvasStore } from '../store/use-canvas.ts'

export function isFocused(id: string): boolean {
  return document.activeElement?.closest('[data-node]')?.getAttribute('data-node') === id
}

export function elementOf(id: string) {
  return document.querySelector<HTMLElement>(`[data-node="${CSS.escape(id)}"]`)
}

/** The port of an element in a card: its whole row counts as the port. */
export function portAt(element: Element | null): PortEnd | undefined {
  const row = element?.closest('[data-port]')
  const port = element?.closest('.port') ?? row?.querySelector('.port')
  const node = port?.getAttribute('data-nodeid')
  const handle = port?.getAttribute('data-handleid')
  const side = port?.getAttribute('data-side') === 'in' ? 'in' : 'out'
  return node && handle ? { node, handle, side } : undefined
}

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
