import { describe, expect, test } from 'vitest'
import { changeInternalChat, clearInternalChat, internalChatKey, readInternalChat } from './internal-chat.ts'

const lead = { name: 'Elif', email: 'elif@example.com' }

test('the entry of a flow is its id with the suffix _INTERNAL', () => {
  expect(internalChatKey('f1')).toBe('f1_INTERNAL')
})

describe('reading', () => {
  test('returns the chat id, the lead and other values', () => {
    const stored = JSON.stringify({ chatId: 'c1', lead, theme: 'sea' })

    expect(readInternalChat(stored)).toEqual({ chatId: 'c1', lead, theme: 'sea' })
  })

  test('reads text that does not parse as the chat id', () => {
    expect(readInternalChat('3f1b-old-id')).toEqual({ chatId: '3f1b-old-id' })
  })

  test('returns an empty result for an empty value and for JSON that is not a record', () => {
    for (const stored of [undefined, '', '42', 'null', '"c1"', '["c1"]']) {
      expect(readInternalChat(stored)).toEqual({})
    }
  })

  test('drops a chat id or a lead of the wrong kind', () => {
    const chat = readInternalChat(JSON.stringify({ chatId: 7, lead: 'Elif', theme: 'sea' }))

    expect(chat).toEqual({ chatId: undefined, lead: undefined, theme: 'sea' })
  })
})

describe('changing', () => {
  test('preserves everything not named in the change', () => {
    const stored = JSON.stringify({ chatId: 'c1', lead, theme: 'sea' })

    const changed = changeInternalChat(stored, { chatId: 'c2' })

    expect(JSON.parse(changed)).toEqual({ chatId: 'c2', lead, theme: 'sea' })
  })

  test('converts an old plain chat id into a record', () => {
    expect(JSON.parse(changeInternalChat('old-id', { runId: 'r1' }))).toEqual({
      chatId: 'old-id',
      runId: 'r1',
    })
  })

  test('removes an expired value', () => {
    const changed = changeInternalChat(JSON.stringify({ chatId: 'c1', runId: 'r1' }), { runId: undefined })

    expect(JSON.parse(changed)).toEqual({ chatId: 'c1' })
  })
})

describe('clearing', () => {
  test('preserves only the lead record if there is one', () => {
    const stored = JSON.stringify({ chatId: 'c1', runId: 'r1', lead, theme: 'sea' })

    expect(clearInternalChat(stored)).toBe(JSON.stringify({ lead }))
  })

  test('removes the entry when there is no lead record', () => {
    for (const stored of [undefined, 'old-id', JSON.stringify({ chatId: 'c1', theme: 'sea' })]) {
      expect(clearInternalChat(stored)).toBeUndefined()
    }
  })
})
