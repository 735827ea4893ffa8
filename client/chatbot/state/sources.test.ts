import { expect, test } from 'vitest'
import { sourcesOf } from './sources.ts'

const document = (metadata: Record<string, unknown>, pageContent = 'Unworn shoes can come back.') => ({
  pageContent,
  metadata,
})

test('a source is named by its title, file or address, with its page', () => {
  const sources = sourcesOf([
    document({ source: '/data/iade-kosullari.pdf', loc: { pageNumber: 4 } }),
    document({ title: 'Help centre', source: 'https://kumasev.com/returns/' }),
    document({ source: 'https://kumasev.com/sizes/' }),
    document({}, 'Nothing is known of this.'),
  ])

  expect(sources.map(({ name, page, url }) => [name, page, url])).toEqual([
    ['iade-kosullari.pdf', '4', undefined],
    ['Help centre', undefined, 'https://kumasev.com/returns/'],
    ['kumasev.com/sizes', undefined, 'https://kumasev.com/sizes/'],
    ['Nothing is known of this.', undefined, undefined],
  ])
})

test('several passages from one place are one source', () => {
  const url = 'https://kumasev.com/returns'

  expect(
    sourcesOf([
      document({ url }, 'a'),
      document({ url }, 'b'),
      document({ url, page: 3 }, 'c'),
      document({ source: 'x.pdf', page: 1 }),
      document({ source: 'x.pdf', page: 2 }),
    ]),
  ).toHaveLength(3)
})

test('only web addresses become links, and entries that are not documents are omitted', () => {
  expect(sourcesOf([document({ url: 'javascript:alert(1)' }), 'text', null, { page: 1 }])).toMatchObject([
    { url: undefined },
  ])
})
