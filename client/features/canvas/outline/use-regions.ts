import { useEffect, useLayoutEffect, useRef } from 'react'
import { useReactFlow } from 'reactflow'
import { isCovered, type View } from '../board/board.ts'
import { useFlowState } from '../painting/painting.tsx'
import type { CanvasStore } from '../store/canvas-store.ts'
import { useCanvas, useCanvasStore } from '../store/use-canvas.ts'

/** In page order. F6 focuses the first control of a region, or the region itself where it handles keys. */
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

/** F6 moves to the next region of the canvas page, Shift and F6 to the previous one (WCAG 2.4.1). */
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

/** The tool strip is inside the canvas element, but is a region of its own after it. */
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

/** Collapses the palette during a run, and keeps the canvas in place when the palette opens or closes. */
export function useFoldedPalette(view: Pick<View, 'fitIfHidden'>): boolean {
  const store = useCanvasStore()
  const isLive = useCanvas(({ shownRun }) => shownRun?.isLive ?? false)
  const isShown = useCanvas(({ palette, isFolded }) => palette && !isFolded)
  useEffect(() => {
    store.getState().put({ isFolded: isLive && store.getState().palette })
  }, [isLive, store])

  const flow = useReactFlow()
  const state = useFlowState()
  const before = useRef<{ isShown: boolean; left: number }>(undefined)
  useLayoutEffect(() => {
    const left = state.element()?.getBoundingClientRect().left ?? 0
    const moved = before.current && before.current.isShown !== isShown ? before.current.left - left : 0
    before.current = { isShown, left }
    if (moved !== 0) {
      const { x, ...rest } = flow.getViewport()
      flow.setViewport({ ...rest, x: x + moved })
    }
  }, [isShown, flow, state])
  // The chat fits the whole flow during a run; the palette must not cover part of it when it returns.
  const wasShown = useRef(isShown)
  useEffect(() => {
    const isBack = isShown && !wasShown.current
    wasShown.current = isShown
    const timer = setTimeout(() => isBack && store.getState().dock === 'chat' && view.fitIfHidden(), 120)
    return () => clearTimeout(timer)
  }, [isShown, store, view])
  return isShown
}

/** Opens quick-add at a button. The chosen node is put in the middle of the canvas. */
export function openQuickAdd(store: CanvasStore, view: View, from: Element) {
  const { left, top } = from.getBoundingClientRect()
  const { x, y } = view.centre()
  store
    .getState()
    .put({ quickAdd: { at: { x: left, y: Math.max(64, top - 420) }, place: { x: x - 160, y: y - 90 } } })
}
