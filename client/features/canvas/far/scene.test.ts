import type { Edge, Node } from 'reactflow'
import { expect, test } from 'vitest'
import type { WireData } from '../store/derive.ts'
import { cardsOf, changedBoxes, emptyScene, type FarLook, type Scene, wiresOf, withoutHeld } from './scene.ts'

const plain: FarLook = {
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

function sceneOf(before: Scene, nodes: readonly Node[], looks: Record<string, Partial<FarLook>> = {}): Scene {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  return {
    cards: cardsOf(before, byId, (id) => ({ ...plain, ...looks[id] })),
    wires: wiresOf(before, edges, byId, nobody),
  }
}
const nodes = [nodeAt('a', 0), nodeAt('b', 300), nodeAt('c', 600), nodeAt('note', 0, { type: 'note' })]
const first = sceneOf(emptyScene, nodes)

test('what looks the same is the very same, and nothing of it is painted anew', () => {
  const again = sceneOf(first, structuredClone(nodes))

  expect(again.cards.get('a')).toBe(first.cards.get('a'))
  expect(again.wires.get('a-b')).toBe(first.wires.get('a-b'))
  expect(changedBoxes(first, again)).toEqual([])
  expect([...first.cards.keys()]).toEqual(['a', 'b', 'c'])
})

test('of a run only the cards that change colour are painted anew', () => {
  const running = sceneOf(first, nodes, { b: { state: 'running' } })
  const box = { left: 300, top: 0, right: 400, bottom: 80 }

  expect(changedBoxes(first, running)).toEqual([box, box])
})

test('a card that moves is wiped out where it was and painted where it is, and its wires with it', () => {
  const moved = sceneOf(first, [nodeAt('a', 0), nodeAt('b', 300), nodeAt('c', 900)])
  const lefts = changedBoxes(first, moved).map(({ left, right }) => [left, right])

  expect(lefts).toContainEqual([600, 700])
  expect(lefts).toContainEqual([900, 1_000])
  expect(lefts).toContainEqual([400, 600])
  expect(lefts).toContainEqual([400, 900])
  expect(lefts).toHaveLength(4)
})

test('a wire between two drawn cards is not painted; from a drawn one to a painted one it is', () => {
  const byId = new Map(nodes.map((node) => [node.id, node]))

  expect([...wiresOf(emptyScene, edges, byId, new Set(['a', 'b'])).keys()]).toEqual(['b-c'])
})

test('what is in hand and what hangs on it are taken off the sheet', () => {
  const still = withoutHeld(first, new Set(['a']), edges)

  expect([[...still.cards.keys()], [...still.wires.keys()]]).toEqual([['b', 'c'], ['b-c']])
  expect(withoutHeld(first, nobody, edges)).toBe(first)
})
