import { type RefObject, useEffect } from 'react'
import { useCanvas, useCanvasStore } from '../store/use-canvas.ts'

/** Brings the field that a problem names into view and gives it the focus, once it is on the screen. */
export function useWanted(node: string, field: string, row: RefObject<HTMLElement | null>) {
  const store = useCanvasStore()
  const wanted = useCanvas((state) => state.wanted?.node === node && state.wanted.field === field)

  useEffect(() => {
    if (!wanted) {
      return undefined
    }
    // Wherever it is, the canvas has first to be moved there.
    const timer = setTimeout(() => {
      const control = row.current?.querySelector<HTMLElement>('textarea, input, button, [tabindex]')
      control?.focus({ preventScroll: true })
      row.current?.scrollIntoView?.({ block: 'nearest' })
      store.getState().put({ wanted: undefined })
    }, 320)
    return () => clearTimeout(timer)
  }, [wanted, row, store])
}
