import { expect, test } from 'vitest'
import { aConversation } from '../testing/samples.ts'
import { matchesView } from './matches-view.ts'

test('a changed conversation is listed as the server would list it', () => {
  const fits = (selection: Partial<Parameters<typeof matchesView>[0]>, changes = {}) =>
    matchesView({ filter: 'all', ...selection })(aConversation(changes))

  expect(fits({})).toBe(true)
  expect(fits({ flowId: 'museum' })).toBe(false)
  expect(fits({ platforms: ['embed', 'web'] })).toBe(true)
  expect(fits({ platforms: ['telegram'] })).toBe(false)
  expect(fits({ rating: 'THUMBS_UP' }, { rating: 'THUMBS_DOWN' })).toBe(false)
  expect(fits({ startDate: '2026-11-20T12:00:01.000Z' })).toBe(false)
  expect(fits({ endDate: '2026-11-20T11:59:59.000Z' })).toBe(false)
})

test('each filter looks at its own field, and a search lists nothing by itself', () => {
  const is = (filter: Parameters<typeof matchesView>[0]['filter'], changes: object) =>
    [matchesView({ filter })(aConversation(changes)), matchesView({ filter })(aConversation())] as const

  expect(is('requested', { requestedDate: '2026-11-20T12:00:00.000Z' })).toEqual([true, false])
  expect(is('unread', { unread: 1 })).toEqual([true, false])
  expect(is('ai_off', { isAiOff: true })).toEqual([true, false])
  expect(is('operator', { hasOperator: true })).toEqual([true, false])
  expect(is('lead', { phone: '+90 532 555 01 42' })).toEqual([true, false])
  expect(is('negative', { rating: 'THUMBS_DOWN' })).toEqual([true, false])
  expect(is('failed', { failure: 'Timed out.' })).toEqual([true, false])
  expect(matchesView({ filter: 'all', search: 'refund' })(aConversation())).toBe(false)
})
