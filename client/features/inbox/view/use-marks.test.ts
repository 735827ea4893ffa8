import { expect, test } from 'vitest'
import { placesOf } from './use-marks.ts'

const marked = (text: string, ...words: string[]) =>
  placesOf(text, words).map(([start, end]) => text.slice(start, end))

test('words are marked from their beginning, whatever their case and diacritics', () => {
  expect(marked('Müşteri, müşteriler ve bir MÜŞTERİ', 'musteri')).toEqual(['Müşteri', 'müşteri', 'MÜŞTERİ'])
  expect(marked('A refund of refunds, not prerefund', 'refund')).toEqual(['refund', 'refund'])
  expect(marked('KE-48213 was sent', 'ke', '482')).toEqual(['KE', '482'])
  expect(marked('Nothing here', 'refund')).toEqual([])
})
