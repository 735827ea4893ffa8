import { useEffect } from 'react'
import { useStoreApi } from 'reactflow'
import { boxOf, meet, windowOf } from '../far/place.ts'
import { isSameSet } from '../graph/same-set.ts'
import { useCanvasStore } from '../store/use-canvas.ts'

/** A box drawn with Shift selects what it touches. reactflow tells so of those on the page only, not of painted cards. */
export function useBoxSelection() {
  const room = useStoreApi()
  const store = useCanvasStore()
  useEffect(
    () =>
      room.subscribe(({ userSelectionRect: rect, userSelectionActive, nodeInternals, transform }, before) => {
        if (!rect || !userSelectionActive || rect === before.userSelectionRect) {
          return
        }
        const [x, y, zoom] = transform
        const box = windowOf([x - rect.x, y - rect.y, zoom], rect.width, rect.height)
        const inside = [...nodeInternals.values()]
          .filter((node) => !node.hidden && meet(boxOf(node), box))
          .map(({ id }) => id)
        const { selectedNodes, selectedEdges, select } = store.getState()
        if (!isSameSet(new Set(inside), new Set(selectedNodes))) {
          select(inside, selectedEdges)
        }
      }),
    [room, store],
  )
}
