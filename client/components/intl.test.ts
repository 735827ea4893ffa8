import { expect, test, vi } from 'vitest'
import { dateFormat, numberFormat } from './intl.ts'

test('each formatter is created once, and separately per language', () => {
  const made = vi.spyOn(Intl, 'NumberFormat')
  const percent = () => numberFormat('en', { style: 'percent', maximumFractionDigits: 7 }).format(0.5)

  expect([percent(), percent()]).toEqual(['50%', '50%'])
  expect(made).toHaveBeenCalledOnce()
  expect(numberFormat('tr', { style: 'percent', maximumFractionDigits: 7 }).format(0.5)).toBe('%50')
})

test('the day precedes the month', () => {
  const day = new Date(2026, 10, 22)
  const format = { day: 'numeric', month: 'short' } as const

  expect([dateFormat('en', format).format(day), dateFormat('tr', format).format(day)]).toEqual([
    '22 Nov',
    '22 Kas',
  ])
})
