import { setImmediate as nextTurn } from 'node:timers/promises'

const SLICE_MS = 8

/** Long work on the main thread awaits this between its pieces, so that other requests are served. */
export function createBreather() {
  let since = performance.now()
  return async function breathe() {
    if (performance.now() - since > SLICE_MS) {
      await nextTurn()
      since = performance.now()
    }
  }
}
