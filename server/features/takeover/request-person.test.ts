import { expect, test, vi } from 'vitest'
import { notifications } from '#server/features/notifications/notifications.table.ts'
import { aPersonFlow } from '#server/testing/conversation-flow.ts'
import { openInbox } from '#server/testing/open-inbox.ts'
import { aControlFlow } from '#server/testing/run-test-program.ts'
import type { Conversation, Thread } from '#shared/conversations.ts'
import type { Switched } from '#shared/takeover.ts'

const question = 'Can I talk to a person?'
const site = { origin: 'https://shop.example' }
const steps = aControlFlow(
  [
    { id: 'start', name: 'startAgentflow', label: 'Start' },
    {
      ...{ id: 'person', name: 'requestPersonAgentflow', label: 'Ask for a Person' },
      inputs: {
        requestPersonReason: 'Wants: {{ question }}',
        requestPersonMessage: 'Somebody will be here soon.',
        requestPersonUnavailable: 'Write to help@shop.example.',
      },
    },
  ],
  ['start -> person'],
)
const kinds = {
  'the tool of a chat flow': { flowData: JSON.stringify(aPersonFlow()) },
  'the step of an agent flow': { type: 'AGENTFLOW', flowData: JSON.stringify(steps) },
}

async function openDesk(fields: object) {
  const world = await openInbox({ listen: true })
  const { ada, app, createFlow, read } = world
  const flowId = await createFlow(ada, 'Desk', { isPublic: true, ...fields })
  const ask = async (
    chatId: string,
    { headers = site, text = question }: { headers?: object; text?: string } = {},
  ) => {
    const payload = { question: text, chatId }
    const request = {
      method: 'POST',
      url: `/api/v1/prediction/${flowId}`,
      headers: { ...headers },
      payload,
    } as const
    return (await app.inject(request)).json()
  }
  const list = async () =>
    (await read<{ items: Conversation[] }>('inbox.list', {})).items.map(({ chatId }) => chatId)
  const thread = () => read<Thread>('inbox.thread', { flowId, chatId: 'c1' })
  const notified = () => world.store.db.select().from(notifications)
  return { ...world, flowId, ask, list, thread, notified }
}

test.each(Object.entries(kinds))(
  'with %s, the conversation waits at the top of the inbox, and the owner is notified once',
  async (_, fields) => {
    const { ask, list, thread, notified, write, clock } = await openDesk(fields)
    const reply = await ask('c1')
    clock.ms += 60_000
    await write('newer', 'Another visitor, later')

    const again = await ask('c1')

    expect(reply.text).not.toBe('')
    expect(again.text).not.toBe('')
    expect(await list()).toEqual(['c1', 'newer'])
    const { conversation, entries } = await thread()
    expect(conversation.requestedDate).not.toBeNull()
    expect(entries).toMatchObject([{ kind: 'person_requested', text: expect.stringContaining(question) }])
    expect(await notified()).toMatchObject([{ kind: 'person_requested', count: 1 }])
  },
)

test('the step says the text of its form, with the reason for the operator', async () => {
  const { ask, thread } = await openDesk(kinds['the step of an agent flow'])

  expect((await ask('c1')).text).toBe('Somebody will be here soon.')
  expect((await thread()).entries).toMatchObject([{ text: `Wants: ${question}` }])
})

test('once an operator has taken over, the flow that has asked for them answers no more', async () => {
  const { ask, change, flowId, thread } = await openDesk(kinds['the step of an agent flow'])
  await ask('c1')
  await change<Switched>('takeover.switchAi', { chatflowId: flowId, chatId: 'c1', disabled: true })

  expect(await ask('c1')).toMatchObject({ text: '', aiDisabled: true })

  const { messages, conversation } = await thread()
  expect(messages.map(({ role }) => role)).toEqual(['userMessage', 'apiMessage', 'userMessage'])
  expect(conversation.requestedDate).toBeNull()
})

test('an operator who is called while the agent still writes cuts its answer', async () => {
  const { ask, change, flowId, thread } = await openDesk(kinds['the tool of a chat flow'])
  const answering = ask('c1', { text: `${question} [[sandbox latency=700]]` })
  await vi.waitFor(async () => expect((await thread()).entries).toHaveLength(1), { timeout: 5_000 })

  await change<Switched>('takeover.switchAi', { chatflowId: flowId, chatId: 'c1', disabled: true })

  expect(await answering).toMatchObject({ text: '', aiDisabled: true })
  expect((await thread()).messages.map(({ role }) => role)).toEqual(['userMessage'])
})

test('a run that is repeated from one of its steps asks nobody again', async () => {
  const { ask, services, ada, thread, notified, mark } = await openDesk(kinds['the step of an agent flow'])
  const { executionId } = await ask('c1')
  await mark('c1', { requestedDate: null })

  const { runId } = await services.chat.runAgain(ada.user.id, executionId, 'person#1')
  await expect.poll(async () => (await services.runs.get(ada.user.id, runId)).state).toBe('finished')

  const { conversation, entries } = await thread()
  expect([conversation.requestedDate, entries.length]).toEqual([null, 1])
  expect(await notified()).toMatchObject([{ count: 1 }])
})

test.each(Object.entries(kinds))(
  'with %s, callers of the API and tests learn that nobody can come',
  async (name, fields) => {
    const { ask, ada, flowId, thread, notified } = await openDesk(fields)

    const outside = await ask('c1', { headers: {} })
    const inside = await ada.call('POST', `/internal-prediction/${flowId}`, { question, chatId: 'c2' })

    for (const reply of [outside, inside.json()]) {
      expect(JSON.stringify(reply)).toContain(
        name.startsWith('the tool') ? 'No person can join this conversation.' : 'Write to help@shop.example.',
      )
    }
    const { conversation, entries } = await thread()
    expect([conversation.requestedDate, entries]).toEqual([null, []])
    expect(await notified()).toEqual([])
  },
)
