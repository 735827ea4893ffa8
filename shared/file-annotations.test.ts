import { expect, test } from 'vitest'
import { readFileAnnotations } from './file-annotations.ts'

const stored = {
  filePath: 'a.csv',
  fileName: '1-a.csv',
  size: 3,
  url: '/api/v1/get-upload-file?fileName=1-a.csv',
}

test('stored files and failed ones are read, everything else is left out', () => {
  const failed = { filePath: 'b.csv', error: 'The file could not be fetched.' }

  expect(
    readFileAnnotations([stored, { ...failed, more: 1 }, 'a.csv', null, { filePath: 'c' }, { error: 'x' }]),
  ).toEqual([stored, failed])
  expect(readFileAnnotations(undefined)).toEqual([])
})

test.each(['javascript:alert(1)', 'data:text/html,x', 'relative', 'https:/ /x', ''])(
  '%j is no address of a file',
  (url) => {
    expect(readFileAnnotations([{ ...stored, url }])).toEqual([])
  },
)

test('an address of another origin is kept, for pages of other sites', () => {
  const url = 'https://chat.example/api/v1/get-upload-file?fileName=1-a.csv'

  expect(readFileAnnotations([{ ...stored, url }])).toEqual([{ ...stored, url }])
})
