import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { type ReactFlowState, useStore } from 'reactflow'

export type Detail = 'full' | 'summary' | 'tile'

/** Below this zoom cards are tiles without ports, and links plain lines. */
export const farZoom = 0.3
const nearZoom = 0.6
/** Larger flows render only cards in sight, a few per frame; all others are painted. */
const manyNodes = 50

/** Returns a level rather than the zoom, so that zooming does not re-render every card. */
export function detailOf({ transform: [, , zoom] }: Pick<ReactFlowState, 'transform'>): Detail {
  if (zoom >= nearZoom) {
    return 'full'
  }
  return zoom >= farZoom ? 'summary' : 'tile'
}

export function isLarge({ nodeInternals }: Pick<ReactFlowState, 'nodeInternals'>): boolean {
  return isMany(nodeInternals.size)
}

export function isMany(count: number): boolean {
  return count > manyNodes
}

const ranks = { none: 0, tile: 1, summary: 2, full: 3 }
type Shown = keyof typeof ranks

/**
 * The card's level of detail: that of the zoom, but in a large flow a card that needs more waits for its turn. With `atOnce`
 * no card waits, because a picture is taken.
 */
export function useShownDetail(atOnce: boolean): Shown {
  const wanted: Detail = useStore(detailOf)
  const large = useStore(isLarge)
  const [granted, grant] = useState<Shown>(large && !atOnce ? 'none' : wanted)
  const waits = large && !atOnce && ranks[wanted] > ranks[granted]
  if (!waits && granted !== wanted) {
    grant(wanted)
  }
  useEffect(() => (waits ? takeTurn(() => grant(wanted)) : undefined), [waits, wanted])
  return waits ? granted : wanted
}

/** Milliseconds per frame for rendering; layout and paint need the rest. */
const share = 5
const waiting = new Set<() => void>()
let frame = 0

/**
 * Runs heavy work in one of the next frames, as much per frame as fits. Panning brings whole columns of cards into sight;
 * rendered together they would block the pan. Returns a function that cancels.
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
    // Synchronous, so that the time it takes can be measured.
    flushSync(begin)
    if (performance.now() > end) {
      break
    }
  }
  frame = waiting.size > 0 ? requestAnimationFrame(giveTurns) : 0
}
