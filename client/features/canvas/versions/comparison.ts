import { useMemo } from 'react'
import { createStore, type StoreApi, useStore } from 'zustand'
import type { CanvasStore } from '../store/canvas-store.ts'
import { useCanvasStore } from '../store/use-canvas.ts'

type ComparisonState = {
  /** The displayed version; undefined for the draft. */
  chosen: { id: string; number: number } | undefined
  /** Version the draft is compared with. */
  base: { id: string; number: number } | undefined
  onCanvas: boolean
  naming: string | undefined
}

const stores = new WeakMap<CanvasStore, StoreApi<ComparisonState>>()

export function comparisonOf(canvas: CanvasStore): StoreApi<ComparisonState> {
  const known =
    stores.get(canvas) ??
    createStore<ComparisonState>(() => ({
      chosen: undefined,
      base: undefined,
      onCanvas: true,
      naming: undefined,
    }))
  stores.set(canvas, known)
  return known
}

export function useComparison() {
  const canvas = useCanvasStore()
  const store = comparisonOf(canvas)
  const { chosen, base, onCanvas, naming } = useStore(store)
  const actions = useMemo(
    () => ({
      choose: (version: ComparisonState['chosen']) => store.setState({ chosen: version }),
      against: (version: ComparisonState['base']) => store.setState({ base: version }),
      draw: (isDrawn: boolean) => store.setState({ onCanvas: isDrawn }),
      name: (id: string | undefined) => store.setState({ naming: id }),
      leave: () => {
        store.setState({ chosen: undefined })
        canvas.getState().put({ dock: undefined })
      },
    }),
    [canvas, store],
  )
  const compared = chosen
    ? { ...chosen, isPreview: true }
    : base && onCanvas
      ? { ...base, isPreview: false }
      : undefined
  return { chosen, base, onCanvas, naming, compared, ...actions }
}
