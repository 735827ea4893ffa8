import { expect, test } from 'vitest'
import type { Ports } from '#server/engine/ports.ts'
import { aControlFlow, prefixesOf, prepareProgram } from '#server/testing/run-test-program.ts'
import type { RunEvent } from '#shared/runs.ts'
import { findScenario } from './condition-agent.node.ts'

const start = { id: 'start', name: 'startAgentflow' }
type Options = Omit<Parameters<typeof prepareProgram>[0], 'flow'>

/** A start and one step, with a reply that repeats what the step has put into the state. */
function aStep(name: string, inputs: object, options: Options = {}, data: object = {}) {
  const flow = aControlFlow([start, { id: 'step', name, inputs: { ...inputs } }], ['start -> step'])
  Object.assign(flow.nodes[1]?.data ?? {}, data)
  return prepareProgram({ flow, ...options })
}

/** Resumed after every event, the run ends equally; `made` counts effects outside of the run. */
async function resumeEverywhere(prepare: () => { run: ReturnType<typeof aStep>['run']; made: () => number }) {
  const first = prepare()
  const whole = await first.run()
  const counts: number[] = []
  for (const prefix of prefixesOf(whole.events)) {
    const again = prepare()
    const { ending } = await again.run(prefix)
    if (ending.status === 'waiting') {
      expect(ending.waits).toMatchObject([{ kind: 'uncertain' }])
    } else {
      expect(ending).toEqual(whole.ending)
    }
    counts.push(again.made())
  }
  return { whole, counts }
}

const callsIn = (events: readonly RunEvent[]) =>
  events.filter((event) => event.type === 'tool_called').map((event) => 'effect' in event && event.effect)

test('a tool is called with values of the types its schema names', async () => {
  const given: unknown[] = []
  const ports: Partial<Ports> = {
    customTool: async (id) => ({
      ...{ id, name: 'book', description: 'Books a table', func: 'return fetch($url)' },
      schema: JSON.stringify(
        ['seats:number', 'outside:boolean', 'name:string'].map((each) => {
          const [property, type] = each.split(':')
          return { property, type, description: 'x', required: true }
        }),
      ),
    }),
    runCode: async ({ inputs }) => {
      given.push(inputs)
      return { value: { table: 4 }, logs: [] }
    },
  }
  const inputs = {
    toolAgentflowSelectedTool: 'customTool',
    toolAgentflowSelectedToolConfig: { selectedTool: 'book' },
    toolInputArgs: [
      { inputArgName: 'seats', inputArgValue: '2' },
      { inputArgName: 'outside', inputArgValue: 'true' },
      { inputArgName: 'name', inputArgValue: '<p>{{ question }}</p>' },
    ],
    toolUpdateState: [{ key: 'table', value: '{{ output }}' }],
  }
  const prepare = () => ({
    ...aStep('toolAgentflow', inputs, { ports, question: '12', state: { table: '' } }),
    made: () => given.length,
  })

  const { run } = prepare()
  const { ending, state } = await run()

  expect(given).toEqual([{ seats: 2, outside: true, name: '12' }])
  expect(ending).toMatchObject({ value: { content: '{"table":4}' } })
  expect(state.frames.get('')?.state).toEqual({ table: '{"table":4}' })

  given.length = 0
  const { counts } = await resumeEverywhere(() => {
    given.length = 0
    return prepare()
  })
  // Once the call has been begun, it is never made again without a person.
  expect(counts).toEqual([1, 1, 1, 1, 0, 0, 0])
})

test('a failing tool fails its step with the tool’s message', async () => {
  const inputs = {
    toolAgentflowSelectedTool: 'calculator',
    toolInputArgs: [{ inputArgName: 'input', inputArgValue: '1 +' }],
  }

  await expect(aStep('toolAgentflow', inputs).run()).rejects.toThrow(/^step: /)
})

test('a tool without effects outside is simply called again after a crash', async () => {
  let ran = 0
  const ports: Partial<Ports> = {
    customTool: async (id) => ({ id, name: 'add', description: 'Adds', schema: '[]', func: 'return 1 + 2' }),
    runCode: async () => {
      ran += 1
      return { value: 3, logs: [] }
    },
  }
  const inputs = {
    toolAgentflowSelectedTool: 'customTool',
    toolAgentflowSelectedToolConfig: { selectedTool: 'add' },
  }

  const { whole, counts } = await resumeEverywhere(() => {
    ran = 0
    return { ...aStep('toolAgentflow', inputs, { ports }), made: () => ran }
  })

  expect(callsIn(whole.events)).toEqual(['read'])
  expect(counts).toEqual([1, 1, 1, 1, 1, 0, 0])
})

test('a custom function sees its variables and the state; a pure one is run again after a crash', async () => {
  let ran = 0
  const scripts: Parameters<Ports['runCode']>[0][] = []
  const inputs = {
    customFunctionInputVariables: [{ variableName: '$city', variableValue: '{{ question }}' }],
    customFunctionJavascriptFunction: 'return { total: 3, note: "{{ question }}" }',
    customFunctionUpdateState: [{ key: 'sum', value: '{{ output.total }}' }],
  }
  const ports: Partial<Ports> = {
    runCode: async (script) => {
      ran += 1
      scripts.push(script)
      return { value: { total: 3 }, logs: [] }
    },
  }
  const prepare = () => {
    ran = 0
    return {
      ...aStep('customFunctionAgentflow', inputs, { ports, question: 'Izmir', state: { sum: '' } }),
      made: () => ran,
    }
  }

  const { whole, counts } = await resumeEverywhere(prepare)

  expect(scripts[0]).toMatchObject({
    code: inputs.customFunctionJavascriptFunction,
    inputs: { city: 'Izmir' },
    flow: { state: { sum: '' }, idempotencyKey: expect.stringMatching(/^[\w-]{32}$/) },
  })
  expect(new Set(scripts.map(({ flow }) => flow.idempotencyKey)).size).toBe(1)
  expect(whole.ending).toMatchObject({ value: { content: '{"total":3}' } })
  expect(whole.state.frames.get('')?.state).toEqual({ sum: '3' })
  expect(callsIn(whole.events)).toEqual(['read'])
  expect(counts.slice(0, 5)).toEqual([1, 1, 1, 1, 1])
  expect(counts.at(-1)).toBe(0)
})

test.each(['await fetch("https://a.example")', 'return $tools.pay.call({})', "const x = require('axios')"])(
  'code with effects outside is not run again without a person: %s',
  async (code) => {
    let ran = 0
    const ports: Partial<Ports> = {
      runCode: async () => {
        ran += 1
        return { value: 'ok', logs: [] }
      },
    }
    const prepare = () => {
      ran = 0
      const inputs = { customFunctionJavascriptFunction: code }
      return { ...aStep('customFunctionAgentflow', inputs, { ports }), made: () => ran }
    }

    const { whole, counts } = await resumeEverywhere(prepare)

    expect(callsIn(whole.events)).toEqual(['write'])
    expect(counts).toEqual([1, 1, 1, 1, 0, 0, 0])
  },
)

test('an HTTP step sends its headers, query, body, credential and the same key each time', async () => {
  const sent: Request[] = []
  const ports: Partial<Ports> = {
    fetch: async (address, init) => {
      sent.push(new Request(address, init))
      return Response.json({ id: 7 }, { status: 201, statusText: 'Created' })
    },
    credential: async (_, kind) => {
      if (kind !== 'httpBearerToken') {
        const { AppError } = await import('#shared/errors.ts')
        throw new AppError('NOT_FOUND', 'No.')
      }
      return { values: { token: 'secret' }, platform: false }
    },
  }
  const inputs = {
    ...{
      method: 'POST',
      url: 'https://api.example/orders',
      bodyType: 'json',
      body: '{"q":"{{ question }}"}',
    },
    headers: [{ key: 'X-Shop', value: 'Izmir' }],
    queryParams: [{ key: 'page', value: '2' }],
    keepsIdempotencyKeys: true,
  }
  const step = () => aStep('httpAgentflow', inputs, { ports, question: 'Hi' }, { credential: 'mine' })

  const whole = await step().run()

  expect(sent[0]?.url).toBe('https://api.example/orders?page=2')
  expect(Object.fromEntries(sent[0]?.headers ?? [])).toMatchObject({
    ...{ authorization: 'Bearer secret', 'x-shop': 'Izmir', 'content-type': 'application/json' },
    'idempotency-key': expect.stringMatching(/^[\w-]{32}$/),
  })
  expect(await sent[0]?.text()).toBe('{"q":"Hi"}')
  expect(whole.ending).toMatchObject({
    value: { http: { data: { id: 7 }, status: 201, statusText: 'Created' } },
  })
  expect(callsIn(whole.events)).toEqual(['keyed'])
  expect(JSON.stringify(whole.events)).not.toContain('secret')

  // The receiver sees one key, however often the step is interrupted.
  for (const prefix of prefixesOf(whole.events)) {
    expect((await step().run(prefix)).ending).toEqual(whole.ending)
  }
  expect(new Set(sent.map(({ headers }) => headers.get('idempotency-key'))).size).toBe(1)
})

test('a form body is sent as a form, and a POST is not sent twice without a person', async () => {
  let sent: Request[] = []
  const ports: Partial<Ports> = {
    fetch: async (address, init) => {
      sent.push(new Request(address, init))
      return new Response('Thanks')
    },
  }
  const inputs = {
    ...{ method: 'POST', url: 'https://api.example/form', bodyType: 'xWwwFormUrlencoded' },
    body: [{ key: 'name', value: '{{ question }}' }],
  }
  const bodies: string[] = []

  const { whole, counts } = await resumeEverywhere(() => {
    sent = []
    return { ...aStep('httpAgentflow', inputs, { ports, question: 'Ada Ö' }), made: () => sent.length }
  })
  sent = []
  await aStep('httpAgentflow', inputs, { ports, question: 'Ada Ö' }).run()
  bodies.push(...(await Promise.all(sent.map((request) => request.text()))))

  expect(bodies).toEqual(['name=Ada+%C3%96'])
  expect(whole.ending).toMatchObject({ value: { http: { data: 'Thanks' } } })
  expect(counts).toEqual([1, 1, 1, 1, 0, 0, 0])
})

test('a failed request fails the step with the message of the service, and stays recorded', async () => {
  let sent = 0
  const ports: Partial<Ports> = {
    fetch: async () => {
      sent += 1
      return Response.json({ message: 'No such order' }, { status: 404, statusText: 'Not Found' })
    },
  }
  const { run } = aStep('httpAgentflow', { method: 'POST', url: 'https://api.example/x' }, { ports })

  await expect(run()).rejects.toThrow('step: 404 Not Found: No such order')
  expect(sent).toBe(1)
  await expect(
    aStep('httpAgentflow', { method: 'GET', url: 'not an address' }, { ports }).run(),
  ).rejects.toThrow('step: not an address is not an address.')
})

test('another flow is run with the input, and never this one', async () => {
  const asked: unknown[] = []
  const ports: Partial<Ports> = {
    callFlow: async ({ flowId, question, overrideConfig }) => {
      asked.push({ flowId, question, overrideConfig })
      return { answer: { text: `It says ${question}` }, costMicro: 0 }
    },
  }
  const inputs = {
    ...{ executeFlowSelectedFlow: 'other', executeFlowInput: 'Re: {{ question }}' },
    executeFlowOverrideConfig: '{"topK":2}',
  }

  const { whole, counts } = await resumeEverywhere(() => {
    asked.length = 0
    return { ...aStep('executeFlowAgentflow', inputs, { ports, question: 'Hi' }), made: () => asked.length }
  })

  expect(whole.ending).toMatchObject({ value: { content: 'It says Re: Hi' } })
  // A call that was begun is made again with the same id of the called run, which attaches to it.
  expect(counts).toEqual([1, 1, 1, 1, 1, 0, 0])
  await expect(
    aStep('executeFlowAgentflow', { ...inputs, executeFlowSelectedFlow: 'flow' }, { ports }).run(),
  ).rejects.toThrow('a flow cannot run itself')
})

test('a condition agent follows the scenario the model names', async () => {
  const reply = (id: string) => ({ id, name: 'directReplyAgentflow', inputs: { directReplyMessage: id } })
  const inputs = {
    conditionAgentModel: 'chatOpenAI',
    conditionAgentModelConfig: { modelName: 'gpt-4o-mini', FLOWISE_CREDENTIAL_ID: 'credential' },
    conditionAgentInstructions: 'Route the customer',
    conditionAgentScenarios: [{ scenario: 'Wants a refund' }, { scenario: 'Wants to buy' }],
  }
  const flow = aControlFlow(
    [start, { id: 'route', name: 'conditionAgentAgentflow', inputs }, reply('refunds'), reply('sales')],
    ['start -> route', 'route:0 -> refunds', 'route:1 -> sales'],
  )
  const prepare = () => prepareProgram({ flow, replies: ['{"output":"wants to BUY"}'] })

  const { run, requests } = prepare()
  const { ending, events } = await run()

  expect(requests[0]?.schema?.schema).toMatchObject({
    properties: { output: { enum: ['Wants a refund', 'Wants to buy'] } },
  })
  expect(ending).toMatchObject({ value: { content: 'sales' } })
  expect(events.find((event) => event.type === 'node_finished' && event.nodeId === 'route')).toMatchObject({
    branches: ['1'],
    value: {
      content: 'Wants to buy',
      conditions: [
        { output: 'Wants a refund', isFulfilled: false },
        { output: 'Wants to buy', isFulfilled: true },
      ],
    },
  })
  for (const prefix of prefixesOf(events)) {
    expect((await prepare().run(prefix)).ending).toEqual(ending)
  }
  const other = prepareProgram({ flow, replies: ['???'] })
  await expect(other.run()).rejects.toThrow('the model chose none of the scenarios')
})

test('scenarios match exactly, then without regard to case, then by similarity', () => {
  const scenarios = ['refund', 'Refund', 'wants to buy an item']

  expect(findScenario(scenarios, 'Refund')).toBe(1)
  expect(findScenario(scenarios, ' REFUND ')).toBe(0)
  expect(findScenario(scenarios, 'The user wants to buy items.')).toBe(2)
  expect(findScenario(scenarios, '???')).toBeUndefined()
})

test('a retriever searches vector stores and joins what it finds', async () => {
  let queries = 0
  const credential = { FLOWISE_CREDENTIAL_ID: 'credential' }
  const inputs = {
    retrieverKnowledgeVSEmbeddings: [
      {
        ...{ vectorStore: 'pinecone', vectorStoreConfig: { ...credential, pineconeIndex: 'museum' } },
        ...{ embeddingModel: 'openAIEmbeddings', embeddingModelConfig: credential },
        ...{ knowledgeName: 'Hours', knowledgeDescription: 'Opening hours' },
      },
    ],
    retrieverQuery: '{{ question }}',
  }
  const usage = { input: 1, cacheRead: 0, cacheWrite: 0, output: 0, reasoning: 0 }
  const ports: Partial<Ports> = {
    credential: async () => ({ values: { openAIApiKey: 'key', pineconeApiKey: 'key' }, platform: false }),
    embed: async (_, texts) => ({ vectors: texts.map(() => [1]), usage, estimated: false }),
    fetch: async (address) => {
      const isQuery = String(address).endsWith('/query')
      queries += isQuery ? 1 : 0
      const matches = ['Nine', 'Six'].map((text) => ({ id: text, score: 1, metadata: { text } }))
      return Response.json(isQuery ? { matches } : { host: 'museum.pinecone.io', dimension: 1 })
    },
  }

  const { whole, counts } = await resumeEverywhere(() => {
    queries = 0
    return { ...aStep('retrieverAgentflow', inputs, { ports }), made: () => queries }
  })

  expect(whole.ending).toMatchObject({
    value: { content: 'Nine\n\nSix', sourceDocuments: [{ pageContent: 'Nine' }, { pageContent: 'Six' }] },
  })
  expect(counts.at(-1)).toBe(0)
})
