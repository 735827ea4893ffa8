import { expect, test } from 'vitest'
import type { Ports } from '#server/engine/ports.ts'
import { aControlFlow, llmInputs, prefixesOf, prepareProgram } from '#server/testing/run-test-program.ts'
import type { RunEvent, ToolCall, WaitAnswer } from '#shared/runs.ts'

const usage = { input: 1, cacheRead: 0, cacheWrite: 0, output: 1, reasoning: 0 }
const model = {
  agentModel: 'chatOpenAI',
  agentModelConfig: { modelName: 'gpt-4o-mini', FLOWISE_CREDENTIAL_ID: 'credential' },
}

/** A custom tool whose calls are counted outside of the run. */
function aShop() {
  const calls: unknown[] = []
  const ports: Partial<Ports> = {
    customTool: async (id) => ({
      ...{ id, name: id, description: `Does ${id}.`, func: 'return fetch($url)' },
      schema: '[{"property":"amount","type":"number","description":"How much","required":true}]',
    }),
    runCode: async ({ inputs }) => {
      calls.push(inputs)
      return { value: `Paid ${String(inputs.amount)}.`, logs: [] }
    },
  }
  return { ports, calls }
}

const tool = (name: string, needsApproval = false) => ({
  agentSelectedTool: 'customTool',
  agentSelectedToolConfig: { selectedTool: name },
  agentSelectedToolRequiresHumanInput: needsApproval,
})

const anAgent = (inputs: object) =>
  aControlFlow(
    [
      { id: 'start', name: 'startAgentflow' },
      { id: 'agent', name: 'agentAgentflow', inputs: { ...model, ...inputs } },
    ],
    ['start -> agent'],
  )

const call = (id: string, name: string, amount: number): ToolCall => ({ id, name, args: { amount } })
const calls = (...toolCalls: ToolCall[]) => ({ text: '', toolCalls })

test('an agent calls its tools until it answers, and lists what it used', async () => {
  const { ports, calls: made } = aShop()
  const flow = anAgent({ agentTools: [tool('refund')] })

  const { run, requests } = prepareProgram({
    ...{ flow, ports },
    replies: [calls(call('1', 'refund', 5)), 'You get 5 back.'],
  })
  const { ending } = await run()

  expect(made).toEqual([{ amount: 5 }])
  expect(requests[0]?.tools?.map(({ name }) => name)).toEqual(['refund'])
  expect(ending).toMatchObject({
    value: {
      content: 'You get 5 back.',
      usedTools: [{ tool: 'refund', toolInput: { amount: 5 }, toolOutput: 'Paid 5.' }],
      availableTools: [{ name: 'refund', toolNode: { name: 'customTool' } }],
      usageMetadata: { total_tokens: 4 },
    },
  })
})

test('a structured answer is asked for once the tools have been used', async () => {
  const { ports } = aShop()
  const rows = [{ key: 'amount', type: 'number', description: 'How much' }]
  const flow = anAgent({ agentTools: [tool('refund')], agentStructuredOutput: rows })

  const { run, requests } = prepareProgram({
    ...{ flow, ports },
    replies: [calls(call('1', 'refund', 5)), 'Done.', '{"amount":5}'],
  })
  const { ending } = await run()

  expect(requests.map(({ schema, tools }) => [Boolean(schema), tools?.length ?? 0])).toEqual([
    [false, 1],
    [false, 1],
    [true, 0],
  ])
  expect(ending).toMatchObject({ value: { content: '{"amount":5}', amount: 5 } })
})

test('calls that need approval share one wait; the others of the same reply are made at once', async () => {
  const { ports, calls: made } = aShop()
  const flow = anAgent({ agentTools: [tool('look'), tool('refund', true), tool('cancel', true)] })
  const replies = [calls(call('1', 'look', 1), call('2', 'refund', 2), call('3', 'cancel', 3)), 'All done.']

  const { run } = prepareProgram({ flow, ports, replies })
  const { ending, events } = await run()

  expect(made).toEqual([{ amount: 1 }])
  expect(ending).toMatchObject({
    status: 'waiting',
    waits: [
      {
        kind: 'approval',
        labels: { proceed: 'Proceed', reject: 'Reject' },
        calls: [
          { tool: 'refund', args: { amount: 2 } },
          { tool: 'cancel', args: { amount: 3 } },
        ],
      },
    ],
  })
  const after = await run(answered(events, { type: 'proceed' }))
  // Calls of one reply run side by side.
  expect(made.slice(1)).toEqual(expect.arrayContaining([{ amount: 2 }, { amount: 3 }]))
  expect(made).toHaveLength(3)
  expect(after.ending).toMatchObject({ value: { content: 'All done.' } })
})

test('a call is made with the arguments that the person has changed, and the model sees them', async () => {
  const { ports, calls: made } = aShop()
  const flow = anAgent({ agentTools: [tool('refund', true), tool('cancel', true)] })
  const replies = [calls(call('1', 'refund', 1240), call('2', 'cancel', 3)), 'Half was refunded.']

  const { run, requests } = prepareProgram({ flow, ports, replies })
  const { events, ending } = await run()
  const asked = ending.status === 'waiting' ? (ending.waits[0]?.calls?.[0]?.callId ?? '') : ''
  const changedArgs = { [asked]: { amount: 620 } }
  const after = await run(
    answered(events, { type: 'proceed', changedArgs, feedback: 'Only one plate was broken.' }),
  )

  expect(made).toEqual(expect.arrayContaining([{ amount: 620 }, { amount: 3 }]))
  expect(made).toHaveLength(2)
  expect(requests.at(-1)?.messages.slice(-3)).toMatchObject([
    { role: 'assistant', toolCalls: [{ args: { amount: 620 } }, { args: { amount: 3 } }] },
    {
      role: 'tool',
      content:
        'Paid 620.\n\nThe user has changed the arguments before approving this call. The user says: Only one plate was broken.',
    },
    { role: 'tool', content: 'Paid 3.\n\nThe user says: Only one plate was broken.' },
  ])
  expect(after.ending).toMatchObject({
    value: { usedTools: [{ toolInput: { amount: 620 }, toolOutput: 'Paid 620.' }, {}] },
  })
})

test('a rejected call is not made, not asked about again, and the model receives the reason', async () => {
  const { ports, calls: made } = aShop()
  const flow = anAgent({ agentTools: [tool('refund', true)] })
  const first = calls(call('1', 'refund', 9))

  const { run, requests } = prepareProgram({ flow, ports, replies: [first, 'I will not refund it.'] })
  const { events } = await run()
  const { ending, events: all } = await run(answered(events, { type: 'reject', feedback: 'Too much.' }))

  expect(made).toEqual([])
  expect(ending).toMatchObject({ status: 'finished', value: { content: 'I will not refund it.' } })
  expect(requests.at(-1)?.messages.at(-1)).toMatchObject({
    role: 'tool',
    content: 'The user has rejected this call. It was not made. The user says: Too much.',
  })
  expect(all.filter(({ type }) => type === 'node_waiting')).toHaveLength(1)
  expect(all.find(({ type }) => type === 'tool_finished')).toMatchObject({ tool: 'refund' })
})

test('a second call of the same tool is asked about on its own', async () => {
  const { ports, calls: made } = aShop()
  const flow = anAgent({ agentTools: [tool('refund', true)] })
  const replies = [calls(call('1', 'refund', 1)), calls(call('1', 'refund', 1)), 'Done.']

  const { run } = prepareProgram({ flow, ports, replies })
  const one = await run()
  const two = await run(answered(one.events, { type: 'proceed' }))
  expect(two.ending).toMatchObject({ status: 'waiting' })
  expect(made).toHaveLength(1)
  const three = await run(answered(two.events, { type: 'reject' }))

  expect(made).toHaveLength(1)
  expect(three.ending).toMatchObject({ status: 'finished', value: { content: 'Done.' } })
})

test('resumed after every event, the tool is called once in all and the answer is the same', async () => {
  const flow = anAgent({ agentTools: [tool('look'), tool('refund', true)] })
  // Replies depend on the request, because a resumed run asks only what it has not asked yet.
  const chat: Ports['chat'] = async function* (_, { messages }) {
    const done = messages.filter(({ role }) => role === 'tool').length
    const reply =
      done === 0
        ? calls(call('1', 'look', 1), call('2', 'refund', 2))
        : { text: `Answers: ${messages.at(-1)?.content}` }
    if (reply.text) {
      yield { text: reply.text }
    }
    return { usage, estimated: false, ...reply }
  }
  const shop = aShop()
  const whole = prepareProgram({ flow, ports: shop.ports, chat })
  const waiting = await whole.run()
  const undisturbed = await whole.run(answered(waiting.events, { type: 'proceed' }))
  expect(undisturbed.ending).toMatchObject({ value: { content: 'Answers: Paid 2.' } })

  for (const prefix of prefixesOf(undisturbed.events)) {
    const { ports, calls: made } = aShop()
    const { run } = prepareProgram({ flow, ports, chat })
    let result = await run(prefix)
    while (result.ending.status === 'waiting') {
      // The person who is asked about an interrupted call says that it has happened.
      const [wait] = result.ending.waits
      const args = JSON.stringify(wait?.calls?.[0]?.args)
      const done = { type: 'done' as const, value: `Paid ${args.replaceAll(/\D/g, '')}.` }
      result = await run(answered(result.events, wait?.kind === 'uncertain' ? done : { type: 'proceed' }))
    }
    expect(result.ending).toEqual(undisturbed.ending)
    const begun = prefix.filter(({ type }) => type === 'tool_called').length
    expect(made.length + begun).toBe(2)
  }
})

test('knowledge of a vector store is a tool, and its documents are sources', async () => {
  const texts = ['Opens at nine.', 'Closes at six.']
  const ports: Partial<Ports> = {
    credential: async () => ({
      values: { openAIApiKey: 'key', pineconeApiKey: 'key' },
      platform: false,
    }),
    embed: async (_, inputs) => ({ vectors: inputs.map(() => [1]), usage, estimated: false }),
    fetch: async (address) =>
      Response.json(
        String(address).endsWith('/query')
          ? { matches: texts.map((text, id) => ({ id: `${id}`, score: 1, metadata: { text } })) }
          : { host: 'museum.pinecone.io', dimension: 1 },
      ),
  }
  const credential = { FLOWISE_CREDENTIAL_ID: 'credential' }
  const knowledge = {
    ...{ vectorStore: 'pinecone', vectorStoreConfig: { ...credential, pineconeIndex: 'museum' } },
    ...{ embeddingModel: 'openAIEmbeddings', embeddingModelConfig: credential },
    ...{
      knowledgeName: 'Opening hours',
      knowledgeDescription: 'When it is open',
      returnSourceDocuments: true,
    },
  }
  const flow = anAgent({ agentKnowledgeVSEmbeddings: [knowledge] })
  const asked = calls({ id: '1', name: 'Opening_hours', args: { input: 'open' } })

  const { ending } = await prepareProgram({ flow, ports, replies: [asked, 'At nine.'] }).run()

  expect(ending).toMatchObject({
    value: {
      content: 'At nine.',
      sourceDocuments: texts.map((pageContent) => ({ pageContent })),
      usedTools: [{ tool: 'Opening_hours', toolOutput: texts.join('\n\n') }],
    },
  })
})

test.each([
  [{ agentKnowledgeDocumentStores: [{ documentStore: 'a:b' }] }, /cannot run this yet/],
  [{ agentTools: [{ agentSelectedTool: 'llmChain' }] }, /is not a tool|required/],
])('%j is rejected with a clear sentence', async (inputs, sentence) => {
  await expect(async () => prepareProgram({ flow: anAgent(inputs), replies: [] }).run()).rejects.toThrow(
    sentence,
  )
})

test('later steps see the answer of an agent as llm steps do', async () => {
  const flow = aControlFlow(
    [
      { id: 'start', name: 'startAgentflow' },
      {
        ...{ id: 'agent', name: 'agentAgentflow' },
        inputs: {
          ...model,
          agentUserMessage: 'Plan',
          agentUpdateState: [{ key: 'plan', value: '{{ output }}' }],
        },
      },
      { id: 'llm', name: 'llmAgentflow', inputs: llmInputs('Write {{ $flow.state.plan }}') },
    ],
    ['start -> agent', 'agent -> llm'],
  )

  const { run, requests } = prepareProgram({ flow, state: { plan: '' }, replies: ['A plan', 'A text'] })
  await run()

  expect(requests[1]?.messages.map(({ content }) => content)).toEqual([
    'Where is my order?',
    'Plan',
    'A plan',
    'Write A plan',
  ])
})

function answered(events: readonly RunEvent[], answer: WaitAnswer): RunEvent[] {
  const waiting = events.findLast((event) => event.type === 'node_waiting')
  const waitId = waiting?.type === 'node_waiting' ? waiting.wait.id : ''
  return [...events, { type: 'wait_answered', at: 0, waitId, answer, by: { kind: 'user' } }]
}

test("tools of the model's provider are requested; their results, pages and pictures are part of the answer", async () => {
  const flow = anAgent({
    agentToolsBuiltInOpenAI: ['web_search_preview', 'image_generation'],
    // Left over from another model.
    agentToolsBuiltInGemini: ['googleSearch'],
  })
  const picture = 'data:image/png;base64,AA=='
  const reply = {
    text: 'The lira fell.',
    providerCalls: [{ name: 'web_search_preview', args: {}, result: '{"query":"lira"}' }],
    sources: [{ url: 'https://example.com/lira', title: 'The lira' }],
    files: [{ mediaType: 'image/png', data: picture }],
  }

  const { run, requests } = prepareProgram({ flow, replies: [reply] })
  const { ending } = await run()

  expect(requests[0]?.providerTools).toEqual(['web_search_preview', 'image_generation'])
  expect(ending).toMatchObject({
    value: {
      content: 'The lira fell.',
      usedTools: [{ tool: 'web_search_preview', toolInput: {}, toolOutput: '{"query":"lira"}' }],
      sourceDocuments: [{ pageContent: 'The lira', metadata: { source: 'https://example.com/lira' } }],
      artifacts: [{ type: 'png', data: picture }],
    },
  })
})
