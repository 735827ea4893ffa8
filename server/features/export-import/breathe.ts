import { setImmediate as nextTurn } from 'node:timers/promises'

const SLICE_MS = 8

/** For long work on the thread that answers everybody: called between its pieces, lets the others have their turn. */
export function createBreather() {
  let since = performance.now()
  return async function breathe() {
    if (performance.now() - since > SLICE_MS) {
      await nextTurn()
      since = performance.now()
    }
  }
}
