import { expect, test } from 'vitest'
import { messages } from '#server/features/messages/messages.table.ts'
import { modelCalls } from '#server/features/usage/usage.table.ts'
import { checkLedger } from '#server/features/wallet/check-ledger.ts'
import { holds } from '#server/features/wallet/wallet.table.ts'
import { aConversationFlow } from '#server/testing/conversation-flow.ts'
import { openInbox } from '#server/testing/open-inbox.ts'
import type { RunEvent } from '#shared/runs.ts'
import type { DraftEvent } from '#shared/writing.ts'
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
  /** As an operator reads it. */
  const follow = async (runId: string, by = world.ada, chatId = 'chat') => {
    const { services, flowId } = world
    const role = by === world.mod ? ('MODERATOR' as const) : ('USER' as const)
    const draft = { flowId, chatId, runId }
    const events: DraftEvent[] = []
    for await (const { event } of await services.writing.watchReply(
      { ...by.user, role },
      draft,
      0,
      undefined,
    )) {
      events.push(event)
    }
    return events
  }
  const isClosed = async () =>
    (await world.store.db.select().from(holds)).every(({ status }) => status !== 'open')
  return { ...world, suggest, watch, follow, isClosed }
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

test('owners and moderators ask for a draft, of a conversation with a visitor that exists', async () => {
  const { suggest, eve, mod, write } = await openChat()
  await write('canvas', question, { chatType: 'INTERNAL' })

  expect(await suggest({ chatId: 'none' })).toMatchObject({ code: 'NOT_FOUND' })
  expect(await suggest({}, eve)).toMatchObject({ code: 'NOT_FOUND' })
  expect(await suggest({ flowId: 'none' }, mod)).toMatchObject({ code: 'NOT_FOUND' })
  expect(await suggest({ chatId: 'canvas' }, mod)).toMatchObject({ code: 'INVALID_INPUT' })
})

test("a moderator reads a draft without costs, at the expense of the flow's owner", async () => {
  const world = await openChat()
  const { suggest, follow, mod, ada, services, store } = world
  const before = await services.wallet.balanceOf(mod.user.id)

  const { runId } = await suggest({}, mod)
  const events = await follow(runId, mod)

  expect(events.at(-1)).toEqual({ type: 'run_finished', text: expect.stringContaining('84') })
  expect(JSON.stringify(events)).not.toMatch(/cost|usage|price/i)
  expect(await callsOf(world)).toMatchObject([{ userId: ada.user.id, nodeId: 'aiReply' }])
  await expect.poll(world.isClosed).toBe(true)
  expect(await services.wallet.balanceOf(mod.user.id)).toEqual(before)
  expect(await checkLedger(store.db)).toEqual([])
})

test('a moderator does not learn that the owner is out of money', async () => {
  const world = await openChat()
  const { suggest, follow, root, ada, mod } = world
  await root.call('POST', '/wallets/credit', { userId: ada.user.id, amount: '-4.999999' })

  const { runId } = await suggest({}, mod)

  const message = 'No draft is available right now. Write the reply yourself.'
  expect(await follow(runId, mod)).toEqual([{ type: 'run_failed', code: 'UNAVAILABLE', message }])
  expect(await follow(runId)).toMatchObject([{ type: 'run_failed', code: 'INSUFFICIENT_FUNDS' }])
  expect(await callsOf(world)).toEqual([])
})

test("a moderator does not learn that the flow's credential is gone", async () => {
  const { suggest, ada, mod, flowId } = await openChat()
  const flowData = JSON.stringify({
    nodes: [
      {
        id: 'llm',
        data: {
          ...{ id: 'llm', name: 'llmAgentflow' },
          inputs: {
            llmModel: 'chatAnthropic',
            llmModelConfig: { modelName: 'claude-x', FLOWISE_CREDENTIAL_ID: 'gone' },
          },
        },
      },
    ],
    edges: [],
  })
  await ada.call('PUT', `/chatflows/${flowId}`, { flowData })

  expect(await suggest({}, mod)).toMatchObject({ code: 'UNAVAILABLE' })
  expect(await suggest()).toMatchObject({ code: 'INVALID_INPUT' })
})

test('a moderator stops and reads drafts of that conversation, and no other runs of the owner', async () => {
  const { suggest, follow, change, services, ada, mod, eve, flowId, write } = await openChat(
    'Count [[sandbox tokens=400 delay=40]]',
  )
  await write('other', question)
  const run = await ada.call('POST', `/prediction/${flowId}`, { question, chatId: 'chat' })
  const { runId } = await suggest({}, mod)
  const draft = { flowId, chatId: 'chat', runId }

  for (const [path, by, more] of [
    ['writing.stopReply', eve, {}],
    ['writing.stopReply', mod, { chatId: 'other' }],
    ['chat.stop', mod, {}],
  ] as const) {
    expect(await change(path, { ...draft, ...more }, by)).toMatchObject({ code: 'NOT_FOUND' })
  }
  await expect(follow(runId, mod, 'other')).rejects.toThrow('This draft does not exist.')
  await expect(follow(runId, eve)).rejects.toThrow()
  const { runs } = await services.runs.list(flowId, { limit: 5 })
  const answered = runs.find(({ chatType }) => chatType === 'EXTERNAL')
  expect(run.statusCode).toBe(200)
  await expect(follow(answered?.id ?? '', mod)).rejects.toThrow('This draft does not exist.')

  const reading = follow(runId, mod)
  expect(await change('writing.stopReply', draft, mod)).toBeUndefined()
  expect((await reading).at(-1)).toMatchObject({ type: 'run_stopped' })
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
