import { expect, test } from 'vitest'
import { toCsv } from './csv.ts'

test('text that a spreadsheet would execute is escaped, a negative number is unchanged', () => {
  const rows = ['=1+1', '+1', '-cmd', '@sum', '\tx'].map((text) => [text, -1.5])

  expect(toCsv(['Name', 'Cost'], rows)).toBe(
    ['Name,Cost', "'=1+1,-1.5", "'+1,-1.5", "'-cmd,-1.5", "'@sum,-1.5", "'\tx,-1.5"].join('\r\n'),
  )
})

test('quotes, commas and line breaks stay in their cell; a missing value is an empty cell', () => {
  expect(toCsv(['a'], [['say "hi",\nfriend'], [null]])).toBe('a\r\n"say ""hi"",\nfriend"\r\n')
})
