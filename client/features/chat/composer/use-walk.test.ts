import { expect, test } from 'vitest'
import { walk } from './use-walk.ts'

test('up moves from the input to the last question and stops at the first', () => {
  expect(walk(2, undefined, -1)).toBe(1)
  expect(walk(2, 1, -1)).toBe(0)
  expect(walk(2, 0, -1)).toBe(0)
})

test('down returns to the input', () => {
  expect(walk(2, 0, 1)).toBe(1)
  expect(walk(2, 1, 1)).toBeUndefined()
  expect(walk(2, undefined, 1)).toBeUndefined()
})

test('without questions there is only the input', () => {
  expect(walk(0, undefined, -1)).toBeUndefined()
})
