import type { Node } from 'reactflow'
import { afterEach, expect, test, vi } from 'vitest'
import { type Detail, scheduleInFrame, stepsTo, type Viewport, walkAround } from './visible-cards.ts'

const card = (id: string, x: number, more: Partial<Node> = {}): [string, Node] => [
  id,
  { id, type: 'card', position: { x, y: 0 }, width: 100, height: 100, data: {}, ...more },
]
const row = new Map(Array.from({ length: 60 }, (_, index) => card(`${index}`, index * 200)))

/** 1,000 px wide: at zoom 1 five cards of the row and the edge of a sixth are visible. */
const at = (x: number, zoom = 1): Viewport => ({
  transform: [-x * zoom, 0, zoom],
  width: 1_000 * zoom,
  height: 600 * zoom,
})
const idsOf = (steps: readonly { id: string }[]) => steps.map(({ id }) => id)

function settle(
  before: ReadonlyMap<string, Detail>,
  viewport: Viewport,
  level: Detail = 'full',
  each = 3,
  isMoving = false,
) {
  const drawn = new Map(before)
  let frames = 0
  for (let steps = stepsTo(level, drawn, row, viewport, isMoving); steps.length > 0; frames += 1) {
    for (const { id, to } of steps.slice(0, each)) {
      if (to === 'none') {
        drawn.delete(id)
      } else {
        drawn.set(id, to)
      }
    }
    steps = stepsTo(level, drawn, row, viewport, isMoving)
  }
  return { drawn, frames }
}

test('cards in view are drawn from the center outward; during a pan no others are drawn', () => {
  const steps = stepsTo('full', new Map(), row, at(4_000), true)

  expect(idsOf(steps).slice(0, 2).toSorted()).toEqual(['22', '23'].toSorted())
  expect(idsOf(steps).toSorted()).toEqual(['20', '21', '22', '23', '24', '25'])
  expect(new Set(steps.map(({ to }) => to))).toEqual(new Set(['full']))
})

test('at rest, cards that the next pan would show are also drawn', () => {
  const { drawn } = settle(new Map(), at(4_000))

  expect([...drawn.keys()].toSorted()).toEqual(['19', '20', '21', '22', '23', '24', '25', '26'])
  expect(stepsTo('full', drawn, row, at(4_150), true)).toEqual([])
})

test('a drawn card stays until it is fully out of view; small pans over its edge neither add nor remove it', () => {
  const { drawn } = settle(new Map(), at(4_000))

  const moved = settle(drawn, at(4_340))
  expect(moved.drawn.has('20')).toBe(true)
  expect(stepsTo('full', moved.drawn, row, at(4_300), false)).toEqual([])
  expect(settle(moved.drawn, at(4_400)).drawn.has('20')).toBe(false)
  expect(settle(moved.drawn, at(4_400), 'full', 3, true).drawn.has('20')).toBe(true)
})

test('the final state does not depend on the work per frame, and no work is left then', () => {
  const few = settle(new Map(), at(4_000), 'full', 1)
  const many = settle(new Map(), at(4_000), 'full', 5)

  expect([few.frames, many.frames]).toEqual([8, 2])
  expect(few.drawn).toEqual(many.drawn)
})

test('another level of detail redraws the cards; the farthest level draws none', () => {
  const { drawn } = settle(new Map(), at(4_000))
  const summary = settle(drawn, at(4_000), 'summary')

  expect(new Set(summary.drawn.values())).toEqual(new Set(['summary']))
  expect(settle(summary.drawn, at(4_000), 'tile').drawn.size).toBe(0)
})

test('deleted nodes, collapsed nodes and notes are not drawn', () => {
  const nodes = new Map([
    card('there', 0),
    card('hidden', 0, { hidden: true }),
    card('note', 0, { type: 'note' }),
  ])
  const drawn = new Map<string, Detail>([
    ['deleted', 'full'],
    ['hidden', 'full'],
  ])

  expect(stepsTo('full', drawn, nodes, at(0), false)).toEqual([
    { id: 'there', to: 'full' },
    { id: 'hidden', to: 'none' },
    { id: 'deleted', to: 'none' },
  ])
})

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

/** Tab moves to the next focusable card. */
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

test('the Tab key reaches every card, forwards and backwards, with at most five cards in the tab order', () => {
  expect(walk('0', 1, cards.length)).toEqual([...cards.slice(1), 'out'])
  expect(walk('58', -1, cards.length)).toEqual([...cards.toReversed().slice(1), 'out'])
  expect(Math.max(...cards.map((id) => walkAround(nodes, id).size))).toBe(5)
})

test('without a focused card, or with a deleted one, the first and last cards are in the tab order', () => {
  expect([...walkAround(nodes, undefined)]).toEqual(['0', '58'])
  expect([...walkAround(nodes, 'deleted')]).toEqual(['0', '58'])
  expect([...walkAround(new Map(), undefined)]).toEqual([])
})

afterEach(() => vi.restoreAllMocks())

function aScreen() {
  let now = 0
  let due: FrameRequestCallback | undefined
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  vi.spyOn(globalThis, 'requestAnimationFrame').mockImplementation((callback) => {
    due = callback
    return 1
  })
  return {
    work: (ms: number) => {
      now += ms
    },
    frame() {
      const callback = due
      due = undefined
      callback?.(now)
    },
    isAwaited: () => due !== undefined,
  }
}

test('each frame starts as many tasks as fit, in order; a cancelled task never starts', () => {
  const screen = aScreen()
  const started: string[] = []
  const start = (name: string, ms: number) =>
    scheduleInFrame(() => {
      started.push(name)
      screen.work(ms)
    })
  start('light', 1)
  start('heavy', 30)
  start('next', 1)
  const takeBack = start('gone', 1)
  takeBack()
  expect(started).toEqual([])

  screen.frame()
  expect(started).toEqual(['light', 'heavy'])
  screen.frame()
  expect(started).toEqual(['light', 'heavy', 'next'])
  expect(screen.isAwaited()).toBe(false)
})
