import { expect, test } from 'vitest'
import { storable } from './storable.ts'

test('zero characters are left out of a document and its metadata', () => {
  const document = { pageContent: 'a\0b', metadata: { title: '\0', loc: { lines: ['c\0'] }, page: 1 } }
  expect(storable(document)).toEqual({
    pageContent: 'ab',
    metadata: { title: '', loc: { lines: ['c'] }, page: 1 },
  })
})

test('a text about escapes stays as it is', () => {
  const document = { pageContent: String.raw`write \u0000`, metadata: {} }
  expect(storable(document)).toEqual(document)
})
