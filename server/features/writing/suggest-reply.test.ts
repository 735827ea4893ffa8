import { expect, test } from 'vitest'
import { messages } from '#server/features/messages/messages.table.ts'
import { modelCalls } from '#server/features/usage/usage.table.ts'
import { checkLedger } from '#server/features/wallet/check-ledger.ts'
import { holds } from '#server/features/wallet/wallet.table.ts'
import { aConversationFlow } from '#server/testing/conversation-flow.ts'
import { openInbox } from '#server/testing/open-inbox.ts'
import type { RunEvent } from '#shared/runs.ts'
import { writerOf } from './flow-writer.ts'
import { replyRequest } from './prompts.ts'

type World = Awaited<ReturnType<typeof openInbox>>
const question = 'What is 12 * 7?'

async function openChat(text = question) {
  const world = await openInbox({ listen: true })
  await world.write('chat', text)
  const suggest = (more: object = {}, by = world.ada) =>
    world.change<{ runId: string; code?: string }>(
      'writing.reply',
      { flowId: world.flowId, chatId: 'chat', ...more },
      by,
    )
  const watch = async (runId: string, by = world.ada) => {
    const events: RunEvent[] = []
    for await (const { event } of await world.services.runs.watch(by.user.id, runId, 0, undefined)) {
      events.push(event)
    }
    return events
  }
  const isClosed = async () =>
    (await world.store.db.select().from(holds)).every(({ status }) => status !== 'open')
  return { ...world, suggest, watch, isClosed }
}

const tokensOf = (events: readonly RunEvent[]) =>
  events.flatMap((event) => (event.type === 'token' ? [event.text] : [])).join('')
const callsOf = ({ store }: World) => store.db.select().from(modelCalls)

test('a draft is streamed, charged to the owner once, and sent to nobody', async () => {
  const world = await openChat()
  const { suggest, watch, store } = world
  const before = await store.db.select().from(messages)

  const { runId } = await suggest()
  const events = await watch(runId)

  const ending = events.at(-1)
  expect(ending).toMatchObject({ type: 'run_finished', text: expect.stringContaining('84') })
  expect(tokensOf(events)).toBe(ending?.type === 'run_finished' ? ending.text : '')
  const [call, ...more] = await callsOf(world)
  expect(more).toEqual([])
  expect(call).toMatchObject({ nodeId: 'aiReply', userId: world.ada.user.id, flowId: world.flowId })
  expect(call?.costMicro).toBeGreaterThan(0)
  expect(await store.db.select().from(messages)).toEqual(before)
  await expect.poll(world.isClosed).toBe(true)
  expect(await checkLedger(store.db)).toEqual([])
})

test('a stopped draft ends, and what it has received is charged', async () => {
  const world = await openChat('Count [[sandbox tokens=400 delay=40]]')
  const { suggest, services, ada, change, store } = world

  const { runId } = await suggest()
  const events: RunEvent[] = []
  for await (const { event } of await services.runs.watch(ada.user.id, runId, 0, undefined)) {
    events.push(event)
    await (tokensOf(events).length > 20 && change('chat.stop', { runId }))
  }

  expect(events.at(-1)).toMatchObject({ type: 'run_stopped', text: expect.stringMatching(/^one two three/) })
  const [call] = await callsOf(world)
  expect(call?.costMicro).toBeGreaterThan(0)
  await expect.poll(world.isClosed).toBe(true)
  expect(await checkLedger(store.db)).toEqual([])
})

test('without enough money nothing is called, and the draft says why', async () => {
  const world = await openChat()
  const { suggest, watch, root, ada, store } = world
  await root.call('POST', '/wallets/credit', { userId: ada.user.id, amount: '-4.999999' })

  const { runId } = await suggest()
  const events = await watch(runId)

  expect(events.at(-1)).toMatchObject({
    ...{ type: 'run_failed', code: 'INSUFFICIENT_FUNDS' },
    message: 'Insufficient balance. Please top up your wallet.',
  })
  expect(await callsOf(world)).toEqual([])
  expect(await checkLedger(store.db)).toEqual([])
})

test('a failing model ends the draft with its error', async () => {
  const { suggest, watch } = await openChat('[[sandbox error=500]] Hello')

  const { runId } = await suggest()
  const events = await watch(runId)

  expect(events.at(-1)).toMatchObject({ type: 'run_failed', code: 'UPSTREAM_FAILED' })
})

test('only the owner asks for a draft, of a conversation that exists', async () => {
  const { suggest, eve, mod } = await openChat()

  expect(await suggest({ chatId: 'none' })).toMatchObject({ code: 'NOT_FOUND' })
  expect(await suggest({}, eve)).toMatchObject({ code: 'NOT_FOUND' })
  expect(await suggest({}, mod)).toMatchObject({ code: 'NOT_FOUND' })
})

test("the flow's own model and instruction are used, in chat flows and in agent flows", () => {
  const chat = aConversationFlow()
  const agent = {
    nodes: [
      {
        id: 'llm',
        data: {
          id: 'llm',
          name: 'llmAgentflow',
          inputs: {
            llmModel: 'chatAnthropic',
            llmModelConfig: { modelName: 'claude-x', FLOWISE_CREDENTIAL_ID: 'key' },
          },
        },
      },
    ],
    edges: [],
  }

  expect(writerOf(JSON.stringify(chat)).instruction).not.toBe('')
  expect(writerOf(JSON.stringify(agent)).model).toEqual({
    ...{ provider: 'chatAnthropic', credentialId: 'key', modelName: 'claude-x', baseUrl: '' },
  })
})

test('the model reads the conversation, and a turn to answer when the visitor is not the last', () => {
  const written = [
    { role: 'userMessage', content: 'Hello' },
    { role: 'apiMessage', content: 'Hi' },
  ]

  const { system, messages: turns } = replyRequest('Open until nine.', written)

  expect(system).toContain('Open until nine.')
  expect(turns.map(({ role }) => role)).toEqual(['user', 'assistant', 'user'])
  expect(replyRequest('', written.slice(0, 1)).messages).toEqual([{ role: 'user', content: 'Hello' }])
})
