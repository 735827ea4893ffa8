import { trpc } from '#client/api/trpc.ts'
import { unpackSummaries } from '#shared/node-summaries.ts'

/** The kinds of node this server has. They do not change while it runs. */
export function useNodeSummaries() {
  return trpc.nodes.summaries.useQuery(undefined, {
    staleTime: Number.POSITIVE_INFINITY,
    select: unpackSummaries,
  })
}
