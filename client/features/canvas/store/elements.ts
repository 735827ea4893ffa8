import { flushSync } from 'react-dom'
import type { CanvasStore } from './canvas-store.ts'
import type { PortEnd } from './linking.ts'
import type { Dock } from './surface.ts'

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

/** Opens a page of the side panel and moves the focus there. */
export function goToDock(store: CanvasStore, dock: Dock) {
  flushSync(() => store.getState().put({ dock }))
  document
    .querySelector<HTMLElement>('.dock-right > .tab-bar [role=tab][aria-selected=true]')
    ?.focus({ preventScroll: true })
}

/** Returns the focus to where it was, or to the canvas. */
export function leaveDock(from: Element | null | undefined) {
  const isThere = from instanceof HTMLElement && from.isConnected && from !== document.body
  const to = isThere
    ? from
    : (document.querySelector<HTMLElement>('.phone-outline button') ??
      document.querySelector<HTMLElement>('.canvas-room'))
  to?.focus({ preventScroll: true })
}
