import { FlowiseClient } from 'flowise-sdk'
import { expect, test } from 'vitest'
import { aDemoFlow } from './demo-flow.ts'
import { aConnectedFlow } from './run-connected-flow.ts'
import { aControlFlow } from './run-test-program.ts'
import { createTestApp } from './test-app.ts'

async function openClient() {
  const { url, signUp } = await createTestApp({ listen: true })
  const root = await signUp('root')
  const [key] = (
    await root.call('POST', '/apikey', { keyName: 'sdk', permissions: ['flows:ask', 'chatflows:view'] })
  ).json()
  const { id: chatflowId } = (
    await root.call('POST', '/chatflows', { type: 'CHATFLOW', name: 'Shop', flowData: aDemoFlow() })
  ).json()
  return {
    client: new FlowiseClient({ baseUrl: url, apiKey: key.apiKey as string }),
    create: async (type: 'AGENTFLOW' | 'MULTIAGENT', file: object) =>
      (await root.call('POST', '/chatflows', { type, name: 'Agent', flowData: JSON.stringify(file) })).json()
        .id as string,
    stranger: new FlowiseClient({ baseUrl: url }),
    chatflowId,
  }
}

test('calls a flow and gets the complete answer', async () => {
  const { client, chatflowId } = await openClient()

  const answer = await client.createPrediction({
    chatflowId,
    question: 'How much is shipping to Europe?',
    chatId: 'c1',
  })

  expect(answer).toMatchObject({ text: expect.stringContaining('$14'), chatId: 'c1', sessionId: 'c1' })
})

test('calls a flow and gets the answer token by token', async () => {
  const { client, chatflowId } = await openClient()

  const stream = await client.createPrediction({
    chatflowId,
    question: 'How much is shipping to Europe?',
    streaming: true,
  })

  const events: { event: string; data: unknown }[] = []
  for await (const event of stream) {
    events.push(event as (typeof events)[number])
  }
  const text = events
    .filter(({ event }) => event === 'token')
    .map(({ data }) => data)
    .join('')
  expect(events[0]?.event).toBe('start')
  expect(text).toContain('$14')
  expect(events.slice(-2).map(({ event }) => event)).toEqual(['metadata', 'end'])
})

test('receives a failure as an event of the stream', async () => {
  const { client, chatflowId } = await openClient()

  const stream = await client.createPrediction({
    chatflowId,
    question: 'Hello [[sandbox error=503]]',
    streaming: true,
  })

  const events: { event: string; data: unknown }[] = []
  for await (const event of stream) {
    events.push(event as (typeof events)[number])
  }
  expect(events).toEqual([
    { event: 'error', data: expect.stringContaining('503') },
    { event: 'end', data: '[DONE]' },
  ])
})

test('preserves a session', async () => {
  const { client, chatflowId } = await openClient()
  const overrideConfig = { sessionId: 'deniz' }

  await client.createPrediction({ chatflowId, question: 'My name is Deniz.', overrideConfig })
  const answer = await client.createPrediction({ chatflowId, question: 'What is my name?', overrideConfig })

  expect(answer.text).toContain('Deniz')
})

test('answers a run that waits, once', async () => {
  const { client, create } = await openClient()
  const check = {
    ...{ id: 'check', name: 'humanInputAgentflow', label: 'Check' },
    inputs: { humanInputDescriptionType: 'fixed', humanInputDescription: 'Refund {{ question }}?' },
  }
  const reply = { id: 'reply', name: 'directReplyAgentflow', inputs: { directReplyMessage: 'Refunded.' } }
  const chatflowId = await create(
    'AGENTFLOW',
    aControlFlow(
      [{ id: 'start', name: 'startAgentflow' }, check, reply],
      ['start -> check', 'check:0 -> reply'],
    ),
  )
  const asked = await client.createPrediction({ chatflowId, question: 'order 7', chatId: 'refund' })
  expect(asked).toMatchObject({ text: 'Refund order 7?', action: { mapping: { approve: 'Proceed' } } })

  // The client passes on what its types do not name.
  const answer = {
    ...{ chatflowId, question: '', chatId: 'refund' },
    humanInput: { type: 'proceed', startNodeId: 'check', feedback: 'Fine' },
  }
  expect(await client.createPrediction(answer)).toMatchObject({ text: 'Refunded.' })
  expect(await client.createPrediction(answer)).toMatchObject({
    ...{ statusCode: 409, message: expect.stringContaining('finished') },
  })
})

test('approves the tool of an older agent flow with its action', async () => {
  const { client, create } = await openClient()
  const agent = {
    ...{ id: 'agent', name: 'seqAgent' },
    inputs: {
      ...{ agentName: 'Agent', systemMessagePrompt: 'Use your tools.' },
      ...{ interrupt: true, approveButtonText: 'Go', rejectButtonText: 'Stop' },
    },
  }
  const calculator = { id: 'calculator_0', name: 'calculator' }
  const flow = aConnectedFlow(
    [{ id: 'start', name: 'seqStart' }, agent, { id: 'end', name: 'seqEnd' }, calculator],
    ['start -> agent', 'agent -> end', 'calculator_0 -> agent.tools'],
    { id: 'model_0', name: 'flowtillDemoModel' },
  )
  const chatflowId = await create('MULTIAGENT', flow)
  const asked = await client.createPrediction({
    ...{ chatflowId, question: 'What is 6 times 7?', chatId: 'sum' },
  })
  expect(asked.action).toMatchObject({ mapping: { approve: 'Go', reject: 'Stop' } })

  const answer = await client.createPrediction({
    ...{ chatflowId, question: 'Go', chatId: 'sum', action: asked.action },
  })

  expect(answer.text).toContain('42')
})

test('an unauthorized caller is rejected, with or without a stream', async () => {
  const { stranger, chatflowId } = await openClient()

  const stream = await stranger.createPrediction({ chatflowId, question: 'Hi', streaming: true })
  await expect(stream[Symbol.asyncIterator]().next()).rejects.toThrow()
  expect(await stranger.createPrediction({ chatflowId, question: 'Hi' })).toMatchObject({
    success: false,
    statusCode: 404,
  })
})
