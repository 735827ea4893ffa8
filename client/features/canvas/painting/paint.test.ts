import { expect, test } from 'vitest'
import { type Kind, kinds } from '#shared/kinds.ts'
import { paintScene } from './paint.ts'
import type { CardLook, PaintedCard, PaintedWire } from './scene.ts'

// Test environments lack this browser class.
globalThis.Path2D ??= class {} as typeof Path2D

function aPen() {
  const strokes: { what: string; style: unknown; width: unknown; at: unknown[] }[] = []
  const state: Record<string, unknown> & { fillStyle?: unknown; strokeStyle?: unknown } = {}
  const painting = [
    'fill',
    'stroke',
    'fillText',
    'strokeRect',
    'fillRect',
    'roundRect',
    'moveTo',
    'rect',
    'arc',
    'setLineDash',
  ]
  const pen = new Proxy(state, {
    get(_, name: string) {
      return painting.includes(name)
        ? (...at: unknown[]) => {
            const style = name.startsWith('stroke') ? state.strokeStyle : state.fillStyle
            strokes.push({ what: name, style, width: state.lineWidth, at })
          }
        : (state[name] ?? (() => undefined))
    },
  })
  const of = (what: string) => strokes.filter((each) => each.what === what)
  return { pen: pen as unknown as CanvasRenderingContext2D, of }
}

const kindNames = Object.keys(kinds) as Kind[]
const colors = {
  surface: 'surface',
  line: 'line',
  text: 'text',
  selection: 'selection',
  done: 'done',
  failed: 'failed',
  problem: 'problem',
  font: 'sans-serif',
  kinds: Object.fromEntries(kindNames.map((kind) => [kind, kind])) as Record<Kind, string>,
  isForced: false,
}

const cardAt = (id: string, left: number, look: Partial<CardLook> = {}): [string, PaintedCard] => {
  const box = { left, top: 0, right: left + 320, bottom: 240 }
  const plain = { state: undefined, selected: false, hasProblem: false, isOff: false }
  return [id, { id, box, kind: 'model', label: id, ...plain, ...look }]
}
const wireBetween = (left: number, right: number): [string, PaintedWire] => {
  const [from, to] = [
    { x: left, y: 120 },
    { x: right, y: 120 },
  ]
  const reach = { left, right, top: 120, bottom: 120 }
  return [`${left}`, { id: `${left}`, kind: 'model', from, to, reach }]
}
const visible = { left: 0, top: 0, right: 5_000, bottom: 3_000 }

function paint(zoom: number, look: Partial<CardLook> = {}, ink = colors) {
  const { pen, of } = aPen()
  const cards = new Map([
    cardAt('a', 0, look),
    cardAt('b', 500),
    cardAt('away', 90_000),
    cardAt('further', 95_000),
  ])
  const wires = new Map([wireBetween(320, 500), wireBetween(90_320, 95_000)])
  paintScene(pen, { cards, wires }, visible, ink, zoom)
  return of
}

test('only cards and wires in view are painted', () => {
  const of = paint(0.2)

  expect(of('roundRect').map(({ at }) => at[0])).toEqual([0, 500])
  expect(of('moveTo')).toHaveLength(1)
})

test('painted wires are as strong as those between drawn cards', () => {
  expect([1, 0.5, 0.2].map((zoom) => paint(zoom)('stroke')[0]?.width)).toEqual([2, 4, 4])
})

test('names are painted as soon as they are legible, long ones in two lines', () => {
  const label = 'Conversational Retrieval QA Chain'

  expect(paint(0.2, { label })('fillText').map(({ at }) => at[0])).toEqual([
    'Conversatio…',
    'Retrieval Q…',
    'b',
  ])
  expect(paint(0.1, { label })('fillText')).toEqual([])
})

test('a provider shows its initials in place of the kind icon of other cards', () => {
  expect(paint(0.1, { characters: 'Oa' })('fillText').map(({ at }) => at[0])).toEqual(['Oa'])
})

test('selected, running and failed cards each have a ring of their own color', () => {
  const ringOf = (look: Partial<CardLook>) => paint(0.2, look)('strokeRect').map(({ style }) => style)

  expect(ringOf({})).toEqual([])
  expect(ringOf({ state: 'done' })).toEqual([])
  expect(ringOf({ state: 'running', kind: 'tool' })).toEqual(['tool'])
  expect(ringOf({ state: 'failed' })).toEqual(['failed'])
  expect(ringOf({ state: 'failed', selected: true })).toEqual(['selection'])
})

test('in a forced-colors theme, shapes replace colors', () => {
  const marks = (look: Partial<CardLook>, isForced: boolean) => {
    const of = paint(0.2, look, { ...colors, isForced })
    const dashes = of('setLineDash').map(({ at }) => (at[0] as number[]).length)
    // The pen must be reset to solid lines.
    expect(dashes.pop()).toBe(0)
    return [dashes, of('arc').length, of('rect').length]
  }

  expect(marks({ state: 'running' }, true)).toEqual([[2], 0, 0])
  expect(marks({ state: 'failed' }, true)).toEqual([[0], 0, 0])
  expect(marks({ state: 'running', selected: true }, true)).toEqual([[0], 0, 0])
  expect(marks({ state: 'done' }, true)).toEqual([[], 1, 0])
  expect(marks({ hasProblem: true }, true)).toEqual([[], 0, 1])
  expect(marks({ state: 'running' }, false)).toEqual([[0], 0, 0])
  expect(marks({ hasProblem: true }, false)).toEqual([[], 1, 0])
})
