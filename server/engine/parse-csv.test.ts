import { expect, test } from 'vitest'
import { parseCsv } from './parse-csv.ts'

test.each([',', ';', '\t', '|'])('the delimiter %j is detected in the first line', (delimiter) => {
  const text = `"a,;|"${delimiter}b${delimiter}c\n1${delimiter}2${delimiter}3\n`
  expect(parseCsv(text)).toEqual([
    ['a,;|', 'b', 'c'],
    ['1', '2', '3'],
  ])
})

test('a row that is too wide is rejected during parsing', () => {
  expect(() => parseCsv(','.repeat(50_000_000))).toThrow('it has more than 16384 columns')
})

test('a row callback can stop the parser', () => {
  const widths: number[] = []
  const count = (width: number) => {
    widths.push(width)
    if (widths.length === 2) {
      throw new Error('enough')
    }
  }
  expect(() => parseCsv('a,b\n1\n2\n', count)).toThrow('enough')
  expect(widths).toEqual([2, 1])
})
