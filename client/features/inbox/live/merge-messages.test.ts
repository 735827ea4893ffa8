import { expect, test } from 'vitest'
import { aMessage } from '../testing/samples.ts'
import { MAX_MESSAGES, mergeLive, mergeRead } from './merge-messages.ts'

const at = (ms: number) => new Date(Date.parse('2026-11-20T12:00:00Z') + ms).toISOString()
const ids = (messages: readonly { id: string }[]) => messages.map(({ id }) => id)

test('a message that arrives twice is shown once, in the order of its number', () => {
  const merged = mergeLive([aMessage(1), aMessage(3)], [aMessage(3), aMessage(2)])

  expect(ids(merged)).toEqual(['m1', 'm2', 'm3'])
})

test('the same words are one message within two seconds, and two after that', () => {
  const first = aMessage(1, { content: 'Hello?', createdDate: at(0) })
  const soon = aMessage(2, { content: 'Hello?', createdDate: at(1_500) })
  const later = aMessage(3, { content: 'Hello?', createdDate: at(2_500) })

  expect(ids(mergeLive([first], [soon]))).toEqual(['m1'])
  expect(ids(mergeLive([first], [later]))).toEqual(['m1', 'm3'])
})

test('words that continue others are the same message, unless they are short, of another author or of another chat', () => {
  const opening = 'Shipping takes three to five days'
  const first = aMessage(1, { content: opening, createdDate: at(0) })
  const whole = aMessage(2, { content: `${opening} within the country.`, createdDate: at(500) })

  expect(ids(mergeLive([first], [whole]))).toEqual(['m1'])
  expect(mergeLive([first], [{ ...whole, role: 'apiMessage' }])).toHaveLength(2)
  expect(mergeLive([first], [{ ...whole, chatId: 'c2' }])).toHaveLength(2)
  const short = { ...first, content: 'Hi' }
  expect(mergeLive([short], [{ ...whole, content: 'Hi, it is me' }])).toHaveLength(2)
})

test('the newest thousand are kept; who has read further back keeps as many', () => {
  const many = Array.from({ length: 1_005 }, (_, index) => aMessage(index + 1))

  const live = mergeLive([], many)
  expect(live).toHaveLength(MAX_MESSAGES)
  expect(ids(live).at(0)).toBe('m6')
  expect(ids(live).at(-1)).toBe('m1005')

  const read = mergeRead(live, [aMessage(4), aMessage(5)])
  expect(read).toHaveLength(1_002)
  expect(mergeLive(read, [aMessage(1_006)])).toHaveLength(1_002)
})

test('what the server has stored is always shown, and replaces what was written here', () => {
  const own = aMessage(0, { id: 'own', content: 'On my way', pending: 'sending' })
  const before = [aMessage(1), own]

  const merged = mergeRead(before, [
    aMessage(2, { content: 'Message 1', createdDate: aMessage(1).createdDate }),
    aMessage(3, { id: 'own', content: 'On my way' }),
  ])

  expect(ids(merged)).toEqual(['m1', 'm2', 'own'])
  expect(merged.at(-1)?.pending).toBeUndefined()
})
