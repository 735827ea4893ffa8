import { type RefObject, useEffect } from 'react'
import { useDrawnCount } from '../painting/painting.tsx'
import { useCanvas } from '../store/use-canvas.ts'

/** True in text fields, where keys and the clipboard belong to the field. */
export function isEditor(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  )
}

/** A dialog or a popup covers the canvas. */
export function isCovered(): boolean {
  return (
    document.querySelector(
      '[role=dialog], [role=alertdialog], [role=menu], [data-popup]:not([role=status])',
    ) !== null
  )
}

/** The canvas, a card or a wire has the focus, not an element within a card. Only then may keys delete nodes. */
export function isCanvasFocused(container: HTMLElement | null): boolean {
  const active = document.activeElement
  if (!container || isCovered() || isEditor(active)) {
    return false
  }
  const isPart = active instanceof Element && container.contains(active)
  const isInner = isPart && active !== container && !active.matches('[data-node], .react-flow__edge, .port')
  return (isPart && !isInner) || active === document.body
}

/** True if the button of an open port has the focus: port commands are allowed there, destructive ones are not. */
export function isOnOpenPort(container: HTMLElement | null): boolean {
  const active = document.activeElement
  return Boolean(container?.contains(active) && active?.matches('.connect-button') && !isCovered())
}

/**
 * Focuses the canvas when the flow opens, and when the focused element is removed: keyboard and screen reader
 * users would otherwise start over from the page's body.
 */
export function useRestoredFocus(container: RefObject<HTMLElement | null>) {
  const graph = useCanvas((state) => state.graph)
  // Removed nodes stay mounted until reactflow updates.
  const drawn = useDrawnCount()
  useEffect(() => {
    void [graph, drawn]
    // On an untouched page the browser announces the document from its beginning.
    const isNobodys = document.activeElement === null || document.activeElement === document.body
    if (isNobodys && isSeen() && navigator.userActivation?.hasBeenActive !== false) {
      container.current?.focus({ preventScroll: true })
    }
  }, [graph, drawn, container])
}

/** False behind the phone outline or a dialog. Queries the whole document, so it must not run on every change. */
function isSeen(): boolean {
  return document.querySelector('.phone-outline') === null && !isCovered()
}
