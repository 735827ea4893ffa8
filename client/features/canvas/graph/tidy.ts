import { areaOf, type Box, boxOf, isArea, withMembers } from './areas.ts'
import type { Graph, Point } from './flow-graph.ts'
import type { Size } from './size.ts'

/** What ELK is asked, and answers: boxes within boxes, and lines between them. */
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

/** canvas-notes.md: 104 px between columns, 28 within one. */
const spacing: Record<string, string> = {
  'elk.algorithm': 'layered',
  'elk.direction': 'RIGHT',
  'elk.layered.spacing.nodeNodeBetweenLayers': '104',
  'elk.spacing.nodeNode': '28',
  'elk.spacing.componentComponent': '56',
  'elk.layered.nodePlacement.strategy': 'NETWORK_SIMPLEX',
}

/** The question to ELK about some nodes, or all: frames stay around what they hold, notes stay where they are. */
export function askTidy(graph: Graph, ids: readonly string[], sizes: ReadonlyMap<string, Size>): ElkBox {
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
  const isNote = node !== undefined && !isArea(node) && node.data.name === 'stickyNote'
  return node !== undefined && !isNote && areaOf(node)?.locked !== true
}

export type Tidied = { places: ReadonlyMap<string, Point>; sizes: ReadonlyMap<string, Size> }

/** Where everything goes: what was tidied keeps its corner, so that the view need not jump. */
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
