import { type RefObject, useEffect } from 'react'
import { useDrawnCount } from '../painting/painting.tsx'
import { useCanvas } from '../store/use-canvas.ts'

/** Whether somebody is writing: then keys and the clipboard are the field's. */
export function isEditor(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  )
}

/** A dialog or a popup stands above the canvas. */
export function isCovered(): boolean {
  return (
    document.querySelector(
      '[role=dialog], [role=alertdialog], [role=menu], [data-popup]:not([role=status])',
    ) !== null
  )
}

/**
 * The canvas itself has the focus: it, a card or a wire, not something within a card. Only then may a key take nodes away.
 */
export function isCanvasFocused(container: HTMLElement | null): boolean {
  const active = document.activeElement
  if (!container || isCovered() || isEditor(active)) {
    return false
  }
  const isPart = active instanceof Element && container.contains(active)
  const isInner = isPart && active !== container && !active.matches('[data-node], .react-flow__edge, .port')
  return (isPart && !isInner) || active === document.body
}

/** The button of an open port has it: what is about that port may be asked for there, nothing that takes away. */
export function isOnOpenPort(container: HTMLElement | null): boolean {
  const active = document.activeElement
  return Boolean(container?.contains(active) && active?.matches('.connect-button') && !isCovered())
}

/**
 * The canvas takes the focus when the flow opens, and when what had it has gone from the flow: from the page's body
 * nobody who works by keys or by ear finds back.
 */
export function useRestoredFocus(container: RefObject<HTMLElement | null>) {
  const graph = useCanvas((state) => state.graph)
  // What has left the graph is drawn until reactflow has heard of it.
  const drawn = useDrawnCount()
  useEffect(() => {
    void [graph, drawn]
    // A page that nobody has touched yet is announced by the browser, from its beginning.
    const isNobodys = document.activeElement === null || document.activeElement === document.body
    if (isNobodys && isSeen() && navigator.userActivation?.hasBeenActive !== false) {
      container.current?.focus({ preventScroll: true })
    }
  }, [graph, drawn, container])
}

/** Neither behind the outline of a phone nor under a dialog. Looks through all of the page: nothing for every change. */
function isSeen(): boolean {
  return document.querySelector('.phone-outline') === null && !isCovered()
}
