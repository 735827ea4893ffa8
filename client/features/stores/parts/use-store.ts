import { useEffect } from 'react'
import { trpc } from '#client/api/trpc.ts'
import { isWorking } from './next-step.ts'

const POLL_MS = 2_000

/** A store, asked for again while it is read or upserted. What depends on its chunks is refreshed when they change. */
export function useStore(id: string) {
  const utils = trpc.useUtils()
  const query = trpc.stores.get.useQuery(
    { id },
    { refetchInterval: ({ state: { data } }) => (data && isWorking(data.status) ? POLL_MS : false) },
  )
  const { status, totalChunks, pendingChunks, embeddingConfig } = query.data ?? {}
  const version = status && JSON.stringify([status, totalChunks, pendingChunks, embeddingConfig])
  useEffect(() => {
    if (version !== undefined) {
      void utils.stores.estimate.invalidate()
      void utils.stores.testSet.get.invalidate()
    }
  }, [version, utils])
  return query
}
