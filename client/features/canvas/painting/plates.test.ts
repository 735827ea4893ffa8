import { expect, test } from 'vitest'
import { createPace } from './plates.ts'

test('an idle canvas has no pace', () => {
  const pace = createPace()
  expect([0.5, 0.5, 0.5].map(pace)).toEqual([1, 1, 1])
})

test('the pace is the change of zoom over the last eight frames, in either direction', () => {
  const pace = createPace()
  const paces = [1, 2, 4, 8, 16, 32, 64, 128, 256].map(pace)
  expect(paces.slice(0, 3)).toEqual([1, 2, 4])
  expect(paces.at(-1)).toBe(128)
  expect(pace(64)).toBe(16)
})

test('the pace resets when the zoom is unchanged for eight frames', () => {
  const pace = createPace()
  expect([1, 4, 4, 4, 4, 4, 4, 4].map(pace).at(-1)).toBe(4)
  expect(pace(4)).toBe(1)
})
