import { useEffect, useMemo, useState } from 'react'
import type { Graph } from '../graph/flow-graph.ts'
import { kindsOf } from './catalogue.ts'
import { useCanvas, useCanvasStore } from './use-canvas.ts'

/** Another graph than that of the canvas, as soon as its kinds of node are loaded or could not be. */
export function useLoadedGraph(graph: Graph | undefined): Graph | undefined {
  const store = useCanvasStore()
  const kinds = useMemo(() => (graph ? [...kindsOf(graph)] : []), [graph])
  const isLoaded = useCanvas(({ summaries, templates }) =>
    kinds.every((name) => templates.has(name) || !summaries.has(name)),
  )
  const [failed, setFailed] = useState<Graph>()
  useEffect(() => {
    if (!isLoaded) {
      store
        .getState()
        .ensureTemplates(kinds)
        .catch(() => setFailed(graph))
    }
  }, [store, graph, kinds, isLoaded])
  return isLoaded || failed === graph ? graph : undefined
}
