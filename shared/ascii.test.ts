import { expect, test } from 'vitest'
import { charactersToConvert, toAscii } from './ascii.ts'

test.each([
  ['Kadıköy Moda', 'Kadikoy Moda'],
  ['ĞÜŞİÖÇ ğüşıöç', 'GUSIOC gusioc'],
  ['Straße 5, Łódź', 'Strasse 5, Lodz'],
  ['Pera Seramik Ltd. 61/2', 'Pera Seramik Ltd. 61/2'],
  ['東京', '東京'],
])('%s is converted to %s', (text, expected) => {
  expect(toAscii(text)).toBe(expected)
})

test('decomposed characters are converted, too', () => {
  expect(toAscii('Mu\u0308s\u0327teri')).toBe('Musteri')
})

test('each affected character is listed once', () => {
  expect(charactersToConvert('Caferağa, Kadıköy ı')).toEqual(['ğ', 'ı', 'ö'])
  expect(charactersToConvert('Caferaga')).toEqual([])
})
