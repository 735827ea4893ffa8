import { flushSync } from 'react-dom'
import type { CanvasStore } from '../store/canvas-store.ts'
import type { Dock } from '../store/surface.ts'

/** Opens a page of the side panel and goes there: from a key or a button one would else not know that it has come. */
export function goToDock(store: CanvasStore, dock: Dock) {
  flushSync(() => store.getState().put({ dock }))
  document
    .querySelector<HTMLElement>('.dock-right > .tab-bar [role=tab][aria-selected=true]')
    ?.focus({ preventScroll: true })
}

/** Back from the side panel: to where one came from, or to the canvas. */
export function leaveDock(from: Element | null | undefined) {
  const isThere = from instanceof HTMLElement && from.isConnected && from !== document.body
  const to = isThere
    ? from
    : (document.querySelector<HTMLElement>('.phone-outline button') ??
      document.querySelector<HTMLElement>('.canvas-room'))
  to?.focus({ preventScroll: true })
}
