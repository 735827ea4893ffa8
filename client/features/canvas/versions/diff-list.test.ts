import { expect, test } from 'vitest'
import { joinChanges, shorten } from './diff-list.tsx'

test('consecutive changed words are one change', () => {
  const parts = [
    { value: 'Answer ' },
    { value: 'shortly', removed: true },
    { value: 'in', added: true },
    { value: ' ' },
    { value: 'and', removed: true },
    { value: 'full', added: true },
    { value: '.' },
  ]

  expect(joinChanges(parts)).toEqual([
    { value: 'Answer ' },
    { value: 'shortly and', removed: true },
    { value: 'in full', added: true },
    { value: '.' },
  ])
})

test('a line break between two changes separates them', () => {
  const parts = [{ value: 'a', removed: true }, { value: '\n' }, { value: 'b', added: true }]

  expect(joinChanges(parts)).toEqual(parts)
})

test('unchanged text is truncated between words, changed text never', () => {
  const long = 'word '.repeat(100)
  const [start, change, end] = shorten([{ value: long }, { value: long, added: true }, { value: long }])

  expect(start?.value).toMatch(/^… (word ){15}$/)
  expect(change?.value).toBe(long)
  expect(end?.value).toMatch(/^(word ){16}…$/)
})
