import { expect, test } from 'vitest'
import { frameOf, inFrame, outOfFrame } from './mini-map-pane.tsx'

const nodes = [
  { position: { x: -100, y: 0 }, width: 300, height: 200 },
  { position: { x: 1_900, y: 400 }, width: 300, height: 200 },
]
const size = { width: 176, height: 112 }

test('the whole flow fits centered into the mini map', () => {
  const frame = frameOf(nodes, size)
  const [corner, end] = [inFrame(frame, { x: -100, y: 0 }), inFrame(frame, { x: 2_200, y: 600 })]

  expect(corner.x).toBeCloseTo(8)
  expect(end.x).toBeCloseTo(168)
  expect(corner.y).toBeCloseTo(112 - end.y)
})

test('a click on the map moves the view to the clicked position', () => {
  const frame = frameOf(nodes, size)
  const place = outOfFrame(frame, inFrame(frame, { x: 321, y: 123 }))
  expect(place.x).toBeCloseTo(321)
  expect(place.y).toBeCloseTo(123)
})

test('a single node has the same size as in any small flow, and is centered', () => {
  const frame = frameOf([{ position: { x: 50, y: 50 }, width: 320, height: 240 }], size)

  expect(320 * frame.scale).toBeCloseTo(32)
  expect(inFrame(frame, { x: 50 + 160, y: 50 + 120 })).toEqual({ x: 88, y: 56 })
})

test('an empty flow also has a map', () => {
  expect(frameOf([], size).scale).toBe(1)
})
