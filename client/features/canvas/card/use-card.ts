import { useShallow } from 'zustand/react/shallow'
import type { getNode } from '../graph/flow-graph.ts'
import type { CanvasState } from '../store/canvas-store.ts'
import { useCanvasOf } from '../store/use-canvas.ts'
import { type CardView, viewOf } from './card-view.ts'

/** Whatever of a card's look depends on its node; drawn again only when it changes. */
export function useCardView<Value>(id: string, read: (view: CardView, state: CanvasState) => Value): Value {
  return useCanvasOf(
    id,
    useShallow((state) => {
      const node = state.graph.nodes.get(id)
      return read(node ? viewOf(node, state.templates) : emptyView, state)
    }),
  )
}

const emptyView: CardView = {
  shape: { template: undefined, params: [], anchors: [], outputs: [] },
  kind: 'any',
  anchors: [],
  params: [],
  more: [],
  changed: 0,
}

/** One value of a node's data. */
export function useNodeData<Value>(id: string, read: (data: ReturnType<typeof getNode>['data']) => Value) {
  return useCanvasOf(id, (state) => {
    const node = state.graph.nodes.get(id)
    return node && read(node.data)
  })
}
