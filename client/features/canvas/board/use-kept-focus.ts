import { type RefObject, useEffect } from 'react'
import { useStore } from 'reactflow'
import { useCanvas } from '../store/use-canvas.ts'
import { isCovered } from './focus.ts'

/**
 * The canvas takes the focus when the flow opens, and when what had it has gone from the flow: from the page's body
 * nobody who works by keys or by ear finds back.
 */
export function useKeptFocus(room: RefObject<HTMLElement | null>) {
  const graph = useCanvas((state) => state.graph)
  // What has left the graph is drawn until reactflow has heard of it.
  const drawn = useStore(({ nodeInternals }) => nodeInternals.size)
  const wires = useStore(({ edges }) => edges.length)
  useEffect(() => {
    void [graph, drawn, wires]
    // A page that nobody has touched yet is announced by the browser, from its beginning.
    const isNobodys = document.activeElement === null || document.activeElement === document.body
    if (isNobodys && isSeen() && navigator.userActivation?.hasBeenActive !== false) {
      room.current?.focus({ preventScroll: true })
    }
  }, [graph, drawn, wires, room])
}

/** Neither behind the outline of a phone nor under a dialog. Looks through all of the page: nothing for every change. */
function isSeen(): boolean {
  return document.querySelector('.phone-outline') === null && !isCovered()
}
