import { useCallback } from 'react'
import { useReactFlow } from 'reactflow'
import { useCanvasStore } from '../store/use-canvas.ts'
import { frameOf, type PictureWish, pictureZoom, shownIn } from './picture-frame.ts'
import { takePicture } from './take-picture.ts'

/** Cards that come into being are measured and wired before they are as they stay. */
const settleMs = 250

/** Takes pictures of the canvas: it is brought near enough to be read, looked at, and put back. */
export function usePicture() {
  const store = useCanvasStore()
  const flow = useReactFlow()

  return useCallback(
    async (wish: PictureWish): Promise<Blob> => {
      const room = document.querySelector<HTMLElement>('.canvas-room')
      const { flowNodes, flowEdges, selectedNodes, selectedEdges, put, select } = store.getState()
      if (!room) {
        throw new Error('There is no canvas to take a picture of.')
      }
      const nodes = shownIn(flowNodes, wish)
      const ids = new Set(nodes.map(({ id }) => id))
      const edges = flowEdges.filter(
        ({ source, target, hidden }) => !hidden && ids.has(source) && ids.has(target),
      )
      const viewport = flow.getViewport()
      put({ picturing: true })
      select([])
      flow.setViewport({ ...viewport, zoom: pictureZoom(nodes.length) })
      try {
        await new Promise((resolve) => setTimeout(resolve, settleMs))
        // Measured anew: a card is as high as it is drawn now.
        const drawn = shownIn(store.getState().flowNodes, wish)
        const shown = new Set([...ids, ...edges.map(({ id }) => id)])
        return await takePicture({ room, frame: frameOf(drawn), wish, shown })
      } finally {
        flow.setViewport(viewport)
        put({ picturing: false })
        select(selectedNodes, selectedEdges)
      }
    },
    [store, flow],
  )
}
