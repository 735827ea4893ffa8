import { type HandleElement, internalsSymbol, type Node } from 'reactflow'
import type { Point } from '../graph/flow-graph.ts'

export type Box = { left: number; top: number; right: number; bottom: number }

export function boxOf({ position, positionAbsolute, width, height }: Node): Box {
  const { x, y } = positionAbsolute ?? position
  return { left: x, top: y, right: x + (width ?? 320), bottom: y + (height ?? 240) }
}

function isWithin({ left, top, right, bottom }: Box, { x, y }: Point): boolean {
  return x >= left && x <= right && y >= top && y <= bottom
}

export function meet(one: Box, other: Box): boolean {
  return (
    one.left <= other.right && one.right >= other.left && one.top <= other.bottom && one.bottom >= other.top
  )
}

export function around(boxes: readonly Box[]): Box {
  return boxes.reduce((all, { left, top, right, bottom }) => ({
    left: Math.min(all.left, left),
    top: Math.min(all.top, top),
    right: Math.max(all.right, right),
    bottom: Math.max(all.bottom, bottom),
  }))
}

/** The intersection; a box without extent if there is none. */
export function overlap(one: Box, other: Box): Box {
  const [left, top] = [Math.max(one.left, other.left), Math.max(one.top, other.top)]
  return {
    left,
    top,
    right: Math.max(left, Math.min(one.right, other.right)),
    bottom: Math.max(top, Math.min(one.bottom, other.bottom)),
  }
}

export function windowOf(
  [x, y, zoom]: readonly [number, number, number],
  width: number,
  height: number,
): Box {
  return { left: -x / zoom, top: -y / zoom, right: (width - x) / zoom, bottom: (height - y) / zoom }
}

export function cardAt(nodes: Iterable<Node>, at: Point): string | undefined {
  let found: string | undefined
  for (const node of nodes) {
    if (node.type === 'card' && !node.hidden && isWithin(boxOf(node), at)) {
      found = node.id
    }
  }
  return found
}

type Side = 'source' | 'target'

/** The measured ports of a card, from its corner; none for a card that was never drawn near enough to have ports. */
export function portsOf(node: Node, side: Side): readonly HandleElement[] {
  return node[internalsSymbol]?.handleBounds?.[side] ?? []
}

function portOf(node: Node, handle: string | null | undefined, side: Side): HandleElement | undefined {
  return portsOf(node, side).find(({ id }) => id === handle)
}

export function isMeasured(node: Node | undefined, handle: string | null | undefined, side: Side): boolean {
  return node !== undefined && portOf(node, handle, side) !== undefined
}

/** Where a wire ends on a card: at its port, or in the middle of the card's edge until that is measured. */
export function endOf(node: Node, handle: string | null | undefined, side: Side, far: boolean): Point {
  const { x, y } = node.positionAbsolute ?? node.position
  const port = far ? undefined : portOf(node, handle, side)
  if (port) {
    return { x: x + port.x + port.width / 2, y: y + port.y + port.height / 2 }
  }
  return { x: side === 'source' ? x + (node.width ?? 0) : x, y: y + (node.height ?? 0) / 2 }
}

/** The path of a wire between two points: leaves to the right, arrives from the left. */
export function threadBetween(from: Point, to: Point): string {
  const bend = bendOf(from, to)
  return `M${round(from.x)} ${round(from.y)}C${round(from.x + bend)} ${round(from.y)} ${round(to.x - bend)} ${round(to.y)} ${round(to.x)} ${round(to.y)}`
}

/** How far a wire goes straight on before it turns. */
export function bendOf(from: Point, to: Point): number {
  const across = to.x - from.x
  return across >= 0 ? across / 2 : 0.3 * 25 * Math.sqrt(-across)
}

const round = Math.round
