import { expect, test } from 'vitest'
import { matches } from './fold-text.ts'

test.each([
  ['Müşteri karşılama', 'musteri'],
  ['İZMİR ŞUBESİ', 'izmir subesi'],
  ['ılık çay', 'ILIK CAY'],
  ['Menü çevirmeni', 'menu'],
  ['Returns desk', 'desk returns'],
  ['anything', ''],
])('%s is found by %s', (text, query) => {
  expect(matches(text, query)).toBe(true)
})

test('every word must match', () => {
  expect(matches('Returns desk', 'returns office')).toBe(false)
})
