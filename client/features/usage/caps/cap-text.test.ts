import { expect, test } from 'vitest'
import { readCapText, toCapText } from './cap-text.ts'

test.each([
  ['', null],
  ['  ', null],
  ['12.5', '12.5'],
  ['12,50', '12.50'],
  ['$3', '3'],
  ['0', '0'],
  ['-1', undefined],
  ['1.000,50', undefined],
  ['1e3', undefined],
  ['0.0000001', undefined],
  ['many', undefined],
])('%j is read as %j', (typed, text) => {
  expect(readCapText(typed)).toBe(text)
})

test('the text of a field is parsed back to its value', () => {
  for (const dollars of [null, 3, 0.05, 12.345678, 0]) {
    const text = readCapText(toCapText(dollars, 'tr'))
    expect(text === null ? null : Number(text)).toBe(dollars)
  }
})
