import { describe, expect, test } from 'vitest'
import { aConnectedFlow, prepareConnected, runFromEveryPrefix } from '#server/testing/run-connected-flow.ts'
import { createRunCode } from '#server/upstream/scripts/run-code.ts'
import type { RunEvent } from '#shared/runs.ts'

const start = { id: 'start', name: 'seqStart' }
const end = { id: 'end', name: 'seqEnd' }
const agent = (id: string, inputs: Record<string, unknown> = {}) => ({
  id,
  name: 'seqAgent',
  inputs: { agentName: id, systemMessagePrompt: `You are ${id}`, ...inputs },
})
const llm = (id: string, inputs: Record<string, unknown> = {}) => ({
  id,
  name: 'seqLLMNode',
  inputs: { llmNodeName: id, ...inputs },
})
const calculator = { id: 'calculator_0', name: 'calculator' }
const runCode = createRunCode({ fetch: globalThis.fetch })
const state = (rows: object[]) => ({
  id: 'state',
  name: 'seqState',
  inputs: { stateMemoryUI: JSON.stringify(rows) },
})
const updates = (...rows: object[]) => ({
  updateStateMemory: 'updateStateMemoryUI',
  updateStateMemoryUI: JSON.stringify(rows),
})

const keysOf = (events: readonly RunEvent[]) =>
  events.flatMap((event) => (event.type === 'node_started' ? [event.key] : []))
const sum = { id: 'call', name: 'calculator', args: { input: '2+3' } }

test('steps of a round run on its starting state, and their messages merge in file order', async () => {
  const flow = aConnectedFlow(
    [start, agent('a'), agent('b'), agent('c'), agent('d'), end],
    ['start -> a', 'a -> b', 'a -> c', 'b -> d', 'c -> d', 'd -> end'],
  )
  const replies = ['I am a', 'I am b', 'I am c', 'I am d']

  const { ending, events, endings } = await runFromEveryPrefix({ flow, replies })
  const { requests, run } = prepareConnected({ flow, replies })
  await run()

  expect(ending).toMatchObject({ status: 'finished', value: { content: 'I am d' } })
  expect(keysOf(events)).toEqual(['start#1', 'a#1', 'b#1', 'c#1', 'd#1', 'end#1'])
  expect(requests.map(({ system }) => system)).toEqual(['You are a', 'You are b', 'You are c', 'You are d'])
  expect(requests.map(({ messages }) => messages.length)).toEqual([1, 2, 2, 4])
  expect(requests[3]?.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'assistant', 'user'])
  expect(endings.every(({ status }) => status === 'finished')).toBe(true)
})

test('two visits of a step are two calls, whose ids begin with the key of the step', async () => {
  const rows = [
    { variable: '$flow.state.messages.length', operation: 'Less Than', value: '4', output: 'Again' },
  ]
  const flow = aConnectedFlow(
    [
      start,
      llm('Writer'),
      llm('Teacher'),
      { id: 'if', name: 'seqCondition', inputs: { conditionUI: JSON.stringify(rows) } },
      { id: 'loop', name: 'seqLoop', inputs: { loopToName: 'writer' } },
      end,
    ],
    ['start -> Writer', 'Writer -> if', 'if:again -> Teacher', 'Teacher -> loop', 'if:end -> end'],
  )

  const { ending, events, endings } = await runFromEveryPrefix({ flow, replies: ['1', 'better', '2'] })

  expect(keysOf(events)).toEqual([
    ...['start#1', 'Writer#1', 'if#1', 'Teacher#1', 'loop#1', 'Writer#2', 'if#2', 'end#1'],
  ])
  expect(events.flatMap((event) => (event.type === 'model_called' ? [event.callId] : []))).toEqual([
    'Writer#1:chatOpenAI_0:Writer:1',
    'Teacher#1:chatOpenAI_0:Teacher:1',
    'Writer#2:chatOpenAI_0:Writer:1',
  ])
  expect(ending).toMatchObject({ value: { content: '2' } })
  expect(endings).toEqual(endings.map(() => ending))
})

test('state: defaults, Replace and Append, values of the output, bare references in prompts', async () => {
  const rows = [
    { key: 'topic', type: 'Replace', defaultValue: 'ships' },
    { key: 'notes', type: 'Append', defaultValue: '["first"]' },
  ]
  const flow = aConnectedFlow(
    [
      start,
      state(rows),
      agent('a', updates({ key: 'notes', value: '$flow.output' }, { key: 'topic', value: '$flow.input' })),
      agent('b', {
        systemMessagePrompt: 'About {topic} in {city}: {notes} {kept}',
        promptValues: JSON.stringify({
          topic: '$flow.state.topic',
          notes: '$flow.state.notes[-1]',
          city: '$vars.city',
        }),
        ...updates({ key: 'notes', value: '$flow.output.content' }),
      }),
    ],
    ['start -> a', 'a -> b', 'state -> start.state'],
  )
  const { run, requests } = prepareConnected({ flow, question: 'Boats?', replies: ['A says', 'B says'] })

  const { state: ended } = await run()

  expect(requests[1]?.system).toBe('About Boats? in Izmir: A says {kept}')
  expect(ended.frames.get('')?.state).toEqual({ topic: 'Boats?', notes: ['first', 'A says', 'B says'] })
})

test('state as code: defaults from the code, and lists are joined', async () => {
  const code =
    '{\n  notes: { value: (x, y) => x.concat(y), default: () => ["first"] },\n  count: { value: (x, y) => y, default: () => 0 }\n}'
  const returned = 'return { notes: [$flow.output.content], count: $flow.state.messages.length }'
  const flow = aConnectedFlow(
    [
      start,
      {
        id: 'state',
        name: 'seqState',
        inputs: { selectedStateTab_state: 'stateMemoryCode', stateMemoryCode: code },
      },
      agent('a', {
        selectedUpdateStateMemoryTab_a: 'updateStateMemoryCode',
        updateStateMemoryCode: returned,
      }),
    ],
    ['start -> a', 'state -> start.state'],
  )

  const { state: ended, endings } = await runFromEveryPrefix({ flow, replies: ['said'], ports: { runCode } })

  expect(ended.frames.get('')?.state).toEqual({ notes: ['first', 'said'], count: 1 })
  expect(endings.every(({ status }) => status === 'finished')).toBe(true)
})

describe('an agent whose tools need approval', () => {
  const flow = aConnectedFlow(
    [
      start,
      agent('a', { interrupt: true, approveButtonText: 'Go', rejectButtonText: 'Stop' }),
      calculator,
      end,
    ],
    ['start -> a', 'a -> end', 'calculator_0 -> a.tools'],
  )
  const replies = [{ text: '', toolCalls: [sum] }, 'It is five.']

  async function untilWaiting() {
    const { run } = prepareConnected({ flow, replies })
    const waiting = await run()
    if (waiting.ending.status !== 'waiting') {
      throw new Error('It did not wait.')
    }
    return { ...waiting, wait: waiting.ending.waits[0] }
  }
  const answered = (events: readonly RunEvent[], type: 'proceed' | 'reject'): RunEvent[] => [
    ...events,
    { type: 'wait_answered', at: 0, waitId: 'a#1:wait:1', answer: { type }, by: { kind: 'api' } },
  ]

  test('waits before the tool runs, with the texts of its form', async () => {
    const { wait, events } = await untilWaiting()

    expect(wait).toMatchObject({
      id: 'a#1:wait:1',
      kind: 'approval',
      text: 'You are about to execute tool: calculator. Ask if user want to proceed',
      labels: { proceed: 'Go', reject: 'Stop' },
      calls: [{ tool: 'calculator', args: { input: '2+3' } }],
    })
    expect(events.some(({ type }) => type === 'tool_called')).toBe(false)
  })

  test('an approval runs the tool; the recorded call is not made again', async () => {
    const { events } = await untilWaiting()
    const { run, requests } = prepareConnected({ flow, replies: replies.slice(1) })

    const { ending } = await run(answered(events, 'proceed'))

    expect(ending).toMatchObject({ value: { content: 'It is five.' } })
    expect(requests[0]?.messages.at(-1)).toMatchObject({ role: 'tool', content: '5' })
  })

  test('the tool runs with the arguments that the person has changed', async () => {
    const { events } = await untilWaiting()
    const { run, requests } = prepareConnected({ flow, replies: replies.slice(1) })
    const [last] = answered(events, 'proceed').slice(-1)
    const changed = { type: 'proceed', changedArgs: { call: { input: '20+3' } } } as const

    await run([...events, { ...last, answer: changed } as RunEvent])

    expect(requests[0]?.messages.at(-1)).toMatchObject({ role: 'tool', content: '23' })
  })

  test('a rejection tells the model, and the tool does not run', async () => {
    const { events } = await untilWaiting()
    const { run, requests } = prepareConnected({ flow, replies: replies.slice(1) })

    const ended = await run(answered(events, 'reject'))

    expect(requests[0]?.messages.at(-1)).toMatchObject({ role: 'tool' })
    expect(requests[0]?.messages.at(-1)?.content).toMatch(/denied/)
    expect(ended.events.some(({ type }) => type === 'tool_called')).toBe(false)
  })
})

describe('an LLM node with a tool node behind it', () => {
  const flow = (inputs: Record<string, unknown> = {}) =>
    aConnectedFlow(
      [
        start,
        llm('Asker'),
        { id: 'tools', name: 'seqToolNode', inputs: { toolNodeName: 'Tools', ...inputs } },
        llm('Teller'),
        calculator,
        end,
      ],
      [
        ...['start -> Asker', 'Asker -> tools.llmNode', 'calculator_0 -> tools.tools', 'tools -> Teller'],
        ...['Asker -> end', 'Teller -> end'],
      ],
    )

  test('tool calls lead to the tool node, whose results follow the call', async () => {
    const replies = [{ text: '', toolCalls: [sum] }, 'Five.']
    const { requests, run } = prepareConnected({ flow: flow(), replies })
    await run()
    const { events, ending, endings } = await runFromEveryPrefix({ flow: flow(), replies })

    expect(keysOf(events)).toEqual(['start#1', 'Asker#1', 'tools#1', 'Teller#1', 'end#1'])
    expect(requests[0]?.tools?.map(({ name }) => name)).toEqual(['calculator'])
    expect(requests[1]?.messages.slice(-2)).toMatchObject([
      { role: 'assistant', toolCalls: [sum] },
      { role: 'tool', content: '5', toolCallId: 'call', toolName: 'calculator' },
    ])
    expect(endings).toEqual(endings.map(() => ending))
  })

  test('without tool calls the other edges are followed', async () => {
    const { run } = prepareConnected({ flow: flow(), replies: ['Hello'] })

    const { events, ending } = await run()

    expect(keysOf(events)).toEqual(['start#1', 'Asker#1', 'end#1'])
    expect(ending).toMatchObject({ value: { content: 'Hello' } })
  })

  test('the tool node can ask a person', async () => {
    const { run } = prepareConnected({ flow: flow({ interrupt: true }), replies: [{ toolCalls: [sum] }] })

    const { ending } = await run()

    expect(ending).toMatchObject({ status: 'waiting', waits: [{ id: 'tools#1:wait:1', kind: 'approval' }] })
  })
})

describe('conditions', () => {
  const branches = (inputs: Record<string, unknown>, name = 'seqCondition') =>
    aConnectedFlow(
      [start, llm('First'), { id: 'if', name, inputs }, llm('Refund'), end],
      ['start -> First', 'First -> if', 'if:refund -> Refund', 'if:end -> end', 'Refund -> end'],
    )

  test.each([
    ['Contains', 'refund', true],
    ['Is', 'a refund', true],
    ['Not Contains', 'refund', false],
    ['Is Empty', '', false],
  ])('the rule %s %j is fulfilled: %s', async (operation, value, isFulfilled) => {
    const variable = '$flow.state.messages[-1].content'
    const conditionUI = JSON.stringify([{ variable, operation, value, output: 'Refund' }])

    const { events } = await prepareConnected({
      flow: branches({ selectedConditionFunctionTab_if: 'conditionUI', conditionUI }),
      replies: ['a refund', 'done'],
    }).run()

    expect(keysOf(events).includes('Refund#1')).toBe(isFulfilled)
  })

  test('code returns the name of an output', async () => {
    const code = 'return $flow.state.messages[1].content === "x" ? "Refund" : "End"'
    const inputs = { selectedConditionFunctionTab_if: 'conditionFunction', conditionFunction: code }

    const { events } = await prepareConnected({
      flow: branches(inputs),
      replies: ['x', 'done'],
      ports: { runCode },
    }).run()

    expect(keysOf(events)).toContain('Refund#1')
  })

  test('a condition agent asks its model for the keys of its table', async () => {
    const inputs = {
      conditionAgentName: 'Router',
      conditionAgentStructuredOutput: JSON.stringify([
        { key: 'route', type: 'Enum', enumValues: 'REFUND, TALK', description: '' },
      ]),
      conditionUI: JSON.stringify([
        { variable: '$flow.output.route', operation: 'Is', value: 'REFUND', output: 'Refund' },
      ]),
    }
    const { run, requests } = prepareConnected({
      flow: branches(inputs, 'seqConditionAgent'),
      replies: ['hello', '{"route":"REFUND"}', 'done'],
    })

    const { events } = await run()

    expect(requests[1]?.schema?.schema).toMatchObject({
      properties: { route: { type: 'string', enum: ['REFUND', 'TALK'] } },
    })
    expect(keysOf(events)).toContain('Refund#1')
  })
})

test('structured output is valid as text, as keys and in the state', async () => {
  const flow = aConnectedFlow(
    [
      start,
      state([{ key: 'next', type: 'Replace', defaultValue: '' }]),
      llm('Planner', {
        llmStructuredOutput: JSON.stringify([{ key: 'next', type: 'String', description: 'who' }]),
        ...updates({ key: 'next', value: '$flow.output.next' }),
      }),
    ],
    ['start -> Planner', 'state -> start.state'],
  )

  const ended = await prepareConnected({ flow, replies: ['Sure: {"next":"Ada"}'] }).run()

  expect(ended.ending).toMatchObject({ value: { content: '{"next":"Ada"}', next: 'Ada' } })
  expect(ended.state.frames.get('')?.state).toEqual({ next: 'Ada' })
})

test.each([
  ['user_question', ['Where is my order?']],
  ['last_message', ['A says']],
  ['empty', ['Go on']],
  ['all_messages', ['Where is my order?', 'A says']],
])('the history %s sends these messages', async (selection, expected) => {
  const flow = aConnectedFlow(
    [start, agent('a'), agent('b', { conversationHistorySelection: selection, humanMessagePrompt: 'Go on' })],
    ['start -> a', 'a -> b'],
  )
  const { run, requests } = prepareConnected({ flow, replies: ['A says', 'B says'] })

  await run()

  const sent = requests[1]?.messages.map(({ content }) => content)
  expect(sent).toEqual(selection === 'empty' ? expected : [...expected, 'Go on'])
})

test('code can put messages before the conversation', async () => {
  const messageHistory = `const { HumanMessage, AIMessage } = require('@langchain/core/messages')
    return [new HumanMessage('What is 1+1?'), new AIMessage({ content: '2' }), { role: 'user', content: 'Thanks' }]`
  const flow = aConnectedFlow([start, agent('a', { messageHistory })], ['start -> a'])
  const { run, requests } = prepareConnected({ flow, replies: ['ok'], ports: { runCode } })

  await run()

  expect(requests[0]?.messages.map(({ role, content }) => [role, content])).toEqual([
    ['user', 'What is 1+1?'],
    ['assistant', '2'],
    ['user', 'Thanks'],
    ['user', 'Where is my order?'],
  ])
})

test.each([
  ['aiMessage', 'return $city + $flow.input', { content: 'IzmirWhere is my order?' }],
  ['stateObj', 'return { city: $city }', { content: '{"city":"Izmir"}' }],
])('a function returns its value as %s', async (returnValueAs, javascriptFunction, value) => {
  const inputs = {
    functionName: 'F',
    functionInputVariables: '{"city":"$vars.city"}',
    ...{ javascriptFunction, returnValueAs },
  }
  const flow = aConnectedFlow([start, { id: 'f', name: 'seqCustomFunction', inputs }], ['start -> f'])

  const { ending, state: ended } = await runFromEveryPrefix({ flow, ports: { runCode } })

  expect(ending).toMatchObject({ value })
  expect(ended.frames.get('')?.state).toEqual(returnValueAs === 'stateObj' ? { city: 'Izmir' } : {})
})

test('another flow is called with the last message', async () => {
  const asked: unknown[] = []
  const inputs = { seqExecuteFlowName: 'Other', selectedFlow: 'flow-2', seqExecuteFlowInput: 'lastMessage' }
  const flow = aConnectedFlow(
    [start, llm('First'), { id: 'other', name: 'seqExecuteFlow', inputs }],
    ['start -> First', 'First -> other'],
  )

  const { ending } = await prepareConnected({
    flow,
    replies: ['said'],
    ports: {
      callFlow: async ({ flowId, question }) => {
        asked.push([flowId, question])
        return { answer: { text: 'answered' }, costMicro: 0 }
      },
    },
  }).run()

  expect(asked).toEqual([['flow-2', 'said']])
  expect(ending).toMatchObject({ value: { content: 'answered' } })
})

test('a loop to a step that does not exist is rejected before anything runs', () => {
  const flow = aConnectedFlow(
    [start, llm('a'), { id: 'loop', name: 'seqLoop', inputs: { loopToName: 'Nobody' } }],
    ['start -> a', 'a -> loop'],
  )

  expect(() => prepareConnected({ flow })).toThrow('loop: this flow has no node named Nobody.')
})
