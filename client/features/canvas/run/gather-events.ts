import { isEnding, type RunEvent } from '#shared/runs.ts'

/**
 * Hands on what a run says once per frame: nobody sees more, and each handing on has the whole canvas look whether it is
 * concerned. The end is told at once.
 */
export function gatherEvents(take: (events: readonly RunEvent[]) => void) {
  let waiting: RunEvent[] = []
  let frame = 0

  function flush() {
    cancelAnimationFrame(frame)
    frame = 0
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
        frame ||= requestAnimationFrame(flush)
      }
    },
    /** Now, whatever waits. */
    flush,
  }
}
