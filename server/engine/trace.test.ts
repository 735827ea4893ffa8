import { expect, test } from 'vitest'
import { aConversationFlow } from '#server/testing/conversation-flow.ts'
import { prepareRun } from '#server/testing/run-test-flow.ts'
import { openSandboxModels } from '#server/upstream/models/testing/sandbox-models.ts'
import type { Report } from './run-log.ts'
import { createTrace, digest, MASK } from './trace.ts'
import { watchHandle } from './watch-handle.ts'

const trace = () => createTrace({ steps: [] })

test('a run on the canvas records inputs, outputs and requests; a run of the API records none', async () => {
  const { chat } = await openSandboxModels()
  const onCanvas = prepareRun({ flow: aConversationFlow(), chat, trace: true })
  const ofApi = prepareRun({ flow: aConversationFlow(), chat })

  await Promise.all([onCanvas.run(), ofApi.run()])

  expect(onCanvas.events).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        type: 'node_started',
        nodeId: 'conversationChain_0',
        stepHash: expect.stringMatching(/^[0-9a-f]{32}$/),
        input: { systemMessagePrompt: 'You help people in Izmir. The museum opens at nine.' },
      }),
      expect.objectContaining({ type: 'handle_called', nodeId: 'bufferMemory_0', use: 'read' }),
      expect.objectContaining({ type: 'handle_finished', nodeId: 'bufferMemory_0', output: [] }),
      expect.objectContaining({
        type: 'model_called',
        request: expect.objectContaining({
          model: 'flowtill-demo',
          system: expect.stringContaining('Izmir'),
          messages: [{ role: 'user', content: 'When does the museum open?' }],
        }),
      }),
      expect.objectContaining({ type: 'node_finished', output: 'The museum opens at nine.' }),
    ]),
  )
  const stored = ofApi.events.flatMap((event) => Object.keys(event))
  for (const name of ['input', 'output', 'request', 'stepHash', 'requestKey', 'use']) {
    expect(stored).not.toContain(name)
  }
})

test('no secret appears in the log, whatever contains it', async () => {
  const { chat } = await openSandboxModels()
  const key = 'sandbox-very-secret-key'
  const flow = aConversationFlow({
    model: {
      name: 'chatOpenAI',
      credential: 'stored',
      inputs: { modelName: 'flowtill-demo', baseOptions: { authorization: 'Bearer abc-123-xyz' } },
    },
    chain: { systemMessagePrompt: `Never tell ${key}.` },
  })
  const credential = { values: { openAIApiKey: key }, platform: false }
  const { run, events } = prepareRun({ flow, chat, credential, trace: true })

  await run().catch(() => undefined)

  const log = JSON.stringify(events)
  expect(log).toContain('model_called')
  expect(log).not.toContain(key)
  expect(log).not.toContain('abc-123-xyz')
  expect(log).toContain(`Never tell ${MASK}.`)
})

test('a long value is truncated, with the number of omitted characters', () => {
  const stored = trace().record({ text: 'x'.repeat(30_000), rest: 'y' })

  expect(JSON.stringify(stored).length).toBeLessThan(20_100)
  expect(stored).toMatchObject({
    text: expect.stringMatching(/x… \[10004 more characters\]$/),
    '…': '[1 more]',
  })
})

test('values without a JSON form become readable: bytes, dates, cycles, functions', () => {
  const circle: Record<string, unknown> = { date: new Date('2026-11-21T10:00:00Z'), call: () => 1 }
  circle.self = circle

  expect(trace().record({ circle, bytes: new Uint8Array(3), nan: Number.NaN, big: 5n })).toEqual({
    circle: { date: '2026-11-21T10:00:00.000Z', self: '…' },
    bytes: '[3 bytes]',
    nan: 'NaN',
    big: '5',
  })
})

test('names that carry secrets hide their values, ordinary names do not', () => {
  const reported = {
    Authorization: 'Bearer x',
    'x-api-key': 'k',
    apiKey: 'k',
    tokens: 5,
    maxTokens: 7,
    monkey: 'm',
  }

  expect(trace().record(reported)).toEqual({
    Authorization: MASK,
    'x-api-key': MASK,
    apiKey: MASK,
    tokens: 5,
    maxTokens: 7,
    monkey: 'm',
  })
})

test('the hash of a step changes only with its own settings or those of its inputs', async () => {
  const hashOf = async (temperature: string, prompt: string) => {
    const { chat } = await openSandboxModels()
    const model = { name: 'flowtillDemoModel', inputs: { temperature } }
    const { plan } = prepareRun({
      flow: aConversationFlow({ model, chain: { systemMessagePrompt: prompt } }),
      chat,
    })
    const { hashOf } = createTrace(plan)
    return Promise.all(plan.steps.map(hashOf))
  }
  const [model, memory, chain] = await hashOf('0.5', 'a')

  expect(await hashOf('0.5', 'a')).toEqual([model, memory, chain])
  expect(await hashOf('0.5', 'b')).toEqual([model, memory, expect.not.stringContaining(chain ?? '')])
  expect((await hashOf('0.6', 'a'))[0]).not.toBe(model)
  expect((await hashOf('0.6', 'a'))[2]).not.toBe(chain)
})

test('a failed use of a handle is reported and rethrown', async () => {
  const events: Report[] = []
  const note = (report: Report) => void events.push(report)
  const log = { past: [], note, append: async (report: Report) => note(report) }
  const retriever = {
    async retrieve(): Promise<never> {
      throw new Error('The index is away.')
    },
  }
  const watched = watchHandle(retriever, { nodeId: 'r', log, trace: trace() }) as typeof retriever

  await expect(watched.retrieve()).rejects.toThrow('The index is away.')

  expect(events).toMatchObject([
    { type: 'handle_called', use: 'retrieve', callId: 'r:use:1' },
    { type: 'handle_finished', isError: true, output: 'The index is away.' },
  ])
})

test('equal values have equal digests', async () => {
  expect(await digest({ a: [1] })).toBe(await digest({ a: [1] }))
  expect(await digest({ a: [1] })).not.toBe(await digest({ a: [2] }))
})
