import { expect, test } from 'vitest'
import { markOverlaps, overlapOf } from './overlap.ts'

test('the longest common end and start counts, whatever space is around it', () => {
  expect(overlapOf('one two three \n', '  two three four')).toBe('two three'.length)
  expect(overlapOf('abcabcab', 'abcab!')).toBe(5)
  expect(overlapOf('one', 'two')).toBe(0)
})

test('a chunk shows what it shares with its neighbours; a few shared letters are chance', () => {
  const parts = markOverlaps(
    'Reports on request. Bowls stack in fours. Lead time is three days.',
    'All pieces are tested. Reports on request.',
    'Lead time is three days. Cups are packed.',
  )
  expect(parts.map(({ text, isOverlap }) => [text, isOverlap])).toEqual([
    ['Reports on request.', true],
    [' Bowls stack in fours. ', false],
    ['Lead time is three days.', true],
  ])
  expect(markOverlaps('so it ends', undefined, 'ends here')).toEqual([
    { text: 'so it ends', isOverlap: false },
  ])
})
