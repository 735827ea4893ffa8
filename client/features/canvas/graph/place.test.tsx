import { expect, test } from 'vitest'
import { findFreePlace } from './place.ts'

const size = { width: 320, height: 200 }

test('a free place is used unchanged', () => {
  expect(findFreePlace({ x: 10, y: 20 }, size, [])).toEqual({ x: 10, y: 20 })
})

test('a box outside the view is placed in view, clear of overlays', () => {
  const container = { x: 0, y: 0, width: 1_000, height: 800 }
  const map = { x: 800, y: 600, width: 200, height: 200 }

  const place = findFreePlace({ x: 2_000, y: 2_000 }, size, [{ x: 0, y: 0, ...size }], {
    container,
    covered: [map],
  })

  expect(place.x + size.width).toBeLessThanOrEqual(1_000)
  expect(place.y + size.height).toBeLessThanOrEqual(800)
  expect(place.x + size.width <= map.x || place.y + size.height <= map.y).toBe(true)
})

test('a box without free space in view still covers no other box', () => {
  const container = { x: 0, y: 0, width: 400, height: 300 }
  const place = findFreePlace({ x: 0, y: 0 }, size, [{ x: 0, y: 0, ...size }], { container, covered: [] })

  expect(Math.abs(place.x) >= 344 || Math.abs(place.y) >= 224).toBe(true)
})

test('an occupied place is replaced by the nearest free one', () => {
  const place = findFreePlace({ x: 0, y: 0 }, size, [{ x: 0, y: 0, ...size }])

  expect(Math.abs(place.x) >= 344 || Math.abs(place.y) >= 224).toBe(true)
  expect(Math.hypot(place.x, place.y)).toBeLessThan(400)
})
