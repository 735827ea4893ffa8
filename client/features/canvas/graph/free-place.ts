import type { Point } from './flow-graph.ts'

export type Box = Point & { width: number; height: number }

const gap = 24
const step = 48
const rings = 40

type Size = { width: number; height: number }

/** What of the canvas is seen, and what lies over that. */
export type Sight = { room: Box; covered: readonly Box[] }

/** The place nearest to a requested one where a box covers no other: in sight if there is one. */
export function findFreePlace(
  requested: Point,
  size: Size,
  taken: readonly Box[],
  { room, covered }: Partial<Sight> = {},
): Point {
  const from = room ? moveInto(room, requested, size) : undefined
  const seen =
    from && room && nearest(from, size, [...taken, ...(covered ?? [])], (box) => contains(room, box))
  return seen ?? nearest(requested, size, taken) ?? requested
}

function nearest(
  wanted: Point,
  size: Size,
  taken: readonly Box[],
  isAllowed: (box: Box) => boolean = () => true,
): Point | undefined {
  for (let ring = 0; ring < rings; ring += 1) {
    const free = around(ring)
      .map(({ x, y }) => ({ x: wanted.x + x * step, y: wanted.y + y * step }))
      .filter(
        (place) =>
          isAllowed({ ...place, ...size }) && !taken.some((box) => overlap({ ...place, ...size }, box)),
      )
      .toSorted((a, b) => distance(a, wanted) - distance(b, wanted))
    if (free[0]) {
      return free[0]
    }
  }
  return undefined
}

/** Where a box would stand in a room, moved as little as needed. */
function moveInto(room: Box, { x, y }: Point, { width, height }: Size): Point {
  return {
    x: Math.max(room.x, Math.min(x, room.x + room.width - width)),
    y: Math.max(room.y, Math.min(y, room.y + room.height - height)),
  }
}

export function contains(room: Box, box: Box): boolean {
  return (
    box.x >= room.x &&
    box.y >= room.y &&
    box.x + box.width <= room.x + room.width &&
    box.y + box.height <= room.y + room.height
  )
}

/** The steps of a ring, below first: that is where a new card is looked for. */
function around(ring: number): Point[] {
  const side = Array.from({ length: 2 * ring + 1 }, (_, index) => index - ring)
  const rows = side.flatMap((x) => [
    { x, y: ring },
    { x, y: -ring },
  ])
  const columns = side.flatMap((y) => [
    { x: ring, y },
    { x: -ring, y },
  ])
  return [...rows, ...columns]
}

function overlap(a: Box, b: Box): boolean {
  return (
    a.x < b.x + b.width + gap &&
    b.x < a.x + a.width + gap &&
    a.y < b.y + b.height + gap &&
    b.y < a.y + a.height + gap
  )
}

/** Flows run from left to right: room on the left or above counts as further away. */
function distance(place: Point, wanted: Point): number {
  const [x, y] = [place.x - wanted.x, place.y - wanted.y]
  return Math.hypot(x < 0 ? 2 * x : x, y < 0 ? 1.5 * y : y)
}
