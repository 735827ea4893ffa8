import { expect, test } from 'vitest'
import { readAmount } from './read-amount.ts'

test.each([
  ['100', '100'],
  ['100.50', '100.50'],
  ['100.', '100'],
  ['100,50', '100.50'],
  ['1,000', '1000'],
  ['1,234,567.8', '1234567.8'],
  [' 2 000 ', '2000'],
  ['0.000001', '0.000001'],
])('English: %s is read as %s', (text, expected) => {
  expect(readAmount(text, 'en')).toBe(expected)
})

test.each([
  ['100,50', '100.50'],
  ['100.50', '100.50'],
  ['1.000', '1000'],
  ['1.234.567,8', '1234567.8'],
  ['0,4', '0.4'],
])('Turkish: %s is read as %s', (text, expected) => {
  expect(readAmount(text, 'tr')).toBe(expected)
})

test.each(['', '-5', '1e3', 'abc', '1,00,0', '1.2.3', '1,000,5', '.5.', '$5'])(
  '%j is not an amount',
  (text) => {
    expect(readAmount(text, 'en')).toBeUndefined()
  },
)

test('an amount that could mean a thousand or one is never read as one', () => {
  expect(readAmount('0.005', 'tr')).toBeUndefined()
  expect(readAmount('100,000', 'en')).toBe('100000')
  expect(readAmount('100.000', 'tr')).toBe('100000')
})
