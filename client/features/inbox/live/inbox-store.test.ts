import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Conversation } from '#shared/conversations.ts'
import type { LiveFrame } from '#shared/live.ts'
import { aConversation, aMessage, aThread } from '../testing/samples.ts'
import { createInboxStore, keyOf } from './inbox-store.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const key = keyOf(aConversation())
const other = keyOf(aConversation({ chatId: 'c2' }))

function openStore(fits: (conversation: Conversation) => boolean = () => true) {
  const inbox = createInboxStore()
  inbox.setList([aConversation(), aConversation({ chatId: 'c2' })], { isFirst: true, fits })
  const state = () => inbox.store.getState()
  const change = (conversation: Partial<Conversation>): LiveFrame => {
    const changed = aConversation(conversation)
    const { flowId, chatId } = changed
    return { type: 'sessionStateChange', data: { flowId, chatId, conversation: changed } }
  }
  const toggle = (changes: Partial<Extract<LiveFrame, { type: 'aiToggleChange' }>>): LiveFrame => ({
    ...{ type: 'aiToggleChange', flowId: 'shop', chatId: 'c1', disabled: true, forceRefresh: false },
    ...{ timestamp: 1, sourceClient: 'another window' },
    ...changes,
  })
  return { inbox, state, change, toggle }
}

test('a conversation with news moves to the top; while the list is read it waits', () => {
  const { inbox, state, change } = openStore()

  inbox.apply([change({ chatId: 'c2', sequence: 2 })])
  expect(state().order).toEqual([other, key])

  inbox.hold('pointer', true)
  inbox.hold('reply', true)
  inbox.apply([change({ sequence: 2, preview: 'New' }), change({ chatId: 'c3' })])
  expect(state().order).toEqual([other, key])
  expect(state().conversations.get(key)?.preview).toBe('New')
  expect(state().moved.size).toBe(2)

  inbox.hold('pointer', false)
  expect(state().moved.size).toBe(2)
  inbox.hold('reply', false)
  expect(state().order).toEqual([keyOf({ flowId: 'shop', chatId: 'c3' }), key, other])
  expect(state().moved.size).toBe(0)
})

test('a change without news keeps its place, and what does not fit the filters is not added', () => {
  const { inbox, state, change } = openStore(({ platform }) => platform === 'web')

  inbox.apply([change({ chatId: 'c2', unread: 0, isAiOff: true })])
  inbox.apply([change({ chatId: 'c3', platform: 'telegram' })])

  expect(state().order).toEqual([key, other])
  expect(state().conversations.get(other)?.isAiOff).toBe(true)
  expect(state().conversations.size).toBe(2)
})

test('messages reach open threads; a thread that is cut can be read back', () => {
  const { inbox, state } = openStore()
  inbox.setThread(aConversation(), aThread())
  const live = Array.from({ length: 1_004 }, (_, index) => aMessage(index + 2))

  inbox.apply(live.map((data): LiveFrame => ({ type: 'newMessage', data })))
  inbox.apply([{ type: 'newMessage', data: aMessage(1, { chatId: 'c2' }) }])

  const thread = state().threads.get(key)
  expect(thread?.messages).toHaveLength(1_000)
  expect(thread?.messages.at(-1)?.sequence).toBe(1_005)
  expect(thread?.hasOlder).toBe(true)
  expect(state().threads.has(other)).toBe(false)
})

test('an older page is put before the thread, and says whether there is more', () => {
  const { inbox, state } = openStore()
  inbox.setThread(aConversation(), aThread({ messages: [aMessage(5), aMessage(6)], hasOlder: true }))

  inbox.setThread(aConversation(), aThread({ messages: [aMessage(3), aMessage(4)], hasOlder: false }))
  inbox.setThread(aConversation(), aThread({ messages: [aMessage(6), aMessage(7)], hasOlder: true }))

  expect(
    state()
      .threads.get(key)
      ?.messages.map(({ sequence }) => sequence),
  ).toEqual([3, 4, 5, 6, 7])
  expect(state().threads.get(key)?.hasOlder).toBe(false)
})

test('the AI switch of another window flips here; a forced refresh reads everything again', () => {
  const { inbox, state, toggle } = openStore()

  inbox.apply([toggle({ disabled: true })])
  expect(state().conversations.get(key)?.isAiOff).toBe(true)
  expect(state().stale).toBe(0)

  inbox.apply([toggle({ flowId: '', chatId: '', forceRefresh: true })])
  expect(state().stale).toBe(1)
})

test('requests for a person are noted once each, and end with the answer', () => {
  const { inbox, state, change } = openStore()
  const requestedDate = '2026-11-20T12:05:00.000Z'

  inbox.apply([change({ requestedDate }), change({ requestedDate }), change({ chatId: 'c2', requestedDate })])
  expect(state().requests).toEqual([key, other])

  inbox.dismissRequest(key)
  inbox.apply([change({ requestedDate, unread: 3 })])
  expect(state().requests).toEqual([other])

  inbox.apply([change({ chatId: 'c2', requestedDate: null })])
  expect(state().requests).toEqual([])
})

test('who is present is forgotten after twelve seconds of silence', () => {
  const { inbox, state } = openStore()
  const people = [{ id: 'u1', name: 'selin', by: 'operator' as const, isTyping: true }]
  inbox.apply([{ type: 'sessionStateChange', data: { flowId: 'shop', chatId: 'c1', people } }])
  expect(state().presence.get(key)?.people).toEqual(people)

  vi.advanceTimersByTime(11_000)
  inbox.forgetAbsent()
  expect(state().presence.has(key)).toBe(true)
  vi.advanceTimersByTime(1_000)
  inbox.forgetAbsent()

  expect(state().presence.has(key)).toBe(false)
})

test('a note of another operator makes only the open thread read again', () => {
  const { inbox, state } = openStore()
  const note = (chatId: string): LiveFrame => ({
    type: 'sessionStateChange',
    data: { flowId: 'shop', chatId, hasNewEntries: true },
  })
  inbox.select(key)

  inbox.apply([note('c2')])
  expect(state().staleThread).toBe(0)
  inbox.apply([note('c1')])

  expect(state()).toMatchObject({ staleThread: 1, stale: 0 })
})

test('a deleted conversation disappears everywhere', () => {
  const { inbox, state } = openStore()
  inbox.setThread(aConversation(), aThread())
  inbox.select(key)

  inbox.apply([{ type: 'sessionStateChange', data: { flowId: 'shop', chatId: 'c1', conversation: null } }])

  expect(state().order).toEqual([other])
  expect(state().threads.size).toBe(0)
  expect(state().selected).toBeUndefined()
})

test('frames are ignored while the inbox is not shown, and made up for afterwards', () => {
  const { inbox, state, change } = openStore()

  inbox.setActive(false)
  inbox.apply([change({ preview: 'Missed', sequence: 9 }), { type: 'multiConnectionNotice', connections: 3 }])
  expect(state().conversations.get(key)?.preview).toBe('Yes.')
  expect(state().otherWindows).toBe(0)

  inbox.setActive(true)
  expect(state().stale).toBe(1)
  inbox.apply([{ type: 'multiConnectionNotice', connections: 3 }])
  expect(state().otherWindows).toBe(2)
})

test('a first page replaces the list and keeps the open conversation; a next page follows it', () => {
  const { inbox, state } = openStore()
  inbox.select(key)
  const fits = () => true

  inbox.setList([aConversation({ chatId: 'c3' })], { isFirst: true, fits })
  inbox.setList([aConversation({ chatId: 'c3' }), aConversation({ chatId: 'c4' })], { isFirst: false, fits })

  expect(state().order).toEqual(['shop/c3', 'shop/c4'])
  expect(state().conversations.has(key)).toBe(true)
  expect(state().conversations.has(other)).toBe(false)
})
