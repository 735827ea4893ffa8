import { englishOf } from '#client/texts/translate-nodes.ts'
import { type NodeTemplate, nextNodeId, placeNode } from '#shared/nodes.ts'
import type { Graph, GraphNode, Point } from './flow-graph.ts'

const noteName = 'stickyNote'

export type Placed = { graph: Graph; id: string }

export function addNode(graph: Graph, template: NodeTemplate, position: Point): Placed {
  if (template.name === noteName) {
    return addNote(graph, position)
  }
  const id = nextNodeId(template.name, graph.nodes.keys())
  return put(graph, id, {
    id,
    type: 'customNode',
    position,
    positionAbsolute: position,
    data: { ...placeNode(englishOf(template), id), selected: false },
  })
}

export function addNote(graph: Graph, position: Point): Placed {
  const name = noteName
  const id = nextNodeId(name, graph.nodes.keys())
  return put(graph, id, {
    id,
    type: name,
    position,
    positionAbsolute: position,
    data: {
      id,
      name,
      label: 'Sticky Note',
      version: 2,
      type: 'StickyNote',
      baseClasses: ['StickyNote'],
      tags: ['Utilities'],
      category: 'Utilities',
      description: '',
      inputParams: [
        { label: '', name: 'note', type: 'string', rows: 1, optional: true, id: `${id}-input-note-string` },
      ],
      inputAnchors: [],
      inputs: { note: '' },
      outputAnchors: [],
      outputs: {},
      selected: false,
    },
  })
}

function put(graph: Graph, id: string, node: GraphNode): Placed {
  return { id, graph: { ...graph, nodes: new Map([...graph.nodes, [id, node]]) } }
}

export type Box = Point & { width: number; height: number }

const gap = 24
const step = 48
const rings = 40

type Size = { width: number; height: number }

/** The visible part of the canvas, and what covers it. */
export type VisibleArea = { container: Box; covered: readonly Box[] }

/** The free place nearest to `requested`, preferably in view. */
export function findFreePlace(
  requested: Point,
  size: Size,
  taken: readonly Box[],
  { container, covered }: Partial<VisibleArea> = {},
): Point {
  const from = container ? moveInto(container, requested, size) : undefined
  const seen =
    from &&
    container &&
    nearest(from, size, [...taken, ...(covered ?? [])], (box) => contains(container, box))
  return seen ?? nearest(requested, size, taken) ?? requested
}

function nearest(
  target: Point,
  size: Size,
  taken: readonly Box[],
  isAllowed: (box: Box) => boolean = () => true,
): Point | undefined {
  for (let ring = 0; ring < rings; ring += 1) {
    const free = around(ring)
      .map(({ x, y }) => ({ x: target.x + x * step, y: target.y + y * step }))
      .filter(
        (place) =>
          isAllowed({ ...place, ...size }) && !taken.some((box) => overlap({ ...place, ...size }, box)),
      )
      .toSorted((a, b) => distance(a, target) - distance(b, target))
    if (free[0]) {
      return free[0]
    }
  }
  return undefined
}

/** Moves a box into the view, as little as possible. */
function moveInto(container: Box, { x, y }: Point, { width, height }: Size): Point {
  return {
    x: Math.max(container.x, Math.min(x, container.x + container.width - width)),
    y: Math.max(container.y, Math.min(y, container.y + container.height - height)),
  }
}

export function contains(container: Box, box: Box): boolean {
  return (
    box.x >= container.x &&
    box.y >= container.y &&
    box.x + box.width <= container.x + container.width &&
    box.y + box.height <= container.y + container.height
  )
}

/** The steps of a ring, below first: users look for a new card there. */
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

/** Flows run from left to right, so free space on the left or above counts as further away. */
function distance(place: Point, target: Point): number {
  const [x, y] = [place.x - target.x, place.y - target.y]
  return Math.hypot(x < 0 ? 2 * x : x, y < 0 ? 1.5 * y : y)
}
