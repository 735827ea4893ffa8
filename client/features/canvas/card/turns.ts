import { flushSync } from 'react-dom'

/** Of a frame, in ms: the rest is for laying out and painting what has come. */
const share = 5
const waiting = new Set<() => void>()
let frame = 0

/**
 * Lets something heavy begin in one of the next frames, as many of them in each as there is time for. Panning over a large
 * flow brings a column of cards into sight at once: drawn together they would hold the hand that pans. Returns what takes
 * the wish back.
 */
export function takeTurn(begin: () => void): () => void {
  waiting.add(begin)
  if (frame === 0) {
    frame = requestAnimationFrame(giveTurns)
  }
  return () => {
    waiting.delete(begin)
  }
}

function giveTurns() {
  const end = performance.now() + share
  for (const begin of waiting) {
    waiting.delete(begin)
    // Drawn at once, for otherwise nobody knows how much of the frame it took.
    flushSync(begin)
    if (performance.now() > end) {
      break
    }
  }
  frame = waiting.size > 0 ? requestAnimationFrame(giveTurns) : 0
}
