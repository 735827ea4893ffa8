/** An event of Chrome's trace format: times in µs; `tid` is unique within a process. */
export type TraceEvent = {
  name: string
  ph: string
  pid: number
  tid: number
  ts: number
  dur?: number
  /** CPU time within `dur`, without waiting for a processor. */
  tdur?: number
  args?: { name?: string }
}

export const categories = [
  'disabled-by-default-devtools.timeline',
  'disabled-by-default-devtools.timeline.frame',
]

/**
 * Main-thread work per frame in ms: all tasks between the starts of two frames, event handling included.
 * Independent of the screen's refresh rate and of other load on the machine.
 */
export function frameCosts(events: readonly TraceEvent[]): number[] {
  const thread = pageThread(events)
  const own = events.filter((event) => thread !== undefined && threadOf(event) === thread)
  const frames = own.filter(({ name }) => name === 'BeginMainThreadFrame').map(({ ts }) => ts)
  const starts = frames.toSorted((a, b) => a - b)
  const costs = starts.slice(1).map(() => 0)
  const tasks = own.filter(({ name, ph }) => name === 'RunTask' && ph === 'X').toSorted((a, b) => a.ts - b.ts)
  let index = 0
  for (const { ts, dur = 0, tdur = dur } of tasks) {
    // A frame starts within the task that produces it.
    while ((starts[index + 1] ?? Number.POSITIVE_INFINITY) < ts + dur) {
      index += 1
    }
    if (ts + dur >= (starts[0] ?? 0) && index < costs.length) {
      costs[index] = (costs[index] ?? 0) + tdur / 1_000
    }
  }
  return costs
}

/** The thread that started the most frames: background pages have threads of the same name. */
function pageThread(events: readonly TraceEvent[]): string | undefined {
  const pages = new Set(
    events
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(threadOf),
  )
  const started = Map.groupBy(
    events.filter((event) => event.name === 'BeginMainThreadFrame' && pages.has(threadOf(event))),
    threadOf,
  )
  return [...started].toSorted(([, one], [, other]) => other.length - one.length)[0]?.[0]
}

function threadOf({ pid, tid }: TraceEvent) {
  return `${pid} ${tid}`
}
