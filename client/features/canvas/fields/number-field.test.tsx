import { expect, test } from 'vitest'
import { readNumber, showNumber, stepNumber } from './number-field.tsx'

test.each([
  ['0,7', 0.7],
  ['0.7', 0.7],
  [' 12 ', 12],
  ['−3', -3],
  ['', ''],
])('%j is read as %j', (text, value) => {
  expect(readNumber(text, {})).toEqual({ value })
})

test('invalid, too small and too large numbers are distinguished', () => {
  expect(readNumber('warm', {})).toEqual({ issue: 'number' })
  expect(readNumber('-1', { min: 0 })).toEqual({ issue: 'min' })
  expect(readNumber('3', { max: 2 })).toEqual({ issue: 'max' })
})

test('a step has no floating-point error', () => {
  expect(stepNumber(0.2, 1, { step: 0.1 })).toBe(0.3)
  expect(stepNumber(0.95, 1, { step: 0.1, max: 1 })).toBe(1)
})

test('numbers are formatted for the language, texts are unchanged', () => {
  expect(showNumber(0.5, 'tr')).toBe('0,5')
  expect(showNumber('{{x}}', 'tr')).toBe('{{x}}')
  expect(showNumber(undefined, 'en')).toBe('')
})
