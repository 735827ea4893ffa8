import type { Edge, Node } from 'reactflow'
import { expect, test } from 'vitest'
import { type Kind, kinds } from '#shared/kinds.ts'
import type { WireData } from '../store/derive.ts'
import { type FarLook, type FarScene, paintFar } from './paint.ts'

// The world's edge: browsers have this class, what runs the tests has none.
globalThis.Path2D ??= class {} as typeof Path2D

/** A pen that writes down what it is asked for, and with which colour. */
function aPen() {
  const strokes: { what: string; style: unknown; at: unknown[] }[] = []
  const state: Record<string, unknown> & { fillStyle?: unknown; strokeStyle?: unknown } = {}
  const painting = ['fill', 'stroke', 'fillText', 'strokeRect', 'fillRect', 'roundRect', 'moveTo']
  const pen = new Proxy(state, {
    get(_, name: string) {
      return painting.includes(name)
        ? (...at: unknown[]) => {
            const style = name.startsWith('stroke') ? state.strokeStyle : state.fillStyle
            strokes.push({ what: name, style, at })
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
}

const node = (id: string, x: number): [string, Node] => [
  id,
  { id, type: 'card', position: { x, y: 0 }, width: 320, height: 240, data: {} },
]
const wire = (source: string, target: string): Edge<WireData> => ({
  id: `${source}-${target}`,
  source,
  target,
  data: { from: 'model', to: 'agent' },
})

function aScene(zoom: number, looks: Record<string, Partial<FarLook>> = {}): FarScene {
  return {
    nodes: new Map([node('a', 0), node('b', 500), node('away', 90_000), node('further', 95_000)]),
    wires: [wire('a', 'b'), wire('away', 'further')],
    lookOf: (id) => ({
      kind: 'model',
      label: id,
      state: undefined,
      selected: false,
      hasProblem: false,
      isOff: false,
      ...looks[id],
    }),
    transform: [0, 0, zoom],
    width: 1_000,
    height: 600,
    density: 2,
    colors,
  }
}

test('only what is in sight is painted', () => {
  const { pen, of } = aPen()
  paintFar(pen, aScene(0.2))

  expect(of('roundRect').map(({ at }) => at[0])).toEqual([0, 500])
  expect(of('moveTo')).toHaveLength(1)
})

test('names are written as soon as they can be read, long ones in two lines', () => {
  const label = 'Conversational Retrieval QA Chain'
  const [near, far] = [aPen(), aPen()]
  paintFar(near.pen, aScene(0.2, { a: { label } }))
  paintFar(far.pen, aScene(0.1, { a: { label } }))

  expect(near.of('fillText').map(({ at }) => at[0])).toEqual(['Conversatio…', 'Retrieval Q…', 'b'])
  expect(far.of('fillText')).toEqual([])
})

test('what is selected, at work or failed wears a ring of its own colour', () => {
  const ringOf = (look: Partial<FarLook>) => {
    const { pen, of } = aPen()
    paintFar(pen, aScene(0.2, { a: look }))
    return of('strokeRect').map(({ style }) => style)
  }

  expect(ringOf({})).toEqual([])
  expect(ringOf({ state: 'done' })).toEqual([])
  expect(ringOf({ state: 'running', kind: 'tool' })).toEqual(['tool'])
  expect(ringOf({ state: 'failed' })).toEqual(['failed'])
  expect(ringOf({ state: 'failed', selected: true })).toEqual(['selection'])
})
