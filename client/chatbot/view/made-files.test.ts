import { expect, test } from 'vitest'
import { h } from './dom.ts'
import { madeFiles } from './made-files.ts'

const stored = {
  filePath: 'hours.csv',
  fileName: '1-hours.csv',
  size: 2_400,
  url: '/api/v1/get-upload-file?a=b',
}

test('a file of an answer is a download with its name and size', () => {
  const shown = h('div', {}, ...madeFiles([stored], { language: 'tr' }))

  const link = shown.querySelector('ul[aria-label="Dosyalar"] a')
  expect(link?.getAttribute('href')).toBe('/api/v1/get-upload-file?a=b&download=true')
  expect(link?.getAttribute('download')).toBe('hours.csv')
  expect(link?.textContent).toMatch(/hours\.csv2,4.kB/)
})

test('a small file is counted in bytes', () => {
  const shown = h('div', {}, ...madeFiles([{ ...stored, size: 36 }], { language: 'en' }))

  expect(shown.querySelector('small')?.textContent).toBe('36 byte')
})

test('a file that could not be fetched is named without a link; without files there is no list', () => {
  const shown = h('div', {}, ...madeFiles([{ filePath: 'hours.csv', error: 'why' }], { language: 'en' }))

  expect(shown.textContent).toBe('hours.csv could not be fetched')
  expect(shown.querySelector('a')).toBeNull()
  expect(madeFiles(['text', null], { language: 'en' })).toEqual([])
})
