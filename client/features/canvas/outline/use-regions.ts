import { useEffect } from 'react'
import { isCovered } from '../board/focus.ts'

/** In the order of the page. Each is gone to by its first control, or itself where it takes keys of its own. */
const regions = [
  '.canvas-header',
  '.left-dock, .node-palette',
  '.canvas-room',
  '.tool-strip',
  '.dock-right:not([hidden])',
  '.run-dock',
]

const focusable =
  'button:not(:disabled, [tabindex="-1"]), a[href], input:not(:disabled), textarea, select, [tabindex="0"]'

/** F6 goes to the next part of the canvas page, Shift and F6 to the one before (WCAG 2.4.1). */
export function useRegions() {
  useEffect(() => {
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [])
}

function onKeyDown(event: KeyboardEvent) {
  const isPlain = !(event.ctrlKey || event.altKey || event.metaKey)
  if (event.key === 'F6' && isPlain && !isCovered()) {
    event.preventDefault()
    focusIn(neighbour(findRegions(), event.shiftKey ? -1 : 1))
  }
}

function neighbour(parts: readonly HTMLElement[], step: 1 | -1): HTMLElement | undefined {
  const at = parts.findLastIndex((part) => part.contains(document.activeElement))
  if (at < 0) {
    return step > 0 ? parts[0] : parts.at(-1)
  }
  return parts[(at + step + parts.length) % parts.length]
}

/** The tool strip stands inside the canvas, and is a part of its own all the same: it comes after it. */
function findRegions(): HTMLElement[] {
  return regions.flatMap((selector) => {
    const part = document.querySelector<HTMLElement>(selector)
    return part && isSeen(part) ? [part] : []
  })
}

function isSeen(element: HTMLElement): boolean {
  return typeof element.checkVisibility !== 'function' || element.checkVisibility()
}

function focusIn(part: HTMLElement | undefined) {
  const first = part?.tabIndex === 0 ? part : part?.querySelector<HTMLElement>(focusable)
  first?.focus()
}
