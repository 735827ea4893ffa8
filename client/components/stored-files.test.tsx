import { expect, test } from 'vitest'
import { isAccepted, readFiles, sizeOf, writeFiles, writeFolder } from './stored-files.ts'

const pdf = { name: 'returns, 2024.pdf', data: 'data:application/pdf;base64,aGVsbG8=' }
const text = { name: 'a.txt', data: 'data:text/plain;base64,YQ==' }

test('one file is stored as its data with its name, several as JSON text of them', () => {
  expect(writeFiles([pdf])).toBe('data:application/pdf;base64,aGVsbG8=,filename:returns, 2024.pdf')
  expect(readFiles(writeFiles([pdf]))).toEqual([pdf])
  expect(JSON.parse(writeFiles([pdf, text]))).toHaveLength(2)
  expect(readFiles(writeFiles([pdf, text]))).toEqual([pdf, text])
})

test('stored files are named, as one name or as a list', () => {
  expect(readFiles('FILE-STORAGE::a.pdf')).toEqual([{ name: 'a.pdf' }])
  expect(readFiles('FILE-STORAGE::["a.pdf","b.pdf"]')).toEqual([{ name: 'a.pdf' }, { name: 'b.pdf' }])
  expect(writeFiles([{ name: 'b.pdf' }])).toBe('FILE-STORAGE::["b.pdf"]')
})

test('new files replace stored ones', () => {
  expect(readFiles(writeFiles([{ name: 'old.pdf' }, text]))).toEqual([text])
})

test('a folder is a list even with one file; nothing is an empty value', () => {
  expect(JSON.parse(writeFolder([text]))).toEqual([`${text.data},filename:a.txt`])
  expect(writeFiles([])).toBe('')
  expect(readFiles(undefined)).toEqual([])
})

test('sizes are those of the files, not of their encoded text', () => {
  expect(sizeOf(pdf)).toBe(5)
  expect(sizeOf(text)).toBe(1)
  expect(sizeOf({ name: 'stored' })).toBeUndefined()
})

test('types are matched by file extension', () => {
  expect(isAccepted('A.PDF', '.pdf, .txt')).toBe(true)
  expect(isAccepted('a.exe', '.pdf')).toBe(false)
  expect(isAccepted('anything', undefined)).toBe(true)
})
