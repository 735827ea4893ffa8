import { useDeferredValue, useMemo } from 'react'
import { createStore, type StoreApi, useStore } from 'zustand'
import { trpc } from '#client/api/trpc.ts'
import { type DiffView, viewDiff } from '../graph/diff-view.ts'
import { type Graph, readGraph } from '../graph/flow-graph.ts'
import type { CanvasStore } from '../store/canvas-store.ts'
import { useLoadedGraph } from '../store/catalogue.ts'
import { useCanvas, useCanvasStore } from '../store/use-canvas.ts'

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

/** Loads the graph of a version. Versions are immutable, so it is fetched once. */
export function useVersionGraph(versionId: string | undefined): Graph | 'unreadable' | undefined {
  const id = useCanvas(({ saved }) => saved?.id)
  const enabled = id !== undefined && versionId !== undefined
  const { data } = trpc.flows.versions.get.useQuery(
    { id: id ?? '', versionId: versionId ?? '' },
    { enabled, staleTime: Number.POSITIVE_INFINITY },
  )
  const flowData = enabled ? data?.flowData : undefined
  const read = useMemo(() => {
    if (flowData === undefined) {
      return undefined
    }
    try {
      return readGraph(flowData, '')
    } catch {
      return 'unreadable' as const
    }
  }, [flowData])
  const loaded = useLoadedGraph(read === 'unreadable' ? undefined : read)
  return read === 'unreadable' ? read : loaded
}

export function useVersionDiff(before: Graph | 'unreadable' | undefined): DiffView | undefined {
  const after = useDeferredValue(useCanvas(({ graph }) => graph))
  const templates = useCanvas((state) => state.templates)
  return useMemo(
    () => (before && before !== 'unreadable' ? viewDiff({ before, after }, templates) : undefined),
    [before, after, templates],
  )
}
