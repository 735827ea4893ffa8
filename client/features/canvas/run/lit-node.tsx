import { useEffect } from 'react'
import { elementOf } from '../card/card-element.ts'
import { useCanvas } from '../store/use-canvas.ts'

/** Marks the card that is pointed at in the trace. Straight on the element, so that pointing draws no card anew. */
export function LitNode() {
  const lit = useCanvas((state) => state.lit)
  useEffect(() => {
    const card = lit === undefined ? null : elementOf(lit)
    card?.setAttribute('data-lit', '')
    return () => card?.removeAttribute('data-lit')
  }, [lit])
  return null
}
