import { expect, test } from 'vitest'
import { findFreePlace } from './free-place.ts'

const size = { width: 320, height: 200 }

test('an empty place is taken as it is', () => {
  expect(findFreePlace({ x: 10, y: 20 }, size, [])).toEqual({ x: 10, y: 20 })
})

test('a taken one gives way to the nearest that is free', () => {
  const place = findFreePlace({ x: 0, y: 0 }, size, [{ x: 0, y: 0, ...size }])

  expect(Math.abs(place.x) >= 344 || Math.abs(place.y) >= 224).toBe(true)
  expect(Math.hypot(place.x, place.y)).toBeLessThan(400)
})
