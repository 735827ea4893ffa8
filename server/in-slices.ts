import { setImmediate } from 'node:timers/promises'

/** Work in slices holds the event loop about this long at a time. */
const SLICE_MS = 3
const SLICE_ROWS = { first: 32, min: 8, max: 1_000 }

/**
 * Adapts the size of slices to the speed of the machine, and lets others run in between. False ends it early. Work that
 * also waits calls `held` with the milliseconds for which it held the thread.
 */
export async function inSlices(
  count: number,
  work: (from: number, to: number, held: (ms: number) => void) => Promise<boolean | undefined>,
) {
  let size = SLICE_ROWS.first
  for (let from = 0; from < count; ) {
    const to = Math.min(count, from + size)
    const start = performance.now()
    let heldMs: number | undefined
    const isMore = await work(from, to, (ms) => {
      heldMs = ms
    })
    if (isMore === false) {
      return
    }
    const factor = SLICE_MS / Math.max(0.1, heldMs ?? performance.now() - start)
    const next = Math.round(size * Math.min(2, Math.max(0.5, factor)))
    size = Math.min(SLICE_ROWS.max, Math.max(SLICE_ROWS.min, next))
    from = to
    await setImmediate()
  }
}
