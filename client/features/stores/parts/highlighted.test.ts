import { expect, test } from 'vitest'
import { markWords, wordsOf } from './highlighted.tsx'

test('words are matched by their beginning, whatever their case and diacritics', () => {
  const parts = markWords('Müşteriler için: DISHWASHER safe.', wordsOf('musteri dishwasher?'))

  expect(parts.filter(({ isMatch }) => isMatch).map(({ text }) => text)).toEqual(['Müşteriler', 'DISHWASHER'])
  expect(parts.map(({ text }) => text).join('')).toBe('Müşteriler için: DISHWASHER safe.')
  expect(markWords('as it is', wordsOf('? a'))).toEqual([{ text: 'as it is', isMatch: false }])
})
