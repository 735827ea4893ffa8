import type { Node } from 'reactflow'
import type { Point } from '../graph/flow-graph.ts'

/** How the canvas is drawn small: `place * scale + offset`. */
export type Frame = { scale: number; x: number; y: number }

const margin = 8
/** A card of a small flow is no larger than this share of itself: one node is seen as one node. */
const maxScale = 0.1

/** All of these nodes within a box of this size. */
export function frameOf(
  nodes: readonly Pick<Node, 'position' | 'positionAbsolute' | 'width' | 'height'>[],
  { width, height }: { width: number; height: number },
): Frame {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const node of nodes) {
    const { x, y } = node.positionAbsolute ?? node.position
    left = Math.min(left, x)
    top = Math.min(top, y)
    right = Math.max(right, x + (node.width ?? 320))
    bottom = Math.max(bottom, y + (node.height ?? 240))
  }
  if (left > right) {
    return { scale: 1, x: 0, y: 0 }
  }
  const scale = Math.min(
    maxScale,
    (width - 2 * margin) / (right - left),
    (height - 2 * margin) / (bottom - top),
  )
  return {
    scale,
    x: (width - (left + right) * scale) / 2,
    y: (height - (top + bottom) * scale) / 2,
  }
}

export function inFrame({ scale, x, y }: Frame, place: Point): Point {
  return { x: place.x * scale + x, y: place.y * scale + y }
}

export function outOfFrame({ scale, x, y }: Frame, place: Point): Point {
  return { x: (place.x - x) / scale, y: (place.y - y) / scale }
}
