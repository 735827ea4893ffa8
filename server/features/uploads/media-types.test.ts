import { expect, test } from 'vitest'
import { checkMedia } from './media-types.ts'

const bytes = (text: string) => new TextEncoder().encode(text)

test.each(['application/octet-stream', 'text/plain'])(
  'a file sent as %s has the type of its extension',
  (mime) => {
    expect(checkMedia('hours.txt', mime, bytes('Nine'))).toMatchObject({ mime: 'text/plain', format: 'text' })
    expect(checkMedia('hours.csv', mime, bytes('a,b'))).toMatchObject({ mime: 'text/csv', format: 'text' })
    expect(checkMedia('hours.pdf', mime, bytes('%PDF-1.7'))).toMatchObject({ format: 'pdf' })
    expect(() => checkMedia('hours.pdf', mime, bytes('Nine'))).toThrow('does not match')
    expect(() => checkMedia('virus.exe', mime, bytes('MZ'))).toThrow()
  },
)

test('a stated type must fit the name', () => {
  expect(() => checkMedia('hours.txt', 'application/pdf', bytes('%PDF-1.7'))).toThrow('does not match')
  expect(() => checkMedia('hours.txt', 'text/x-unknown', bytes('Nine'))).toThrow('not allowed')
})
