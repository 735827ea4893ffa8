import type { Node } from 'reactflow'
import type { Point } from '../graph/flow-graph.ts'
import { bendOf, type FlowNodes, portsOf } from '../painting/painting.tsx'

export type Rect = Point & { width: number; height: number }
type Size = Pick<Rect, 'width' | 'height'>
type Thread = { from: Point; to: Point }

/** Centre of the pill. `isUpright`: its buttons are stacked. */
export type PillPlace = Point & { isUpright: boolean; isOnWire: boolean }

const button = { width: 28, height: 24 }
const wideButton = { width: 44, height: 40 }
const border = 2
const step = 8
/** Maximum distance of a pill from its wire. */
const reach = 480
const alongWire = [0.5, ...[1, 2, 3, 4, 5, 6, 7, 8].flatMap((n) => [0.5 - n / 20, 0.5 + n / 20])]

export function pillSize({
  isUpright,
  isTouch,
  scale,
}: {
  isUpright: boolean
  isTouch: boolean
  scale: number
}): Size {
  const { width, height } = isTouch ? wideButton : button
  const [across, down] = isUpright ? [1, 2] : [2, 1]
  return { width: (across * width + border) * scale, height: (down * height + border) * scale }
}

/**
 * Finds a place for the pill that covers no card or port: on its wire (horizontal or vertical), else as close to
 * the wire's middle as possible. Falls back to the middle.
 */
export function placePill(
  thread: Thread,
  obstacles: readonly Rect[],
  { isTouch, scale }: { isTouch: boolean; scale: number },
): PillPlace {
  const sizes = [false, true].map((isUpright) => ({
    isUpright,
    size: pillSize({ isUpright, isTouch, scale }),
  }))
  const middle = pointAt(thread, 0.5)
  const near = obstacles.filter((each) => isNear(each, middle, thread))
  const find = (points: Iterable<Point>, isOnWire: boolean): PillPlace | undefined => {
    for (const point of points) {
      const found = sizes.find(({ size }) => !near.some((each) => overlap(around(point, size), each)))
      if (found) {
        return { ...point, isUpright: found.isUpright, isOnWire }
      }
    }
    return undefined
  }
  const onWire = alongWire.map((part) => pointAt(thread, part))
  return find(onWire, true) ?? find(besides(middle), false) ?? { ...middle, isUpright: false, isOnWire: true }
}

/** Px between the end of a wire and the next card or port on its right, for a label of this height above the wire. */
export function findLabelPlace(at: Point, height: number, obstacles: readonly Rect[]): number {
  const band = { x: at.x, y: at.y - height, width: Number.POSITIVE_INFINITY, height }
  const edges = obstacles.filter((each) => overlap(band, each)).map(({ x }) => x - at.x)
  return Math.max(0, Math.min(Number.POSITIVE_INFINITY, ...edges))
}

/** Cards and ports, in canvas px. Frames and boxes contain wires, so only their ports count. */
export function obstaclesOf(nodes: FlowNodes): readonly Rect[] {
  const known = obstacles.get(nodes) ?? [...nodes.values()].flatMap(rectsOf)
  obstacles.set(nodes, known)
  return known
}

// Cached, because every label needs the same obstacles.
const obstacles = new WeakMap<FlowNodes, readonly Rect[]>()

function rectsOf(node: Node): Rect[] {
  const { x, y } = node.positionAbsolute ?? node.position
  const ports = [...portsOf(node, 'source'), ...portsOf(node, 'target')].map((port) => ({
    x: x + port.x,
    y: y + port.y,
    width: port.width,
    height: port.height,
  }))
  const isCard = node.type === 'card' && !node.hidden
  return isCard ? [{ x, y, width: node.width ?? 0, height: node.height ?? 0 }, ...ports] : ports
}

export const around = ({ x, y }: Point, { width, height }: Size): Rect => ({
  x: x - width / 2,
  y: y - height / 2,
  width,
  height,
})

export function overlap(one: Rect, other: Rect): boolean {
  return (
    one.x < other.x + other.width &&
    other.x < one.x + one.width &&
    one.y < other.y + other.height &&
    other.y < one.y + one.height
  )
}

/** A point of the curve that `threadBetween` draws. */
export function pointAt({ from, to }: Thread, part: number): Point {
  const bend = bendOf(from, to)
  const rest = 1 - part
  const [a, b, c, d] = [rest ** 3, 3 * rest ** 2 * part, 3 * rest * part ** 2, part ** 3]
  return {
    x: a * from.x + b * (from.x + bend) + c * (to.x - bend) + d * to.x,
    y: (a + b) * from.y + (c + d) * to.y,
  }
}

function* besides({ x, y }: Point): Iterable<Point> {
  for (let away = step; away <= reach; away += step) {
    yield { x, y: y - away }
    yield { x, y: y + away }
    yield { x: x - away, y }
    yield { x: x + away, y }
  }
}

function isNear(rect: Rect, middle: Point, { from, to }: Thread): boolean {
  const across = reach + Math.abs(to.x - from.x)
  const down = reach + Math.abs(to.y - from.y)
  return overlap(rect, around(middle, { width: 2 * across, height: 2 * down }))
}
