import { useMemo, useSyncExternalStore } from 'react'
import { type Edge, useStore } from 'reactflow'
import { detailOf } from '../card/detail.ts'
import type { DrawnCards } from '../card/drawn-cards.ts'
import type { WireData } from '../store/derive.ts'
import { useCanvas } from '../store/use-canvas.ts'

const none: Edge<WireData>[] = []

/** Wires that are drawn: of a small flow all but where cards are tiles, of a large one those between cards that are drawn. */
export function useDrawnWires(drawn: DrawnCards): Edge<WireData>[] {
  const wires = useCanvas((state) => state.flowEdges)
  const picturing = useCanvas((state) => state.picturing)
  const isTile = useStore((state) => detailOf(state) === 'tile')
  const cards = useSyncExternalStore(drawn.watch, drawn.all)
  const between = useMemo(
    () => cards && wires.filter(({ source, target }) => cards.has(source) && cards.has(target)),
    [cards, wires],
  )
  if (between && !picturing) {
    return between.length === 0 ? none : between
  }
  return isTile ? none : wires
}
