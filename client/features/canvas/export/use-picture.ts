import { useCallback } from 'react'
import { type Node, useReactFlow } from 'reactflow'
import { type Box, boundsOf } from '../graph/areas.ts'
import { useCanvasStore } from '../store/use-canvas.ts'
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

/** What a picture of the canvas is to show. */
export type PictureWish = {
  format: 'png' | 'svg'
  /** Pixels of the picture per pixel of the canvas. */
  scale: 1 | 2 | 4
  theme: 'light' | 'dark'
  transparent: boolean
  notes: boolean
  /** Ids of the nodes that are to be seen; undefined for all. */
  only: readonly string[] | undefined
}

/** Room around what is shown, in px of the canvas. */
const margin = 40
/** No browser draws on more than this: in either direction, and in all. */
const most = { side: 16_384, area: 200_000_000 }

/** The nodes a picture shows. What stands in a frame is seen where the frame is. */
export function shownIn(
  nodes: readonly Node[],
  { notes, only }: Pick<PictureWish, 'notes' | 'only'>,
): Node[] {
  const wanted = only && new Set(only)
  return nodes.filter(
    ({ id, type, hidden }) => !hidden && (notes || type !== 'note') && (!wanted || wanted.has(id)),
  )
}

/** The part of the canvas a picture shows, in px of the canvas. */
export function frameOf(nodes: readonly Node[]): Box {
  const boxes = nodes.map(({ position, positionAbsolute = position, width, height, type }) => ({
    ...positionAbsolute,
    // The title of a frame stands above it.
    y: positionAbsolute.y - (type === 'area' ? 32 : 0),
    width: width ?? 320,
    height: (height ?? 240) + (type === 'area' ? 32 : 0),
  }))
  const { x, y, width, height } = boundsOf(boxes)
  return {
    x: Math.floor(x - margin),
    y: Math.floor(y - margin),
    width: Math.ceil(width + 2 * margin),
    height: Math.ceil(height + 2 * margin),
  }
}

/** Whether a picture of this size can be drawn. SVG has no size. */
export function isDrawable({ width, height }: Box, { format, scale }: Pick<PictureWish, 'format' | 'scale'>) {
  const [wide, high] = [width * scale, height * scale]
  return format === 'svg' || (Math.max(wide, high) <= most.side && wide * high <= most.area)
}

/**
 * The zoom cards are drawn at for a picture of so many: in full as long as that can be waited for, then as summaries, then
 * as tiles.
 */
export function pictureZoom(count: number): number {
  if (count <= 150) {
    return 1
  }
  return count <= 600 ? 0.45 : 0.25
}
