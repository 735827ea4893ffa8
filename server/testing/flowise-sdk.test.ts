import { FlowiseClient } from 'flowise-sdk'
import { expect, test } from 'vitest'
import { aDemoFlow } from './demo-flow.ts'
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

test('an unauthorized caller is rejected, with or without a stream', async () => {
  const { stranger, chatflowId } = await openClient()

  const stream = await stranger.createPrediction({ chatflowId, question: 'Hi', streaming: true })
  await expect(stream[Symbol.asyncIterator]().next()).rejects.toThrow()
  expect(await stranger.createPrediction({ chatflowId, question: 'Hi' })).toMatchObject({
    success: false,
    statusCode: 404,
  })
})
