import { monitorEventLoopDelay } from 'node:perf_hooks'

/** Seconds by which timers were late in the last full window. */
export type LoopDelay = { mean: number; p50: number; p90: number; p99: number; max: number }

const RESOLUTION_MS = 20
const WINDOW_MS = 10_000

/** Measures the delay of the event loop in windows of ten seconds, so that several readers see the same figures. */
export function createLoopWatch() {
  let delay: LoopDelay = { mean: 0, p50: 0, p90: 0, p99: 0, max: 0 }

  /** Returns the function that ends it. */
  function start() {
    const histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
    histogram.enable()
    const timer = setInterval(() => {
      delay = read(histogram)
      histogram.reset()
    }, WINDOW_MS).unref()
    return () => {
      clearInterval(timer)
      histogram.disable()
    }
  }

  return { start, read: () => delay }
}

function read(histogram: ReturnType<typeof monitorEventLoopDelay>): LoopDelay {
  // The time between two ticks is measured, so an idle loop shows the resolution.
  const late = (nanoseconds: number) => Math.max(0, nanoseconds / 1e9 - RESOLUTION_MS / 1_000)
  return {
    mean: late(Number.isNaN(histogram.mean) ? 0 : histogram.mean),
    p50: late(histogram.percentile(50)),
    p90: late(histogram.percentile(90)),
    p99: late(histogram.percentile(99)),
    max: late(histogram.max),
  }
}
