import { expect, test } from 'vitest'
import { modelCalls } from '#server/features/usage/usage.table.ts'
import { checkLedger } from '#server/features/wallet/check-ledger.ts'
import { aDemoFlow } from '#server/testing/demo-flow.ts'
import { createTestApp } from '#server/testing/test-app.ts'
import type { AskInput } from '#shared/chat.ts'
import { noUsage, type RunEvent } from '#shared/runs.ts'

const MODEL = 'flowtillDemoModel_0'
const CHAIN = 'conversationChain_0'
const question = 'Can I return a chipped plate?'

async function openCanvas(settings: Parameters<typeof createTestApp>[0] = {}) {
  const world = await createTestApp({ listen: true, ...settings })
  const ada = await world.signUp('ada')
  const eve = await world.signUp('eve')
  const flow = (
    await ada.call('POST', '/chatflows', { type: 'CHATFLOW', name: 'Shop', flowData: aDemoFlow() })
  ).json<{
    id: string
  }>()
  const { chat, runs, wallet } = world.services
  const request = async (more: Partial<AskInput> = {}, userId = ada.user.id) => {
    const requested = await chat.runOnCanvas(userId, { flowId: flow.id, question, ...more })
    const events: RunEvent[] = []
    for await (const { event } of await runs.watch(userId, requested.runId, 0, undefined)) {
      events.push(event)
    }
    return { ...requested, events, types: events.map(({ type }) => type), last: events.at(-1) }
  }
  const balance = async () => (await wallet.get(ada.user.id)).balance
  const paid = async () => (await world.store.db.select().from(modelCalls)).length
  const conversation = () => chat.conversation(ada.user.id, flow.id, 'c1')
  return { ...world, ada, eve, flow, request, balance, paid, conversation }
}

test('an unchanged rerun calls no model and costs nothing', async () => {
  const { request, balance, paid, store } = await openCanvas()
  const first = await request({ chatId: 'c1' })
  const before = await balance()

  const again = await request({ chatId: 'c1', reuse: { runId: first.runId } })

  expect(again.types).not.toContain('model_called')
  expect(again.events).toContainEqual(
    expect.objectContaining({ type: 'model_reused', nodeId: MODEL, from: 'run' }),
  )
  expect(again.last).toMatchObject({
    type: 'run_finished',
    text: first.last?.type === 'run_finished' ? first.last.text : '',
    costMicro: 0,
    usage: noUsage,
  })
  expect(await balance()).toBe(before)
  expect(await paid()).toBe(1)
  expect(await checkLedger(store.db)).toEqual([])
})

test('a rerun in a continued conversation preserves its position and history', async () => {
  const { request } = await openCanvas()
  await request({ chatId: 'c1', question: 'My name is Deniz.' })
  const second = await request({ chatId: 'c1', question: 'What is my name?' })
  await request({ chatId: 'c1', question: 'Thank you.' })

  const again = await request({ chatId: 'c1', question: 'What is my name?', reuse: { runId: second.runId } })

  expect(again.types).not.toContain('model_called')
})

test('a rerun has the history of its original run, also when turns share a millisecond', async () => {
  const time = new Date()
  const { request } = await openCanvas({ now: () => time })
  await request({ chatId: 'c1', question: 'My name is Deniz.' })
  const second = await request({ chatId: 'c1', question: 'What is my name?' })

  const again = await request({ chatId: 'c1', question: 'What is my name?', reuse: { runId: second.runId } })

  expect(again.types).not.toContain('model_called')
})

test('a rerun from a node calls and bills it again', async () => {
  const { request, paid } = await openCanvas()
  const first = await request()

  const again = await request({ reuse: { runId: first.runId, from: CHAIN } })

  expect(again.types).toContain('model_called')
  expect(await paid()).toBe(2)
})

test('another question is not answered from the previous run', async () => {
  const { request } = await openCanvas()
  const first = await request()

  const other = await request({ question: 'How long does shipping take?', reuse: { runId: first.runId } })

  expect(other.types).toContain('model_called')
})

test('a pin answers on the canvas for free; it has no effect on the API', async () => {
  const { request, ada, flow, balance } = await openCanvas()
  const pinned = { [MODEL]: [{ reply: { text: 'Pinned answer.', usage: noUsage, estimated: false } }] }
  const before = await balance()

  const onCanvas = await request({ pinned })

  expect(onCanvas.last).toMatchObject({ type: 'run_finished', text: 'Pinned answer.', costMicro: 0 })
  expect(await balance()).toBe(before)
  const ofApi = await ada.call('POST', `/prediction/${flow.id}`, { question, pinned })
  expect(ofApi.json<{ text: string }>().text).not.toBe('Pinned answer.')
  expect(await balance()).toBeLessThan(before)
})

test('a run to a node runs only that node, and is not part of the conversation', async () => {
  const { request, conversation, services, flow } = await openCanvas()

  const part = await request({ chatId: 'c1', until: MODEL })

  const started = part.events.flatMap((event) => (event.type === 'node_started' ? [event.nodeId] : []))
  expect(started).toEqual([MODEL])
  expect(part.last).toMatchObject({ type: 'run_finished', text: expect.stringMatching(/\w/) })
  expect(await conversation()).toEqual([])
  const { runs } = await services.runs.list(flow.id, { limit: 5 })
  expect(runs).toMatchObject([{ id: part.runId, until: MODEL, state: 'finished' }])
})

test('an invalid rerun is rejected: a run of another user, a run of the API, a node outside the flow', async () => {
  const { request, ada, eve, flow, services } = await openCanvas()
  const first = await request()
  await ada.call('POST', `/prediction/${flow.id}`, { question })
  const { runs } = await services.runs.list(flow.id, { limit: 5 })
  const ofApi = runs.find(({ chatType }) => chatType === 'EXTERNAL')

  await expect(request({ reuse: { runId: first.runId } }, eve.user.id)).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
  await expect(request({ reuse: { runId: ofApi?.id ?? '' } })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(request({ until: 'nobody_0' })).rejects.toMatchObject({ code: 'INVALID_FLOW' })
})

test('the log of a canvas run contains inputs and outputs; that of an API run does not', async () => {
  const { request, ada, flow, services } = await openCanvas()
  await request()
  await ada.call('POST', `/prediction/${flow.id}`, { question })
  const { runs } = await services.runs.list(flow.id, { limit: 5 })

  for (const { id, chatType } of runs) {
    const { events } = await services.runs.trace(ada.user.id, id)
    const text = JSON.stringify(events)
    const isCanvas = chatType === 'INTERNAL'
    expect(text.includes('"request":'), chatType).toBe(isCanvas)
    expect(text.includes('"output":{') || text.includes('"output":"'), chatType).toBe(isCanvas)
  }
})
