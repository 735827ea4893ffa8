import { type HandleElement, internalsSymbol, type Node } from 'reactflow'
import type { Point } from '../graph/flow-graph.ts'

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
