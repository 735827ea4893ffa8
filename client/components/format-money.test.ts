import { expect, test } from 'vitest'
import { formatBalance, formatCost, formatMoney } from './format-money.ts'

test('writes dollars as each language does', () => {
  expect(formatMoney(1234.5, 'en')).toBe('$1,234.50')
  expect(formatMoney(1234.5, 'tr')).toBe('1.234,50\u00a0$')
})

test('puts a true minus before the sign, and none before zero', () => {
  expect(formatMoney(-0.5, 'en')).toBe('−$0.50')
  expect(formatMoney(-0.001, 'en')).toBe('<\u00a0$0.01')
  expect(formatMoney(0, 'en')).toBe('$0.00')
})

test('never calls money that was spent nothing', () => {
  expect(formatMoney(0.00004, 'en', 4)).toBe('<\u00a0$0.0001')
  expect(formatMoney(0.00006, 'en', 4)).toBe('$0.0001')
})

test('a balance never shows more than there is', () => {
  expect(formatBalance(4.99997, 'en')).toBe('$4.99')
  expect(formatBalance(4.57, 'en')).toBe('$4.57')
  expect(formatBalance(5, 'tr')).toBe('5,00\u00a0$')
  expect(formatBalance(0.009, 'en')).toBe('<\u00a0$0.01')
  expect(formatBalance(0, 'en')).toBe('$0.00')
})

test('shows small costs with four decimals', () => {
  expect(formatCost(0.0123, 'en')).toBe('$0.0123')
  expect(formatCost(5.4, 'en')).toBe('$5.40')
  expect(formatCost(0, 'en')).toBe('$0.00')
})
