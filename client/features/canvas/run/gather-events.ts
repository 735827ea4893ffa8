import { isEnding } from '#shared/run-values.ts'
import type { RunEvent } from '#shared/runs.ts'

/** Too short to be noticed, and it leaves two frames of three for moving the canvas. */
const pauseMs = 48

/**
 * Batches the events of a run, because every batch makes the whole canvas check whether it is concerned. The end of a run is
 * passed on at once.
 */
export function gatherEvents(take: (events: readonly RunEvent[]) => void) {
  let waiting: RunEvent[] = []
  let timer: ReturnType<typeof setTimeout> | undefined

  function flush() {
    clearTimeout(timer)
    timer = undefined
    const events = waiting
    waiting = []
    if (events.length > 0) {
      take(events)
    }
  }

  return {
    add(event: RunEvent) {
      waiting.push(event)
      if (isEnding(event)) {
        flush()
      } else {
        timer ??= setTimeout(flush, pauseMs)
      }
    },
    flush,
  }
}
