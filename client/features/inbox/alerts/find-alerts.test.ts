import { expect, test } from 'vitest'
import { createInboxStore } from '../live/inbox-store.ts'
import { aConversation } from '../testing/samples.ts'
import { findAlerts } from './find-alerts.ts'

function alertsOf(...changes: Parameters<typeof aConversation>[0][]) {
  const inbox = createInboxStore()
  inbox.setList([aConversation()], { isFirst: true, fits: () => true })
  const found: string[] = []
  inbox.store.subscribe((after, before) => {
    found.push(...findAlerts(before, after).map(({ type, conversation }) => `${type} ${conversation.chatId}`))
  })
  for (const each of changes) {
    const conversation = aConversation(each)
    const { flowId, chatId } = conversation
    inbox.apply([{ type: 'sessionStateChange', data: { flowId, chatId, conversation } }])
  }
  return found
}

test('a request for a person alerts once', () => {
  const requestedDate = '2026-11-20T12:05:00.000Z'

  expect(alertsOf({ requestedDate }, { requestedDate, unread: 1 })).toEqual(['request c1'])
})

test('a visitor who writes while AI is off alerts, one whom AI answers does not', () => {
  expect(alertsOf({ unread: 1 }, { unread: 2 })).toEqual([])
  expect(alertsOf({ isAiOff: true }, { isAiOff: true, unread: 1 }, { isAiOff: true, unread: 0 })).toEqual([
    'message c1',
  ])
})
