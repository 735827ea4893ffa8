import { expect, test } from 'vitest'
import { csvText } from './csv-text.ts'

test.each([
  ['=1+1', "'=1+1"],
  ['+1', "'+1"],
  ['-1', "'-1"],
  ['@x', "'@x"],
  ['\tx', "'\tx"],
  ['plain', 'plain'],
  ['say "hi", twice', '"say ""hi"", twice"'],
  ['=a,b', '"\'=a,b"'],
])('the text %j is written as %j', (text, expected) => {
  expect(csvText(text)).toBe(expected)
})
