import { useEffect, useState } from 'react'
import { useStore } from 'reactflow'
import { type Detail, detailOf, isLarge } from './detail.ts'
import { takeTurn } from './turns.ts'

const ranks = { none: 0, tile: 1, summary: 2, full: 3 }
type Shown = keyof typeof ranks

/**
 * How much of a card is drawn: what the zoom asks for, but in a large flow a card that is to show more waits for its turn.
 * `atOnce`: no card waits, since a picture is taken.
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
