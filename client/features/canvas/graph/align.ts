import { type Box, boundsOf } from './areas.ts'
import type { Point } from './flow-graph.ts'

export type Alignment = 'left' | 'centre' | 'right' | 'top' | 'middle' | 'bottom'
export type Axis = 'across' | 'down'
type Boxes = ReadonlyMap<string, Box>
type Places = ReadonlyMap<string, Point>

const aligners: Record<Alignment, (box: Box, all: Box) => Point> = {
  left: ({ y }, all) => ({ x: all.x, y }),
  centre: ({ y, width }, all) => ({ x: all.x + (all.width - width) / 2, y }),
  right: ({ y, width }, all) => ({ x: all.x + all.width - width, y }),
  top: ({ x }, all) => ({ x, y: all.y }),
  middle: ({ x, height }, all) => ({ x, y: all.y + (all.height - height) / 2 }),
  bottom: ({ x, height }, all) => ({ x, y: all.y + all.height - height }),
}

/** Places along one edge, or the middle, of what the boxes take together. */
export function align(boxes: Boxes, way: Alignment): Places {
  const all = boundsOf([...boxes.values()])
  return new Map([...boxes].map(([id, box]) => [id, aligners[way](box, all)]))
}

/** Places with the same gap between neighbours; the outermost two stay where they are. */
export function distribute(boxes: Boxes, axis: Axis): Places {
  const [start, length] = axis === 'across' ? (['x', 'width'] as const) : (['y', 'height'] as const)
  const sorted = [...boxes].toSorted(([, a], [, b]) => a[start] - b[start])
  const [first, last] = [sorted[0]?.[1], sorted.at(-1)?.[1]]
  if (!first || !last || sorted.length < 3) {
    return new Map()
  }
  const taken = sorted.reduce((sum, [, box]) => sum + box[length], 0)
  const gap = (last[start] + last[length] - first[start] - taken) / (sorted.length - 1)
  let next = first[start]
  return new Map(
    sorted.map(([id, { x, y, ...size }]) => {
      const place = axis === 'across' ? { x: next, y } : { x, y: next }
      next += size[length] + gap
      return [id, place]
    }),
  )
}

/** The nearest box from the middle of another towards `way`: what lies askew counts as further away. */
export function nextBox(boxes: Boxes, from: string, way: Point): string | undefined {
  const own = boxes.get(from)
  if (!own) {
    return undefined
  }
  const start = middleOf(own)
  let best: { id: string; far: number } | undefined
  for (const [id, box] of boxes) {
    const at = middleOf(box)
    const along = (at.x - start.x) * way.x + (at.y - start.y) * way.y
    const aside = Math.abs((at.x - start.x) * way.y) + Math.abs((at.y - start.y) * way.x)
    const far = along + 2 * aside
    if (id !== from && along > 0 && far < (best?.far ?? Number.POSITIVE_INFINITY)) {
      best = { id, far }
    }
  }
  return best?.id
}

function middleOf({ x, y, width, height }: Box): Point {
  return { x: x + width / 2, y: y + height / 2 }
}

/** A line that what is dragged lies on together with another box. */
export type HelperLine = { axis: Axis; at: number; from: number; to: number }
export type Snapped = { place: Point; lines: HelperLine[] }

/** Draws a box to the edges and middles of others within `reach` px, and says along which lines. */
export function snapToOthers(box: Box, others: readonly Box[], reach: number): Snapped {
  const x = nearest(box, others, 'x', 'width', reach)
  const y = nearest(box, others, 'y', 'height', reach)
  const place = { x: box.x + (x?.by ?? 0), y: box.y + (y?.by ?? 0) }
  const placed = { ...box, ...place }
  const lines: HelperLine[] = [
    ...(x ? [{ axis: 'down' as const, at: x.at, ...spanOf(placed, x.other, 'y', 'height') }] : []),
    ...(y ? [{ axis: 'across' as const, at: y.at, ...spanOf(placed, y.other, 'x', 'width') }] : []),
  ]
  return { place, lines }
}

type Start = 'x' | 'y'
type Length = 'width' | 'height'
type Found = { by: number; at: number; other: Box }

function nearest(box: Box, others: readonly Box[], start: Start, length: Length, reach: number) {
  let best: Found | undefined
  const own = marksOf(box, start, length)
  for (const other of others) {
    for (const [index, at] of marksOf(other, start, length).entries()) {
      // Edges meet edges and middles meet middles; a left edge may also meet a right one.
      for (const [mine, mark] of own.entries()) {
        const by = at - mark
        const alike = (index === 1) === (mine === 1)
        if (alike && Math.abs(by) <= reach && (!best || Math.abs(by) < Math.abs(best.by))) {
          best = { by, at, other }
        }
      }
    }
  }
  return best
}

function marksOf(box: Box, start: Start, length: Length): number[] {
  return [box[start], box[start] + box[length] / 2, box[start] + box[length]]
}

function spanOf(a: Box, b: Box, start: Start, length: Length) {
  return {
    from: Math.min(a[start], b[start]),
    to: Math.max(a[start] + a[length], b[start] + b[length]),
  }
}
