import { expect, test } from 'vitest'
import type { Conversation, ListSort } from '#shared/conversations.ts'
import { aConversation } from '../testing/samples.ts'
import { rearrangeBy } from './list-order.ts'

const at = (minute: number) => `2026-11-20T12:0${minute}:00.000Z`
const chats: Record<string, Conversation> = {
  requested: aConversation({ requestedDate: at(3), updatedDate: at(5) }),
  waits: aConversation({ previewBy: 'visitor', updatedDate: at(1), unread: 1 }),
  waitsLess: aConversation({ previewBy: 'visitor', updatedDate: at(4), unread: 4 }),
  answered: aConversation({ updatedDate: at(6), unread: 2 }),
  older: aConversation({ updatedDate: at(2) }),
}
const conversations = new Map(Object.entries(chats))

function place(sort: ListSort, order: string[], ...moved: string[]) {
  return rearrangeBy(sort)(order, moved, conversations)
}

test('news go to the top of the newest, and elsewhere to the place that the server would give them', () => {
  expect(place('newest', ['requested', 'answered', 'older'], 'older')).toEqual([
    ...['older', 'requested', 'answered'],
  ])
  expect(place('waiting', ['requested', 'waits', 'answered', 'older'], 'waitsLess')).toEqual([
    ...['requested', 'waits', 'waitsLess', 'answered', 'older'],
  ])
  expect(place('waiting', ['waits', 'answered', 'older'], 'requested')).toEqual([
    ...['requested', 'waits', 'answered', 'older'],
  ])
  expect(place('unread', ['waitsLess', 'waits', 'older'], 'answered', 'requested')).toEqual([
    ...['requested', 'waitsLess', 'answered', 'waits', 'older'],
  ])
})

test('what was answered leaves those who wait', () => {
  const order = ['waits', 'answered', 'waitsLess', 'older']

  expect(place('waiting', order, 'answered')).toEqual(['waits', 'waitsLess', 'answered', 'older'])
})
