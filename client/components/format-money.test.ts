import { expect, test } from 'vitest'
import type { Language } from '#client/texts/texts.tsx'
import { moneyDecimals } from '#shared/money-decimals.ts'
import { formatAverage, formatChange, formatMoney } from './format-money.ts'

test('formats dollars per language', () => {
  expect(formatMoney(1234.5, 'en')).toBe('$1,234.50')
  expect(formatMoney(1234.5, 'tr')).toBe('1.234,50\u00a0$')
  expect(formatMoney(48.2, 'tr')).toBe('48,20\u00a0$')
})

test.each([
  [5, '$5.00'],
  [4.99997, '$4.999970'],
  [104.99997, '$104.999970'],
  [4.997, '$4.9970'],
  [0.000001, '$0.000001'],
  [0.1 + 0.2, '$0.30'],
  [0, '$0.00'],
])('%d dollars are formatted as %s: cents, or more decimals if cents would be inexact', (dollars, text) => {
  expect(formatMoney(dollars, 'en')).toBe(text)
})

test.each([
  [-0.5, '−$0.50'],
  [-0.00003, '−$0.000030'],
  [-0.000001, '−$0.000001'],
  [-0, '$0.00'],
])('a debit of %d includes its sign', (dollars, text) => {
  expect(formatMoney(dollars, 'en')).toBe(text)
  expect(formatChange(dollars, 'en')).toBe(text)
})

test('a credit has a plus sign', () => {
  expect(formatChange(100, 'en')).toBe('+$100.00')
  expect(formatChange(0.00003, 'tr')).toBe('+0,000030\u00a0$')
})

test('a tiny nonzero amount is never shown as zero', () => {
  expect(formatMoney(0.0000004, 'en', 6)).toBe('<\u00a0$0.000001')
  expect(formatMoney(-0.0000004, 'en', 6)).toBe('<\u00a0−$0.000001')
})

test.each([
  [0, '$0.00'],
  [5.4, '$5.40'],
  [12.345, '$12.35'],
  [1 / 3, '$0.3333'],
  [0.000029, '$0.000029'],
])('an average of %d is formatted as %s', (dollars, text) => {
  expect(formatAverage(dollars, 'en')).toBe(text)
})

/** Seeded, so that every run uses the same sequence. */
function createRandom(seed: number) {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32
    return state / 2 ** 32
  }
}

function parseMicro(text: string, language: Language): number {
  const digits = language === 'tr' ? text.replaceAll('.', '').replace(',', '.') : text.replaceAll(',', '')
  const size = Math.round(Number(digits.replace(/[^\d.]/g, '')) * 1_000_000)
  return text.includes('−') ? -size : size
}

test.each(['en', 'tr'] as const)('displayed parts add up to the displayed total (%s)', (language) => {
  const random = createRandom(14)
  for (let round = 0; round < 500; round += 1) {
    const parts = Array.from({ length: 1 + Math.floor(random() * 12) }, () => {
      const step = 10 ** Math.floor(random() * 5)
      return Math.round((random() - 0.4) * 10 ** Math.floor(random() * 10)) * step
    })
    const sum = parts.reduce((total, part) => total + part, 0)
    const shown = (micro: number, decimals?: number) =>
      parseMicro(formatMoney(micro / 1_000_000, language, decimals), language)

    expect(parts.reduce((total, part) => total + shown(part), 0)).toBe(shown(sum))
    const decimals = moneyDecimals(...parts.map((part) => part / 1_000_000))
    expect(decimals).toBeGreaterThanOrEqual(2)
    expect(parts.reduce((total, part) => total + shown(part, decimals), 0)).toBe(shown(sum, decimals))
  }
})
