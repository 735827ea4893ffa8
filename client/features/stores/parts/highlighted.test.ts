import { expect, test } from 'vitest'
import { excerptOf, markWords, wordsOf } from './highlighted.tsx'

test('words are matched by their beginning, whatever their case and diacritics', () => {
  const parts = markWords('Müşteriler için: DISHWASHER safe.', wordsOf('musteri dishwasher?'))

  expect(parts.filter(({ isMatch }) => isMatch).map(({ text }) => text)).toEqual(['Müşteriler', 'DISHWASHER'])
  expect(parts.map(({ text }) => text).join('')).toBe('Müşteriler için: DISHWASHER safe.')
  expect(markWords('as it is', wordsOf('? a'))).toEqual([{ text: 'as it is', isMatch: false }])
})

test('an excerpt begins shortly before the first match, at a word', () => {
  const text = `${'All pieces are food safe. '.repeat(8)}Dishwasher safe up to 60 °C.`

  expect(excerptOf(text, ['dishwasher'])).toBe(
    '…food safe. All pieces are food safe. Dishwasher safe up to 60 °C.',
  )
  expect(excerptOf('Dishwasher safe', ['dishwasher'])).toBe('Dishwasher safe')
  expect(excerptOf(text, [])).toBe(text)
})
