import { type MouseEvent, useEffect, useRef } from 'react'
import { useStoreApi, useUpdateNodeInternals } from 'reactflow'
import type { CanvasStore } from '../store/canvas-store.ts'
import type { PortEnd } from '../store/linking.ts'
import { useCanvasStore } from '../store/use-canvas.ts'

export function isFocused(id: string): boolean {
  return document.activeElement?.closest('[data-node]')?.getAttribute('data-node') === id
}

export function elementOf(id: string) {
  return document.querySelector<HTMLElement>(`[data-node="${CSS.escape(id)}"]`)
}

/** The port an element of a card belongs to: its whole row counts as the port. */
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

/** A double click on a card opens the inspector; in a field it selects a word. */
export function openOnDoubleClick(store: CanvasStore, id: string, { target }: Pick<MouseEvent, 'target'>) {
  if (!(target instanceof Element && target.closest(controls))) {
    store.getState().select([id])
    store.getState().put({ dock: 'inspector' })
  }
}

const waiting = new WeakMap<ReturnType<typeof useStoreApi>, Set<string>>()

/**
 * Measures a card's ports, where links end, on mount and whenever `look` changes: rows may come and go without a change of
 * size. Cards that change together, as on zoom, are measured in one call.
 */
export function useMeasuredPorts(id: string, look: string) {
  const room = useStoreApi()
  const measure = useUpdateNodeInternals()
  const measured = useRef<string>(undefined)

  useEffect(() => {
    if (measured.current === look) {
      return
    }
    measured.current = look
    const ids = waiting.get(room)
    if (ids) {
      ids.add(id)
      return
    }
    const fresh = new Set([id])
    waiting.set(room, fresh)
    queueMicrotask(() => {
      waiting.delete(room)
      measure([...fresh])
    })
  }, [room, measure, id, look])
}
