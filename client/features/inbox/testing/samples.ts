import type { Conversation, Thread } from '#shared/conversations.ts'
import type { InboxMessage } from '../live/merge-messages.ts'

const START = Date.parse('2026-11-20T12:00:00Z')

export function aConversation(changes: Partial<Conversation> = {}): Conversation {
  return {
    ...{
      flowId: 'shop',
      flowName: 'Shop',
      chatId: 'c1',
      sessionId: 'c1',
      chatType: 'EXTERNAL',
      platform: 'web',
    },
    ...{
      sequence: 1,
      messageCount: 1,
      unread: 0,
      seenSequence: 0,
      isAiOff: false,
      switchedBy: null,
      switchedDate: null,
    },
    ...{ requestedDate: null, hasOperator: false, rating: null, failure: null, cost: 0 },
    ...{ title: 'Do you ship?', preview: 'Yes.', previewBy: 'bot' },
    ...{ startedDate: new Date(START).toISOString(), updatedDate: new Date(START).toISOString() },
    ...{ name: null, email: null, phone: null },
    ...changes,
  }
}

/** A message by its number in the chat, one second after the one before it. */
export function aMessage(sequence: number, changes: Partial<InboxMessage> = {}): InboxMessage {
  return {
    ...{ id: `m${sequence}`, role: 'userMessage', chatflowid: 'shop', chatId: 'c1', sessionId: 'c1' },
    ...{ content: `Message ${sequence}`, memoryType: null, chatType: 'EXTERNAL', leadEmail: null },
    ...{ runId: null, durationMs: null, tokens: null, cost: null, sequence, platform: 'web' },
    createdDate: new Date(START + sequence * 1_000).toISOString(),
    ...changes,
  } as InboxMessage
}

export function aThread(changes: Partial<Thread> = {}): Thread {
  return { conversation: aConversation(), messages: [aMessage(1)], hasOlder: false, entries: [], ...changes }
}
