import { expect, test } from 'vitest'
import { diffWords } from './diff-words.ts'

test('only what differs is removed and added', () => {
  expect(diffWords('It has not left yet.', 'It has left.')).toEqual([
    { kind: 'same', text: 'It has ' },
    { kind: 'removed', text: 'not left yet.' },
    { kind: 'added', text: 'left.' },
  ])
})

test('equal answers have no difference, and very long ones are compared as wholes', () => {
  const long = 'word '.repeat(2_000)

  expect(diffWords('The same.', 'The same.')).toEqual([{ kind: 'same', text: 'The same.' }])
  expect(diffWords(long, `${long}more`).map(({ kind }) => kind)).toEqual(['removed', 'added'])
  expect(diffWords('', '')).toEqual([])
})
