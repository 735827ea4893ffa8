import type { Edge, Node } from 'reactflow'
import { expect, test } from 'vitest'
import type { WireData } from '../store/derive.ts'
import { type Box, meet } from './geometry.ts'
import {
  type CardLook,
  cardsOf,
  changedBoxes,
  emptyScene,
  type Scene,
  wiresOf,
  within,
  withoutHeld,
} from './scene.ts'

const plain: CardLook = {
  kind: 'model',
  label: 'A model',
  state: undefined,
  selected: false,
  hasProblem: false,
  isOff: false,
}
const nodeAt = (id: string, x: number, more: Partial<Node> = {}): Node => ({
  id,
  type: 'card',
  position: { x, y: 0 },
  width: 100,
  height: 80,
  data: {},
  ...more,
})
const edges: Edge<WireData>[] = [
  { id: 'a-b', source: 'a', target: 'b', data: { from: 'model', to: 'agent' } },
  { id: 'b-c', source: 'b', target: 'c', data: { from: 'memory', to: 'agent' } },
]
const nobody = new Set<string>()

function sceneOf(
  before: Scene,
  nodes: readonly Node[],
  looks: Record<string, Partial<CardLook>> = {},
): Scene {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  return {
    cards: cardsOf(before, byId, (id) => ({ ...plain, ...looks[id] })),
    wires: wiresOf(before, edges, byId, nobody),
  }
}
const nodes = [nodeAt('a', 0), nodeAt('b', 300), nodeAt('c', 600), nodeAt('note', 0, { type: 'note' })]
const first = sceneOf(emptyScene, nodes)

test('unchanged cards and wires preserve their identity and are not repainted', () => {
  const again = sceneOf(first, structuredClone(nodes))

  expect(again.cards.get('a')).toBe(first.cards.get('a'))
  expect(again.wires.get('a-b')).toBe(first.wires.get('a-b'))
  expect(changedBoxes(first, again)).toEqual([])
  expect([...first.cards.keys()]).toEqual(['a', 'b', 'c'])
})

test('a run repaints only the cards that change colour', () => {
  const running = sceneOf(first, nodes, { b: { state: 'running' } })
  const box = { left: 300, top: 0, right: 400, bottom: 80 }

  expect(changedBoxes(first, running)).toEqual([box, box])
})

test('a moved card is cleared at its previous place and painted at its new one, along with its wires', () => {
  const moved = sceneOf(first, [nodeAt('a', 0), nodeAt('b', 300), nodeAt('c', 900)])
  const lefts = changedBoxes(first, moved).map(({ left, right }) => [left, right])

  expect(lefts).toContainEqual([600, 700])
  expect(lefts).toContainEqual([900, 1_000])
  expect(lefts).toContainEqual([400, 600])
  expect(lefts).toContainEqual([400, 900])
  expect(lefts).toHaveLength(4)
})

test('a wire between two drawn cards is not painted; one from a drawn to a painted card is', () => {
  const byId = new Map(nodes.map((node) => [node.id, node]))

  expect([...wiresOf(emptyScene, edges, byId, new Set(['a', 'b'])).keys()]).toEqual(['b-c'])
})

test('dragged cards and their wires are removed from the static layer', () => {
  const still = withoutHeld(first, new Set(['a']), edges)

  expect([[...still.cards.keys()], [...still.wires.keys()]]).toEqual([['b', 'c'], ['b-c']])
  expect(withoutHeld(first, nobody, edges)).toBe(first)
})

const boxAt = (left: number, top: number, width: number, height: number): Box => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
})

/** Seeded, so that every run uses the same numbers. */
function numbers(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return state % below
  }
}

test('a grid lookup finds the same boxes as a full scan, in the same order', () => {
  const next = numbers(7)
  const any = (size: number) => boxAt(next(40_000) - 20_000, next(40_000) - 20_000, next(size), next(size))
  const parts = new Map(Array.from({ length: 600 }, (_, index) => [`${index}`, any(1 + index * 40)]))
  let found = 0

  for (let turn = 0; turn < 300; turn += 1) {
    const box = any(turn % 3 === 0 ? 30_000 : 1_500)
    const expected = [...parts.values()].filter((part) => meet(part, box))
    expect(within(parts, box, (part) => part)).toEqual(expected)
    found += expected.length
  }
  expect(found).toBeGreaterThan(3_000)
})

test('boxes touching an edge are found, and empty areas return nothing', () => {
  const parts = new Map([['a', boxAt(0, 0, 1_024, 1_024)]])

  expect(within(parts, boxAt(1_024, 1_024, 5, 5), (part) => part)).toHaveLength(1)
  expect(within(parts, boxAt(1_025, 0, 5, 5), (part) => part)).toEqual([])
  expect(within(new Map<string, Box>(), boxAt(0, 0, 9, 9), (part) => part)).toEqual([])
})
