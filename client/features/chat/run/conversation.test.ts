import { expect, test } from 'vitest'
import type { Message } from '#shared/chat.ts'
import { pairMessages, placeTurns, questionsOf } from './conversation.ts'
import { type LiveTurn, reduceTurns } from './live-turns.ts'

const sentDate = '2026-11-21T11:03:00.000Z'

function aMessage(id: string, message: Partial<Message> = {}): Message {
  return {
    id,
    role: 'userMessage',
    chatflowid: 'f1',
    content: 'Hello?',
    chatId: 'c1',
    sessionId: 'c1',
    memoryType: null,
    chatType: 'INTERNAL',
    createdDate: sentDate,
    leadEmail: null,
    runId: null,
    durationMs: null,
    tokens: null,
    cost: null,
    ...message,
  }
}

function merge(messages: Message[], turns: LiveTurn[]) {
  return placeTurns(pairMessages(messages), turns)
}

function anAnswer(id: string, runId: string): Message {
  return aMessage(id, { role: 'apiMessage', content: 'Here.', runId })
}

function aTurn(key: string, question = 'Hello?', runId?: string): LiveTurn[] {
  const requested = reduceTurns([], { type: 'asked', key, question, sentDate })
  return runId ? reduceTurns(requested, { type: 'taken', key, runId }) : requested
}

test('a question and the answer after it form one exchange', () => {
  const exchanges = merge([aMessage('m1'), anAnswer('m2', 'r1'), aMessage('m3')], [])

  expect(exchanges).toMatchObject([
    { key: 'm1', question: 'Hello?', stored: { id: 'm2' } },
    { key: 'm3', question: 'Hello?', stored: undefined },
  ])
})

test('what a person has replied to a waiting run is quoted below its question', () => {
  const asked = aMessage('m2', { role: 'apiMessage', content: 'Refund it?', runId: 'r1' })
  const reply = aMessage('m3', { content: 'Half of it.\nNot more.', runId: 'r1' })

  const exchanges = merge([aMessage('m1'), asked, reply, anAnswer('m4', 'r1')], [])

  expect(exchanges).toMatchObject([
    {
      key: 'm1',
      asked: ['Refund it?\n\n> Half of it.\n> Not more.'],
      stored: { id: 'm4', content: 'Here.' },
    },
  ])
})

test('an answer without its question is its own exchange', () => {
  const exchanges = merge([anAnswer('m1', 'r1'), anAnswer('m2', 'r2')], [])

  expect(exchanges).toMatchObject([
    { question: undefined, stored: { id: 'm1' } },
    { question: undefined, stored: { id: 'm2' } },
  ])
})

test('a turn that is not yet stored comes last', () => {
  const exchanges = merge([aMessage('m1'), anAnswer('m2', 'r1')], aTurn('t1', 'And now?'))

  expect(exchanges.map(({ key }) => key)).toEqual(['m1', 't1'])
})

test('a turn replaces its stored question, and then its stored answer, under its own key', () => {
  const turns = aTurn('t1', 'Hello?', 'r1')

  const requested = merge([aMessage('m1')], turns)
  const answered = merge([aMessage('m1'), anAnswer('m2', 'r1')], turns)

  expect(requested).toMatchObject([{ key: 't1', stored: undefined, live: turns[0] }])
  expect(answered).toMatchObject([{ key: 't1', stored: { id: 'm2' }, live: turns[0] }])
})

test('of equal questions the later turn gets the later position', () => {
  const turns = [...aTurn('t1', 'Hello?', 'r1'), ...aTurn('t2', 'Hello?', 'r2')]

  const exchanges = merge([aMessage('m0'), aMessage('m1'), aMessage('m2')], turns)

  expect(exchanges.map(({ key }) => key)).toEqual(['m0', 't1', 't2'])
})

test('a resumed run belongs to the last question without an answer', () => {
  const turns = reduceTurns([], { type: 'found', runId: 'r1', sentDate })

  const exchanges = merge([aMessage('m1'), anAnswer('m2', 'r0'), aMessage('m3')], turns)

  expect(exchanges).toMatchObject([{ key: 'm1' }, { key: 'r1', question: 'Hello?' }])
})

test('a resumed run finds its question through its answer', () => {
  const turns = reduceTurns([], { type: 'found', runId: 'r1', sentDate })

  const [exchange] = merge([aMessage('m1'), anAnswer('m2', 'r1')], turns)

  expect(exchange).toMatchObject({ key: 'r1', question: 'Hello?' })
})

test('the question history omits consecutive duplicates', () => {
  const messages = ['One', 'One', 'Two', 'One'].map((content, index) => aMessage(`m${index}`, { content }))

  expect(questionsOf(merge(messages, []))).toEqual(['One', 'Two', 'One'])
})

test('exchanges unrelated to a turn preserve their identity', () => {
  const stored = pairMessages([aMessage('m1'), anAnswer('m2', 'r1'), aMessage('m3', { content: 'And now?' })])

  const exchanges = placeTurns(stored, aTurn('t1', 'And now?'))

  expect(exchanges[0]).toBe(stored[0])
  expect(stored[1]).toMatchObject({ key: 'm3', live: undefined })
})
