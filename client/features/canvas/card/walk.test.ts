import type { Node } from 'reactflow'
import { expect, test } from 'vitest'
import { walkAround } from './walk.ts'

const nodes = new Map<string, Node>(
  Array.from({ length: 60 }, (_, index) => [
    `${index}`,
    {
      id: `${index}`,
      type: index % 10 === 9 ? 'note' : 'card',
      hidden: index === 5,
      position: { x: 0, y: 0 },
      data: {},
    },
  ]),
)
const cards = [...nodes.values()].filter(({ type, hidden }) => type === 'card' && !hidden).map(({ id }) => id)

/** The Tab key goes to the next of those that are there. */
function walk(from: string, by: 1 | -1, steps: number) {
  let focused = from
  const way: string[] = []
  for (let step = 0; step < steps; step += 1) {
    const there = [...walkAround(nodes, focused)].toSorted((a, b) => Number(a) - Number(b))
    focused = there[there.indexOf(focused) + by] ?? 'out'
    way.push(focused)
  }
  return way
}

test('the Tab key comes by every card, forwards and backwards, though five at most are there for it', () => {
  expect(walk('0', 1, cards.length)).toEqual([...cards.slice(1), 'out'])
  expect(walk('58', -1, cards.length)).toEqual([...cards.toReversed().slice(1), 'out'])
  expect(Math.max(...cards.map((id) => walkAround(nodes, id).size))).toBe(5)
})

test('with the focus elsewhere, or on a card that is gone, the ends are there to begin with', () => {
  expect([...walkAround(nodes, undefined)]).toEqual(['0', '58'])
  expect([...walkAround(nodes, 'deleted')]).toEqual(['0', '58'])
  expect([...walkAround(new Map(), undefined)]).toEqual([])
})
