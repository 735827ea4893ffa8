import { expect, test } from 'vitest'
import { aGraph } from '../testing/a-graph.ts'
import { nextBox } from './arrange.ts'
import { addNote } from './place.ts'
import { sameWidth, widthOf } from './size.ts'

test('cards get the width of the widest within their limits; notes get its exact width', () => {
  const graph = addNote(aGraph('model', 'agent'), { x: 0, y: 500 }).graph
  const changed = sameWidth(
    graph,
    new Map([
      ['model_0', 320],
      ['agent_0', 400],
      ['stickyNote_0', 600],
    ]),
  )
  const node = (id: string) => changed.nodes.get(id) ?? { id, data: { name: '', label: '', inputs: {} } }

  expect([widthOf(node('model_0')), widthOf(node('agent_0'))]).toEqual([480, 480])
  expect(node('stickyNote_0').width).toBeUndefined()
  const narrower = sameWidth(
    graph,
    new Map([
      ['model_0', 320],
      ['agent_0', 400],
    ]),
  )
  expect(narrower.nodes.get('model_0')?.data.cardWidth).toBe(400)
  expect(narrower.nodes.get('agent_0')).toBe(graph.nodes.get('agent_0'))
})

test('the next card in a direction is the nearest, a card straight ahead before a diagonal one', () => {
  const box = (x: number, y: number) => ({ x, y, width: 100, height: 100 })
  const boxes = new Map([
    ['here', box(0, 0)],
    ['ahead', box(300, 0)],
    ['askew', box(150, 200)],
    ['above', box(0, -400)],
  ])

  expect(nextBox(boxes, 'here', { x: 1, y: 0 })).toBe('ahead')
  expect(nextBox(boxes, 'here', { x: 0, y: 1 })).toBe('askew')
  expect(nextBox(boxes, 'here', { x: 0, y: -1 })).toBe('above')
  expect(nextBox(boxes, 'here', { x: -1, y: 0 })).toBeUndefined()
})
