import type { Node } from 'reactflow'
import { type Box, boundsOf } from '../graph/areas.ts'

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
