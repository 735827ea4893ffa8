import { expect, test } from 'vitest'
import type { Point } from '../graph/flow-graph.ts'
import { around, findLabelPlace, overlap, pillSize, placePill, type Rect } from './pill-place.ts'

type Card = {
  x: number
  y: number
  width: number
  height: number
  ins?: number
  outs?: number
  rows?: number
}

const row = 28
const portY = ({ y, rows = row }: Card, place: number) => y + 60 + place * rows
const port = (x: number, y: number): Rect => around({ x, y }, { width: 24, height: 24 })

function obstaclesIn(cards: readonly Card[]): Rect[] {
  return cards.flatMap((card) => [
    card,
    ...Array.from({ length: card.ins ?? 1 }, (_, place) => port(card.x, portY(card, place))),
    ...Array.from({ length: card.outs ?? 1 }, (_, place) => port(card.x + card.width, portY(card, place))),
  ])
}

const card = (x: number, y: number, more: Partial<Card> = {}): Card => ({
  x,
  y,
  width: 320,
  height: 300,
  ...more,
})
const out = (from: Card, place = 0): Point => ({ x: from.x + from.width, y: portY(from, place) })
const into = (to: Card, place = 0): Point => ({ x: to.x, y: portY(to, place) })

const layouts: Record<string, [cards: Card[], wires: [Point, Point][]]> = (() => {
  const [left, right] = [card(0, 0, { ins: 4 }), card(360, 20, { ins: 6 })]
  const [defaults, far] = [card(0, 0), card(424, 0, { ins: 4 })]
  const split = card(0, 300, { width: 220, height: 210, outs: 5, rows: 26 })
  const steps = [0, 1, 2, 3, 4].map((place) => card(324, place * 174, { width: 220, height: 150 }))
  const close = [0, 1, 2, 3, 4].map((place) => card(260, place * 174, { width: 220, height: 150 }))
  const stack = [0, 1, 2].map((place) => card(0, place * 326))
  const fan = (targets: Card[]) =>
    targets.map((target, place): [Point, Point] => [out(split, place), into(target)])
  return {
    'cards 40 px apart': [[left, right], [0, 1, 2, 3, 4, 5].map((place) => [out(left), into(right, place)])],
    'the usual gap': [[defaults, far], [[out(defaults), into(far, 1)]]],
    'a condition with 5 outputs': [[split, ...steps], fan(steps)],
    'a condition with 5 outputs, 40 px apart': [[split, ...close], fan(close)],
    'a vertical stack': [
      stack,
      stack.slice(1).map((below, place): [Point, Point] => [out(stack[place] as Card), into(below)]),
    ],
  }
})()

test.each(Object.entries(layouts))(
  '%s: the pill of every wire overlaps no card or port',
  (_, [cards, wires]) => {
    const obstacles = obstaclesIn(cards)
    for (const isTouch of [false, true]) {
      for (const scale of [1, 1.5]) {
        for (const [from, to] of wires) {
          const { isUpright, ...place } = placePill({ from, to }, obstacles, { isTouch, scale })
          const pill = around(place, pillSize({ isUpright, isTouch, scale }))
          expect(obstacles.filter((each) => overlap(pill, each))).toEqual([])
        }
      }
    }
  },
)

test('a pill with room on the wire is placed at its midpoint', () => {
  const [cards] = layouts['the usual gap'] ?? []
  const thread = { from: { x: 320, y: 60 }, to: { x: 424, y: 88 } }

  expect(placePill(thread, obstaclesIn(cards ?? []), { isTouch: false, scale: 1 })).toEqual({
    x: 372,
    y: 74,
    isUpright: false,
    isOnWire: true,
  })
})

test.each(Object.entries(layouts))('%s: labels end before the next card or port', (_, [cards, wires]) => {
  const obstacles = obstaclesIn(cards)
  for (const [from] of wires) {
    const at = { x: from.x + 16, y: from.y - 4 }
    const container = findLabelPlace(at, 18, obstacles)
    const label = { x: at.x, y: at.y - 18, width: Math.min(container, 86), height: 18 }
    expect(obstacles.filter((each) => overlap(label, each))).toEqual([])
  }
})
