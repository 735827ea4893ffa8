import { useCallback } from 'react'
import { useNodeSummaries } from '#client/components/use-node-summaries.ts'
import { type Kind, kindOf } from '#shared/kinds.ts'

/** Returns the kind of a run's node, whose id begins with the name of its template. */
export function useNodeKinds(): (nodeId: string) => Kind {
  const { data: summaries } = useNodeSummaries()
  return useCallback(
    (nodeId) => {
      const name = nodeId.replace(/_\d+$/, '')
      const summary = summaries?.find((each) => each.name === name)
      return summary ? kindOf(summary.baseClasses) : 'any'
    },
    [summaries],
  )
}
