import { useEffect, useRef } from 'react'
import { trpc } from '#client/api/trpc.ts'

/** A deadline or another person may answer too, so a parked run is looked up now and then. */
const LOOK_MS = 3_000

export function useParkedRun(runId: string | undefined, onGoneOn: (runId: string) => void) {
  const latest = useRef(onGoneOn)
  latest.current = onGoneOn
  const { data } = trpc.runs.get.useQuery(
    { runId: runId ?? '' },
    { enabled: runId !== undefined, refetchInterval: LOOK_MS, retry: false, gcTime: 0, staleTime: 0 },
  )
  const hasGoneOn = data !== undefined && data.id === runId && data.state !== 'waiting'
  useEffect(() => {
    if (runId !== undefined && hasGoneOn) {
      latest.current(runId)
    }
  }, [runId, hasGoneOn])
}
