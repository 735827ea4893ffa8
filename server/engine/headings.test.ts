import { expect, test } from 'vitest'
import { commonHeading, headingPath, markHeadings, placeOf } from './headings.ts'

test('a heading closes those of its level and below', () => {
  const path = headingPath()
  const seen = (
    [
      [1, 'A'],
      [3, 'Deep'],
      [2, ' B  c '],
      [2, 'D'],
      [1, 'E'],
      [0, 'Title'],
    ] as const
  ).map(([level, text]) => {
    path.enter(level, text)
    return path.current()
  })

  expect(seen).toEqual(['A', 'A > Deep', 'A > B c', 'A > D', 'E', 'Title'])
})

test('headings of Markdown are plain text, and none are in code', () => {
  const text = 'intro\n# A **bold** [link](https://x.example)\n```sh\n# comment\n```\n#hashtag\n## B ##\nb'

  expect(markHeadings(text)).toEqual([
    { at: 6, heading: 'A bold link' },
    { at: text.indexOf('## B'), heading: 'A bold link > B' },
  ])
})

test('a part belongs to the heading and page of most of its characters', () => {
  const marks = [
    { at: 10, heading: 'A', page: 1 },
    { at: 20, heading: 'A > B', page: 1 },
    { at: 30, heading: 'A > B', page: 2 },
    { at: 40, heading: 'A > C', page: 2 },
  ]

  expect(placeOf(marks, 11, 15)).toEqual({ heading: 'A', page: 1 })
  expect(placeOf(marks, 15, 29)).toEqual({ heading: 'A > B', page: 1 })
  expect(placeOf(marks, 22, 48)).toEqual({ heading: 'A > B', page: 2 })
  expect(placeOf(marks, 45, 90)).toEqual({ heading: 'A > C', page: 2 })
  expect(placeOf(marks, 0, 5)).toEqual({ heading: undefined, page: undefined })
  expect(placeOf([], 0, 5)).toEqual({ heading: undefined, page: undefined })
})

test('a whole text has the headings that all its parts share', () => {
  const paths = (...headings: string[]) => headings.map((heading, at) => ({ at, heading }))

  expect(commonHeading(paths('A', 'A > B', 'A > B > C'))).toBe('A')
  expect(commonHeading(paths('A > B', 'A > B'))).toBe('A > B')
  expect(commonHeading(paths('A', 'B'))).toBeUndefined()
  expect(commonHeading([{ at: 0, page: 1 }])).toBeUndefined()
})
