import { expect, test } from 'vitest'
import { formatBytes } from './format-bytes.ts'

const KB = 1024

test.each([
  [0, '0 Bytes'],
  [512, '512 Bytes'],
  [1023, '1,023 Bytes'],
  [KB, '1 KB'],
  [1.44 * KB ** 2, '1.4 MB'],
  [KB ** 3, '1 GB'],
  [KB ** 4, '1 TB'],
  [2.5 * KB ** 5, '2.5 PB'],
  [KB ** 6, '1 EB'],
  [KB ** 7, '1 ZB'],
  [KB ** 8, '1 YB'],
  [KB ** 9, '1,024 YB'],
])('%d bytes are formatted as %s', (bytes, text) => {
  expect(formatBytes(bytes, 'en')).toBe(text)
})

test('Turkish uses its own number format and word for bytes', () => {
  expect(formatBytes(1.5 * KB ** 2, 'tr')).toBe('1,5 MB')
  expect(formatBytes(12, 'tr')).toBe('12 bayt')
})
