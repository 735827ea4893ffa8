import { useEffect, useMemo, useState } from 'react'
import { useShallow } from 'zustand/react/shallow'
import { trpc } from '#client/api/trpc.ts'
import { type AroundProblem, checkAround } from '#shared/check-around.ts'
import { credentialOf } from '#shared/flow-file.ts'
import { useSyncState } from '../draft/sync-store.ts'
import type { Problem } from '../graph/check.ts'
import { useCanvas } from '../store/use-canvas.ts'

/** A line of the checklist. */
export type Matter = Problem | AroundProblem

/** Once the canvas stands: what is asked for here is no reason to show it later. */
const LATER_MS = 2_500

/** Everything the checklist says: what the graph lacks, what has gone from around it, and what would help. */
export function useMatters(): Matter[] {
  const problems = useCanvas((state) => state.problems)
  const gone = useGoneCredentials()
  const around = useAround()
  return useMemo(() => [...problems, ...gone, ...around], [problems, gone, around])
}

function useGoneCredentials(): Problem[] {
  const { data } = trpc.credentials.list.useQuery({}, { staleTime: 30_000 })
  // As texts, so that the same ones compare as the same.
  const used = useCanvas(
    useShallow(({ graph }) =>
      [...graph.nodes].flatMap(([id, node]) => {
        const credential = credentialOf(node.data)
        return credential ? [`${credential} ${id}`] : []
      }),
    ),
  )
  return useMemo(() => {
    const there = new Set(data?.map(({ id }) => id))
    return used.flatMap((each) => {
      const [credential = '', nodeId = ''] = each.split(' ')
      return data && !there.has(credential)
        ? [
            {
              nodeId,
              field: 'credential',
              fault: { name: 'credentialGone' },
              severity: 'blocking',
              blocking: true,
            },
          ]
        : []
    })
  }, [used, data])
}

function useAround(): AroundProblem[] {
  const later = useLater()
  const id = useCanvas(({ saved }) => saved?.id)
  const graph = useCanvas((state) => state.graph)
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
