import { expect, test } from 'vitest'
import { aConversationFlow, buildFlow } from '#server/testing/conversation-flow.ts'
import { prepareRun } from '#server/testing/run-test-flow.ts'
import { openSandboxModels } from '#server/upstream/models/testing/sandbox-models.ts'
import { referenceTo } from '#shared/flow-file.ts'
import { probe } from './run-to.ts'

const turn = { question: 'Hello', flowId: 'f', chatId: 'c', sessionId: 's', messageId: 'm', vars: {} }

test('a model receives the question itself, and nothing beyond it is built', async () => {
  const { chat } = await openSandboxModels()
  const { run, events } = prepareRun({ flow: aConversationFlow(), chat, until: 'flowtillDemoModel_0' })

  const { text } = await run()

  expect(text.length).toBeGreaterThan(0)
  const started = events.flatMap((event) => (event.type === 'node_started' ? [event.nodeId] : []))
  expect(started).toEqual(['flowtillDemoModel_0'])
  expect(events[0]).toMatchObject({ type: 'run_started', until: 'flowtillDemoModel_0' })
})

test('a memory node returns its stored messages', async () => {
  const { chat } = await openSandboxModels()
  const history = [{ role: 'user', content: 'I am Ada.' } as const]
  const { run } = prepareRun({ flow: aConversationFlow(), chat, history, until: 'bufferMemory_0' })

  expect(await run()).toMatchObject({ json: history })
})

test('a chain in the middle returns the text for its successors', async () => {
  const { chat } = await openSandboxModels()
  const flow = buildFlow([
    { name: 'flowtillDemoModel' },
    { name: 'promptTemplate', inputs: { template: 'Hello there' } },
    {
      name: 'llmChain',
      inputs: { model: referenceTo('flowtillDemoModel_0'), prompt: referenceTo('promptTemplate_0') },
      outputs: { output: 'outputPrediction' },
    },
    {
      name: 'conversationChain',
      inputs: {
        model: referenceTo('flowtillDemoModel_0'),
        memory: referenceTo('bufferMemory_0'),
        systemMessagePrompt: `Go on with ${referenceTo('llmChain_0')}`,
      },
    },
    { name: 'bufferMemory' },
  ])
  const { run, events } = prepareRun({ flow, chat, until: 'llmChain_0' })

  const { text } = await run()

  expect(text.length).toBeGreaterThan(0)
  expect(events.filter(({ type }) => type === 'model_called')).toHaveLength(1)
})

test('to the ending is a complete run', async () => {
  const { chat } = await openSandboxModels()
  const { plan, run } = prepareRun({ flow: aConversationFlow(), chat, until: 'conversationChain_0' })

  expect(plan.isPart).toBeUndefined()
  expect(await run()).toEqual({ text: 'The museum opens at nine.' })
})

test('a node that does not lead to the answer cannot be run', async () => {
  const { chat } = await openSandboxModels()

  expect(() => prepareRun({ flow: aConversationFlow(), chat, until: 'stickyNote_0' })).toThrow(
    'Only nodes that lead to the answer can be run.',
  )
})

test.each([
  ['a text', 'Hi', { text: 'Hi' }],
  ['a number', 5, { json: 5 }],
  [
    'a retriever',
    { retrieve: async (q: string) => [{ pageContent: q, metadata: {} }] },
    { json: [{ pageContent: 'Hello' }] },
  ],
  [
    'a store',
    { search: async (_: string, { count }: { count: number }) => Array(count).fill(1) },
    { json: [1, 1, 1, 1] },
  ],
  ['documents', { key: 'k', load: async () => [1, 2, 3, 4, 5] }, { json: [1, 2, 3, 4] }],
  ['embeddings', { embed: async () => [[1, 2, 3, 4, 5]] }, { json: { dimensions: 5, first: [1, 2, 3, 4] } }],
  [
    'a prompt',
    { variables: ['a'], values: {}, format: () => [] },
    { json: { variables: ['a'], values: {} } },
  ],
  [
    'tools',
    [{ name: 'add', description: 'Adds', parameters: {}, call: async () => ({ text: '' }) }],
    { json: [{ name: 'add', description: 'Adds', parameters: {} }] },
  ],
])('%s shows its output', async (_, handle, shown) => {
  const pieces = probe(handle, turn)
  let text = ''
  let step = await pieces.next()
  while (!step.done) {
    text += step.value
    step = await pieces.next()
  }

  expect({ ...(text && { text }), ...step.value }).toMatchObject(shown)
})
