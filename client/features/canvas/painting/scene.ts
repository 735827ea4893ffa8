import type { Edge, Node } from 'reactflow'
import type { Kind } from '#shared/kinds.ts'
import type { Point } from '../graph/flow-graph.ts'
import type { WireData } from '../store/derive.ts'
import { type Box, bendOf, boxOf, endOf, meet } from './geometry.ts'
export type CardLook = {
  kind: Kind
  label: string
  characters?: string | undefined
  state: string | undefined
  selected: boolean
  hasProblem: boolean
  isOff: boolean
}
export type PaintedCard = CardLook & { id: string; box: Box }
export type PaintedWire = { id: string; kind: Kind; from: Point; to: Point; reach: Box }

/** The painted cards and links, by id. Unchanged entries keep their identity. */
export type Scene = { cards: ReadonlyMap<string, PaintedCard>; wires: ReadonlyMap<string, PaintedWire> }
export const emptyScene: Scene = { cards: new Map(), wires: new Map() }

type Nodes = ReadonlyMap<string, Node>

export function cardsOf(before: Scene, nodes: Nodes, lookOf: (id: string) => CardLook): Scene['cards'] {
  const cards = new Map<string, PaintedCard>()
  for (const node of nodes.values()) {
    if (node.type === 'card' && !node.hidden) {
      const card = { id: node.id, box: boxOf(node), ...lookOf(node.id) }
      const known = before.cards.get(node.id)
      cards.set(node.id, known && isSameCard(known, card) ? known : card)
    }
  }
  return cards
}

function isSameCard(one: PaintedCard, other: PaintedCard): boolean {
  return (
    one.state === other.state &&
    one.selected === other.selected &&
    one.hasProblem === other.hasProblem &&
    one.isOff === other.isOff &&
    one.kind === other.kind &&
    one.label === other.label &&
    one.characters === other.characters &&
    isSameBox(one.box, other.box)
  )
}

function isSameBox(one: Box, other: Box): boolean {
  return (
    one.left === other.left &&
    one.top === other.top &&
    one.right === other.right &&
    one.bottom === other.bottom
  )
}

/** Painted wires. Wires between two rendered cards are rendered as well, and end at their ports. */
export function wiresOf(
  before: Scene,
  edges: readonly Edge<WireData>[],
  nodes: Nodes,
  drawn: { has: (id: string) => boolean },
): Scene['wires'] {
  const wires = new Map<string, PaintedWire>()
  for (const { id, source, target, sourceHandle, targetHandle, hidden, data } of edges) {
    const [start, end] = [nodes.get(source), nodes.get(target)]
    if (start && end && !hidden && !(drawn.has(source) && drawn.has(target))) {
      const from = endOf(start, sourceHandle, 'source', !drawn.has(source))
      const to = endOf(end, targetHandle, 'target', !drawn.has(target))
      const kind = data?.from ?? 'any'
      const known = before.wires.get(id)
      wires.set(
        id,
        known && isAt(known.from, from) && isAt(known.to, to) && known.kind === kind
          ? known
          : { id, kind, from, to, reach: reachOf(from, to) },
      )
    }
  }
  return wires
}

function isAt(one: Point, other: Point): boolean {
  return one.x === other.x && one.y === other.y
}

/** A wire leaves to the right and arrives from the left, within this box. */
function reachOf(from: Point, to: Point): Box {
  const bend = bendOf(from, to)
  return {
    left: Math.min(from.x, to.x - bend),
    right: Math.max(to.x, from.x + bend),
    top: Math.min(from.y, to.y),
    bottom: Math.max(from.y, to.y),
  }
}

export function changedBoxes(before: Scene, after: Scene): Box[] {
  return [
    ...changesOf(before.cards, after.cards).map(({ box }) => box),
    ...changesOf(before.wires, after.wires).map(({ reach }) => reach),
  ]
}

/** Changed parts in their old and in their new state. */
function changesOf<Part>(before: ReadonlyMap<string, Part>, after: ReadonlyMap<string, Part>): Part[] {
  if (before === after) {
    return []
  }
  const changed = [...after].filter(([id, part]) => before.get(id) !== part).map(([, part]) => part)
  const removed = [...before].filter(([id, part]) => after.get(id) !== part).map(([, part]) => part)
  return [...removed, ...changed]
}

export function withoutHeld(scene: Scene, held: ReadonlySet<string>, edges: readonly Edge[]): Scene {
  if (held.size === 0) {
    return scene
  }
  const along = new Set(
    edges.filter(({ source, target }) => held.has(source) || held.has(target)).map(({ id }) => id),
  )
  return { cards: without(scene.cards, held), wires: without(scene.wires, along) }
}

export function without<Part>(parts: ReadonlyMap<string, Part>, ids: { has: (id: string) => boolean }) {
  return new Map([...parts].filter(([id]) => !ids.has(id)))
}

/** In px of the canvas. */
const cell = 1_024
/** Parts that cover more cells are tested against every box. */
const manyCells = 64

type Boxed<Part> = { part: Part; box: Box; order: number }
type Grid<Part> = {
  all: readonly Boxed<Part>[]
  wide: readonly Boxed<Part>[]
  cells: Map<string, Boxed<Part>[]>
}

/** By the parts in it: painting forty areas of a scene indexes it once. */
const grids = new WeakMap<ReadonlyMap<string, unknown>, Grid<unknown>>()

/** Parts whose box intersects `box`, in their own order. `parts` must not change afterwards. */
export function within<Part>(
  parts: ReadonlyMap<string, Part>,
  box: Box,
  boxOf: (part: Part) => Box,
): readonly Part[] {
  const grid = (grids.get(parts) as Grid<Part> | undefined) ?? layOut(parts, boxOf)
  grids.set(parts, grid)
  const keys = keysOf(box)
  const near = keys ? new Set([...grid.wide, ...keys.flatMap((key) => grid.cells.get(key) ?? [])]) : grid.all
  return [...near]
    .filter((each) => meet(each.box, box))
    .sort((one, other) => one.order - other.order)
    .map(({ part }) => part)
}

function layOut<Part>(parts: ReadonlyMap<string, Part>, boxOf: (part: Part) => Box): Grid<Part> {
  const all = [...parts.values()].map((part, order) => ({ part, box: boxOf(part), order }))
  const wide: Boxed<Part>[] = []
  const cells = new Map<string, Boxed<Part>[]>()
  for (const boxed of all) {
    const keys = keysOf(boxed.box)
    if (!keys) {
      wide.push(boxed)
    }
    for (const key of keys ?? []) {
      const there = cells.get(key)
      if (there) {
        there.push(boxed)
      } else {
        cells.set(key, [boxed])
      }
    }
  }
  return { all, wide, cells }
}

/** Undefined above the maximum number of cells. */
function keysOf({ left, top, right, bottom }: Box): string[] | undefined {
  const [firstColumn, lastColumn] = [Math.floor(left / cell), Math.floor(right / cell)]
  const [firstRow, lastRow] = [Math.floor(top / cell), Math.floor(bottom / cell)]
  if ((lastColumn - firstColumn + 1) * (lastRow - firstRow + 1) > manyCells) {
    return undefined
  }
  const keys: string[] = []
  for (let column = firstColumn; column <= lastColumn; column += 1) {
    for (let row = firstRow; row <= lastRow; row += 1) {
      keys.push(`${column} ${row}`)
    }
  }
  return keys
}
