import { isNote } from '#shared/flow-file.ts'
import { areaOf, type Box, boundsOf, boxOf, isArea, withMembers } from './areas.ts'
import type { Graph, Point } from './flow-graph.ts'
import type { Size } from './size.ts'

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

/** Positions aligned to one edge, or the middle, of the bounds of all boxes. */
export function align(boxes: Boxes, way: Alignment): Places {
  const all = boundsOf([...boxes.values()])
  return new Map([...boxes].map(([id, box]) => [id, aligners[way](box, all)]))
}

/** Distributes boxes with equal gaps; the outermost two stay in place. */
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

/** The nearest box in the direction `way`. A box off to the side counts as further away. */
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

/** A line on which the dragged box and another one are aligned. */
export type HelperLine = { axis: Axis; at: number; from: number; to: number }
export type Snapped = { place: Point; lines: HelperLine[] }

/** Snaps a box to edges and middles of others within `reach` px, and returns the lines to show. */
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
      // Edges snap to edges and middles to middles; a left edge may also snap to a right one.
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

/** Request and response of ELK: boxes within boxes, and lines between them. */
export type ElkBox = {
  id: string
  x?: number
  y?: number
  width?: number
  height?: number
  children?: ElkBox[]
  edges?: { id: string; sources: string[]; targets: string[] }[]
  layoutOptions?: Record<string, string>
}

/** 104 px between columns, 28 within one. */
const spacing: Record<string, string> = {
  'elk.algorithm': 'layered',
  'elk.direction': 'RIGHT',
  'elk.layered.spacing.nodeNodeBetweenLayers': '104',
  'elk.spacing.nodeNode': '28',
  'elk.spacing.componentComponent': '56',
  'elk.layered.nodePlacement.strategy': 'NETWORK_SIMPLEX',
}

/** ELK's input for some or all nodes: frames stay around their members, notes are not moved. */
export function tidyRequest(graph: Graph, ids: readonly string[], sizes: ReadonlyMap<string, Size>): ElkBox {
  const chosen = ids.length > 1 ? withMembers(graph, ids) : new Set(graph.nodes.keys())
  const movable = [...graph.nodes].filter(
    ([id, node]) => chosen.has(id) && isMovable(graph, id) && node.parentNode === undefined,
  )
  const inside = new Set(movable.flatMap(([, node]) => areaOf(node)?.members ?? []))
  const known = new Set(movable.map(([id]) => id))
  const leaf = (id: string): ElkBox => {
    const node = graph.nodes.get(id)
    const { width, height } = node ? boxOf(node, sizes) : { width: 320, height: 240 }
    return { id, width, height }
  }
  const children = movable
    .filter(([id]) => !inside.has(id))
    .map(([id, node]): ElkBox => {
      const area = areaOf(node)
      return area && !area.collapsed
        ? {
            id,
            layoutOptions: { ...spacing, 'elk.padding': '[top=72,left=32,bottom=32,right=32]' },
            children: area.members.filter((member) => known.has(member)).map(leaf),
          }
        : leaf(id)
    })
  const ends = new Set([...known].filter((id) => !isArea(graph.nodes.get(id))))
  const edges = [...graph.edges]
    .filter(([, { source, target }]) => ends.has(source) && ends.has(target) && source !== target)
    .map(([id, { source, target }]) => ({ id, sources: [source], targets: [target] }))
  return {
    id: 'root',
    layoutOptions: { ...spacing, 'elk.hierarchyHandling': 'INCLUDE_CHILDREN' },
    children,
    edges,
  }
}

function isMovable(graph: Graph, id: string): boolean {
  const node = graph.nodes.get(id)
  return node !== undefined && (isArea(node) ? areaOf(node)?.locked !== true : !isNote(node))
}

export type Tidied = { places: ReadonlyMap<string, Point>; sizes: ReadonlyMap<string, Size> }

/** New positions. The top left corner is preserved, so the view does not jump. */
export function readTidy(answer: ElkBox, graph: Graph, sizes: ReadonlyMap<string, Size>): Tidied {
  const found = flatten(answer, { x: 0, y: 0 })
  const before = [...found.keys()].flatMap((id) => {
    const node = graph.nodes.get(id)
    return node ? [boxOf(node, sizes)] : []
  })
  const [was, is] = [cornerOf(before), cornerOf([...found.values()])]
  const offset = { x: was.x - is.x, y: was.y - is.y }
  return {
    places: new Map(
      [...found].map(([id, { x, y }]) => [id, { x: Math.round(x + offset.x), y: Math.round(y + offset.y) }]),
    ),
    sizes: new Map(
      [...found]
        .filter(([id]) => isArea(graph.nodes.get(id)))
        .map(([id, { width, height }]) => [id, { width, height }]),
    ),
  }
}

function flatten(box: ElkBox, corner: Point): Map<string, Box> {
  return new Map(
    (box.children ?? []).flatMap((child): [string, Box][] => {
      const place = { x: corner.x + (child.x ?? 0), y: corner.y + (child.y ?? 0) }
      return [
        [child.id, { ...place, width: child.width ?? 0, height: child.height ?? 0 }],
        ...flatten(child, place),
      ]
    }),
  )
}

function cornerOf(boxes: readonly Point[]): Point {
  return { x: Math.min(...boxes.map(({ x }) => x)), y: Math.min(...boxes.map(({ y }) => y)) }
}
