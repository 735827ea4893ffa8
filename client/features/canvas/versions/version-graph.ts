import { useDeferredValue, useMemo } from 'react'
import { trpc } from '#client/api/trpc.ts'
import { type DiffView, viewDiff } from '../graph/diff-view.ts'
import { type Graph, readGraph } from '../graph/flow-graph.ts'
import { useLoadedGraph } from '../store/catalogue.ts'
import { useCanvas } from '../store/use-canvas.ts'

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
