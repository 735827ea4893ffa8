import { expect, test } from 'vitest'
import { type Attachment, hindranceOf, issueOf, settle, typesOf } from './attachment.ts'
import { acceptOf, mediaTypeOf } from './media-type.ts'
import { chooseFormat, clockText } from './sound-format.ts'

const offers = { images: ['image/png'], documents: ['text/markdown', 'application/pdf'] }
const file = (name: string, size = 10, type = '') => ({ name, size, type })

test.each([
  ['a picture', file('A.PNG'), undefined],
  ['a document its browser has no type for', file('a.md'), undefined],
  ['another kind', file('a.csv', 10, 'text/csv'), { type: 'kind' }],
  ['a picture in disguise', file('a.exe', 10, 'image/webp'), { type: 'kind' }],
  ['too large a picture', file('a.png', 5 * 1_048_576 + 1), { type: 'size', megabytes: 5 }],
  ['a large document', file('a.pdf', 6 * 1_048_576), undefined],
  ['nothing', file('a.md', 0), { type: 'empty' }],
])('%s: issues are found before the file is read', (_, chosen, issue) => {
  expect(issueOf(chosen, offers, 0)).toEqual(issue)
})

test('the number of files is limited, and so is the total size of one request', () => {
  expect(issueOf(file('a.md'), offers, 20)).toEqual({ type: 'many' })

  const known = { size: 1, mime: 'image/png', state: 'reading' as const }
  const reading: Attachment[] = [
    { id: 'a', name: 'a.png', ...known },
    { id: 'b', name: 'b.png', ...known },
  ]
  const heavy = { type: 'file', name: 'a.png', mime: 'image/png', data: 'x'.repeat(12_000_000) }
  const one = settle(reading, 'a', heavy)
  expect(hindranceOf(one)).toBe('reading')
  const both = settle(one, 'b', heavy)
  expect(both).toMatchObject([{ state: 'ready' }, { state: 'failed', issue: { type: 'together' } }])
  expect(hindranceOf(both)).toBe('failed')
  expect(hindranceOf(both.slice(0, 1))).toBeUndefined()
})

test('a flow without documents offers none; one without configured types offers all readable ones', () => {
  expect(typesOf({ images: [] })).toEqual([])
  expect(typesOf({ images: [], documents: null })).toContain('application/pdf')
  expect(acceptOf(['text/markdown'])).toBe('text/markdown,.md,.markdown')
  expect(mediaTypeOf(file('table', 1, 'text/csv;charset=utf-8'))).toBe('text/csv')
})

test('a recording is named after its format', () => {
  expect(chooseFormat((mime) => 'audio/mp4;codecs=mp4a'.startsWith(mime))).toMatchObject({ ending: 'm4a' })
  expect([clockText(7), clockText(65)]).toEqual(['0:07', '1:05'])
})
