import { useCallback, useDeferredValue, useEffect, useMemo, useState } from 'react'
import { trpc } from '#client/api/trpc.ts'
import { type AroundProblem, checkAround } from '#shared/check-around.ts'
import { knownFaults } from '#shared/flow-faults.ts'
import type { View } from '../board/use-view.ts'
import { useSyncState } from '../draft/sync-store.ts'
import { checkGraph, type Problem } from '../graph/check.ts'
import { openWhereFieldIs } from '../header/show-field.ts'
import { useCanvas, useCanvasStore } from '../store/use-canvas.ts'
import { useKnown } from './use-known.ts'

/** A line of the checklist. */
export type Matter = Problem | AroundProblem

/** Once the canvas stands: what is asked for here is no reason to show it later. */
const LATER_MS = 2_500

/** Everything the checklist says: what the graph lacks, what has gone from around it, and what would help. */
export function useMatters(): Matter[] {
  const problems = useCanvas((state) => state.problems)
  const later = useLater()
  const known = useKnownProblems(later)
  const around = useAround(later)
  return useMemo(() => [...problems, ...known, ...around], [problems, known, around])
}

/** What only those who know the surroundings can see. A moment later than the rest: nobody's typing waits for it. */
function useKnownProblems(later: boolean): Problem[] {
  const graph = useDeferredValue(useCanvas((state) => state.unplaced))
  const templates = useCanvas((state) => state.templates)
  const known = useKnown(later)
  return useMemo(
    () => checkGraph(graph, templates, known).filter(({ fault }) => knownFaults.has(fault.name)),
    [graph, templates, known],
  )
}

function useAround(later: boolean): AroundProblem[] {
  const id = useCanvas(({ saved }) => saved?.id)
  const graph = useCanvas((state) => state.unplaced)
  const templates = useCanvas((state) => state.templates)
  const empty = graph.nodes.size === 0
  const wallet = trpc.wallet.get.useQuery(undefined, { enabled: later, staleTime: 60_000 })
  const settings = trpc.flows.get.useQuery(
    { id: id ?? '' },
    {
      enabled: later && id !== undefined,
      staleTime: 60_000,
      gcTime: 0,
      select: ({ isPublic, apiConfig, chatbotConfig }) => ({ isPublic, apiConfig, chatbotConfig }),
    },
  )
  const unpublished = useSyncState(({ head }) => {
    const { added = 0, removed = 0, changed = 0 } = head?.published ? head.changes : {}
    return added + removed + changed
  })
  const available = wallet.data?.available
  return useMemo(
    () =>
      empty
        ? []
        : checkAround({ nodes: graph.nodes, edges: graph.edges.values() }, templates, {
            canPay: available === undefined ? undefined : available > 0,
            unpublished,
            settings: settings.data,
          }),
    [empty, graph, templates, available, unpublished, settings.data],
  )
}

function useLater(): boolean {
  const [isLater, setLater] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLater(true), LATER_MS)
    return () => clearTimeout(timer)
  }, [])
  return isLater
}

/** Leads to the node of a problem, and into the field. */
export function useShowProblem(view: View) {
  const store = useCanvasStore()
  return useCallback(
    ({ nodeId, field }: Pick<Matter, 'nodeId' | 'field'>) => {
      if (nodeId === undefined) {
        return
      }
      view.showNode(nodeId)
      if (field !== undefined) {
        store.getState().put({ wanted: { node: nodeId, field } })
        openWhereFieldIs(store, nodeId, field)
      }
    },
    [view, store],
  )
}
