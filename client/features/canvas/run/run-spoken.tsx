import { useEffect, useState } from 'react'
import { useTexts } from '#client/texts/texts.tsx'
import type { RunEvent } from '#shared/runs.ts'
import { useCanvas } from '../store/use-canvas.ts'
import { spansOf } from './spans.ts'
import { useFigures } from './use-figures.ts'

/** That a run has begun, and how it went, for those who do not see the cards light up. What it answered is the chat's to say. */
export function RunSpoken() {
  const { canvasSpoken } = useTexts()
  const { duration, cost } = useFigures()
  const run = useCanvas(({ shownRun }) => shownRun)
  const [followed, setFollowed] = useState<RunEvent>()
  const isLive = run?.isLive === true
  const first = run?.events[0]
  useEffect(() => {
    if (isLive) {
      setFollowed(first)
    }
  }, [isLive, first])

  // A past one that is looked at says nothing of itself.
  const hasEnded = !isLive && first !== undefined && first === followed
  return (
    <p className="visually-hidden" role="status">
      {isLive ? canvasSpoken.runBegan : hasEnded && ended()}
    </p>
  )

  function ended() {
    const { ending, parts, durationMs, costMicro } = spansOf(run?.events ?? [])
    const all = ending ? [...parts, ending] : parts
    const nodes = new Set(all.map(({ nodeId }) => nodeId)).size
    const way = run?.events.at(-1)?.type
    const word = way === 'run_failed' || way === 'run_stopped' ? way : 'run_finished'
    return canvasSpoken.runEnded[word](nodes, duration(durationMs), cost(costMicro))
  }
}
