import type { Node } from 'reactflow'
import { expect, test } from 'vitest'
import { around, cardAt, meet, overlap, windowOf } from './geometry.ts'

const card = (id: string, x: number, more: Partial<Node> = {}): Node => ({
  id,
  type: 'card',
  position: { x, y: 0 },
  width: 320,
  height: 200,
  data: {},
  ...more,
})

test('the topmost of overlapping cards is hit; notes, hidden cards and empty areas never are', () => {
  const nodes = [
    card('under', 0),
    card('over', 100),
    card('note', 120, { type: 'note' }),
    card('folded away', 130, { hidden: true }),
  ]

  expect(cardAt(nodes, { x: 50, y: 10 })).toBe('under')
  expect(cardAt(nodes, { x: 150, y: 10 })).toBe('over')
  expect(cardAt(nodes, { x: 440, y: 10 })).toBeUndefined()
  expect(cardAt(nodes, { x: 150, y: 201 })).toBeUndefined()
})

test('a card inside another one is positioned relative to it', () => {
  const inside = card('inside', 20, { parentNode: 'box', positionAbsolute: { x: 1_020, y: 40 } })

  expect(cardAt([inside], { x: 1_030, y: 50 })).toBe('inside')
  expect(cardAt([inside], { x: 30, y: 10 })).toBeUndefined()
})

test('the window is the area of the canvas inside the viewport', () => {
  const sight = windowOf([-100, 50, 0.25], 1_000, 500)

  expect(sight).toEqual({ left: 400, top: -200, right: 4_400, bottom: 1_800 })
  expect(meet(sight, { left: 4_300, top: 0, right: 4_600, bottom: 10 })).toBe(true)
  expect(meet(sight, { left: 4_401, top: 0, right: 4_600, bottom: 10 })).toBe(false)
})

test('the union of boxes contains them all, and the intersection of disjoint boxes has no extent', () => {
  const [one, other] = [
    { left: 0, top: 0, right: 10, bottom: 10 },
    { left: 6, top: -4, right: 20, bottom: 3 },
  ]

  expect(around([one, other])).toEqual({ left: 0, top: -4, right: 20, bottom: 10 })
  expect(overlap(one, other)).toEqual({ left: 6, top: 0, right: 10, bottom: 3 })
  expect(overlap(one, { left: 30, top: 40, right: 50, bottom: 60 })).toEqual({
    left: 30,
    top: 40,
    right: 30,
    bottom: 40,
  })
})
