import { beforeEach, expect, test, vi } from 'vitest'
import { startAnswer } from './conversation.ts'
import { createDevice, type DeviceHistory, withChat } from './device.ts'

beforeEach(() => localStorage.clear())

const date = '2026-11-20T14:32:00.000Z'
const exchange = (
  key: string,
  files = [{ type: 'file', name: 'a.png', mime: 'image/png', data: 'data:a' }],
) => ({
  key,
  question: { text: key, files, date },
  answer: startAnswer(date),
})
const none: DeviceHistory = { chats: [] }

test('the newest conversation comes first, without the contents of its files', () => {
  const first = withChat(none, { id: 'a', date, exchanges: [exchange('one')] })
  const both = withChat(first, { id: 'b', date, exchanges: [exchange('two')] })

  const again = withChat(both, { id: 'a', date, exchanges: [exchange('one'), exchange('three')] })

  expect(again.current).toBe('a')
  expect(again.chats.map(({ id, exchanges }) => [id, exchanges.length])).toEqual([
    ['a', 2],
    ['b', 1],
  ])
  expect(JSON.stringify(again)).not.toContain('data:a')
})

test('old conversations and old questions are dropped, and an empty conversation is not stored', () => {
  const exchanges = Array.from({ length: 150 }, (_, index) => exchange(`q${index}`))
  let history = none
  for (let index = 0; index < 30; index += 1) {
    history = withChat(history, { id: `chat${index}`, date, exchanges })
  }

  expect(history.chats.map(({ id }) => id)).toEqual(Array.from({ length: 20 }, (_, n) => `chat${29 - n}`))
  expect(history.chats[0]?.exchanges).toHaveLength(100)
  expect(withChat(history, { id: 'chat29', date, exchanges: [] }).chats[0]?.id).toBe('chat28')
})

test('every flow has its own history; an unreadable one counts as empty', () => {
  createDevice('a').write({ chats: [], lead: { email: 'elif@example.com' } })

  expect(createDevice('a').read()).toEqual({ chats: [], lead: { email: 'elif@example.com' } })
  expect(createDevice('b').read()).toEqual(none)
  localStorage.setItem('flowtill-chat:c', '{')
  expect(createDevice('c').read()).toEqual(none)
})

test('without storage the history lasts as long as the page', () => {
  const setItem = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('Full', 'QuotaExceededError')
  })
  const device = createDevice('a')
  const history = withChat(none, { id: 'a', date, exchanges: [exchange('one')] })

  device.write(history)

  expect(device.read()).toEqual(history)
  setItem.mockRestore()
})
