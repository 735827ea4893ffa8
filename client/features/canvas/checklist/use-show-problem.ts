import { useCallback } from 'react'
import type { View } from '../board/use-view.ts'
import { openWhereFieldIs } from '../header/show-field.ts'
import { useCanvasStore } from '../store/use-canvas.ts'
import type { Matter } from './use-matters.ts'

/** Leads to the node of a problem, and into the field. */
export function useShowProblem(view: View) {
  const store = useCanvasStore()
  return useCallback(
    ({ nodeId, field }: Pick<Matter, 'nodeId' | 'field'>) => {
      if (nodeId === undefined) {
        return
      }
      view.showNode(nodeId)
      if (field !== undefined) {
        store.getState().put({ wanted: { node: nodeId, field } })
        openWhereFieldIs(store, nodeId, field)
      }
    },
    [view, store],
  )
}
