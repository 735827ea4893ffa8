import { useCallback } from 'react'
import { trpc } from '#client/api/trpc.ts'
import { type Kind, kindOf } from '#shared/kinds.ts'

/** What kind a node of a run is: its id begins with the name of its template. */
export function useNodeKinds(): (nodeId: string) => Kind {
  const { data: templates } = trpc.nodes.list.useQuery(undefined, { staleTime: Number.POSITIVE_INFINITY })
  return useCallback(
    (nodeId) => {
      const name = nodeId.replace(/_\d+$/, '')
      const template = templates?.find((each) => each.name === name)
      return template ? kindOf(template.baseClasses) : 'any'
    },
    [templates],
  )
}
