import type { Point } from './flow-graph.ts'

export type Box = Point & { width: number; height: number }

const gap = 24
const step = 48
const rings = 40

/** The place nearest to a wanted one where a box covers no other. */
export function findFreePlace(
  wanted: Point,
  size: { width: number; height: number },
  taken: readonly Box[],
): Point {
  for (let ring = 0; ring < rings; ring += 1) {
    const free = around(ring)
      .map(({ x, y }) => ({ x: wanted.x + x * step, y: wanted.y + y * step }))
      .filter((place) => !taken.some((box) => overlap({ ...place, ...size }, box)))
      .toSorted((a, b) => distance(a, wanted) - distance(b, wanted))
    if (free[0]) {
      return free[0]
    }
  }
  return wanted
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
