import { isEnding } from '#shared/run-values.ts'
import type { RunEvent } from '#shared/runs.ts'

/** Nobody sees a node light up sooner; and it leaves two frames of three to whoever moves the canvas meanwhile. */
const pauseMs = 48

/**
 * Hands on together what a run says at the same time: nobody sees more, and each handing on has the whole canvas look
 * whether it is concerned. The end is told at once.
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
    /** Now, whatever waits. */
    flush,
  }
}
