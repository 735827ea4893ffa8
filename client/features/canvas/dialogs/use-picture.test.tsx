import { expect, test } from 'vitest'
import { frameOf, isDrawable, pictureZoom, shownIn } from './use-picture.ts'

const node = (id: string, x: number, type = 'card', parts = {}) => ({
  id,
  type,
  data: {},
  position: { x, y: 100 },
  width: 320,
  height: 200,
  ...parts,
})
const nodes = [
  node('a', 0),
  node('b', 400),
  node('n', -500, 'note'),
  node('h', 9_000, 'card', { hidden: true }),
]

test('an image shows the entire canvas, without notes on request, or only the selection', () => {
  const ids = (request: Parameters<typeof shownIn>[1]) => shownIn(nodes, request).map(({ id }) => id)

  expect(ids({ notes: true, only: undefined })).toEqual(['a', 'b', 'n'])
  expect(ids({ notes: false, only: undefined })).toEqual(['a', 'b'])
  expect(ids({ notes: true, only: ['b', 'h'] })).toEqual(['b'])
})

test('the image has a margin around its nodes, and includes the title of a frame', () => {
  expect(frameOf(nodes.slice(0, 2))).toEqual({ x: -40, y: 60, width: 800, height: 280 })
  expect(frameOf([node('f', 0, 'area')])).toEqual({ x: -40, y: 28, width: 400, height: 312 })
})

test('images too large for browsers are detected in advance, for pixel formats only', () => {
  const frame = { x: 0, y: 0, width: 5_000, height: 3_000 }

  expect(isDrawable(frame, { format: 'png', scale: 2 })).toBe(true)
  expect(isDrawable(frame, { format: 'png', scale: 4 })).toBe(false)
  expect(isDrawable(frame, { format: 'svg', scale: 4 })).toBe(true)
})

test('many cards are exported at a lower zoom', () => {
  expect([12, 300, 5_000].map(pictureZoom)).toEqual([1, 0.45, 0.25])
})
