import { expect, test } from 'vitest'
import type { Thread } from '#shared/conversations.ts'
import { aMessage } from '../testing/samples.ts'
import { rowsOf } from './thread-rows.ts'

function anEntry(id: string, createdDate: string): Thread['entries'][number] {
  return { id, chatId: 'c1', kind: 'note', actorName: 'selin', isOwn: false, text: 'Known.', createdDate }
}

const keys = (rows: readonly { type: string; key: string }[]) =>
  rows.map(({ type, key }) => (type === 'day' ? 'day' : key))

test('notes and switches stand between the messages of their time, under the line of their day', () => {
  const messages = [
    aMessage(1, { createdDate: '2026-11-19T12:00:00.000Z' }),
    aMessage(2, { createdDate: '2026-11-20T12:00:00.000Z' }),
  ]
  const entries = [
    anEntry('before', '2026-11-19T11:00:00.000Z'),
    anEntry('between', '2026-11-20T11:00:00.000Z'),
    anEntry('after', '2026-11-20T13:00:00.000Z'),
  ]

  expect(keys(rowsOf(messages, entries, false))).toEqual([
    ...['day', 'before', 'm1', 'day', 'between', 'm2', 'after'],
  ])
})

test('what is older than the messages read so far waits for its page', () => {
  const messages = [aMessage(5, { createdDate: '2026-11-20T12:00:00.000Z' })]
  const entries = [anEntry('older', '2026-11-20T11:00:00.000Z'), anEntry('newer', '2026-11-20T12:30:00.000Z')]

  expect(keys(rowsOf(messages, entries, true))).toEqual(['day', 'm5', 'newer'])
})
