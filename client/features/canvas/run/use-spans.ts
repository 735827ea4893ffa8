import { useEffect, useMemo, useState } from 'react'
import type { ShownRun } from '../store/run.ts'
import { type RunSpans, spansOf } from './spans.ts'

const TICK_MS = 100

/** The shown run as stretches of work; of one that goes on, with the time that has passed since it last told something. */
export function useSpans({ events, isLive }: ShownRun): RunSpans {
  const spans = useMemo(() => spansOf(events), [events])
  const since = useSince(spans, isLive)
  return isLive ? { ...spans, durationMs: spans.durationMs + since } : spans
}

function useSince(spans: RunSpans, isLive: boolean) {
  const [passedMs, setPassed] = useState(0)
  useEffect(() => {
    setPassed(0)
    if (!isLive) {
      return undefined
    }
    const told = performance.now()
    // Depends on `spans`, so that the clock begins anew with every event.
    const timer = setInterval(() => setPassed(spans.durationMs >= 0 ? performance.now() - told : 0), TICK_MS)
    return () => clearInterval(timer)
  }, [spans, isLive])
  return passedMs
}
