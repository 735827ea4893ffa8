import { expect, test } from 'vitest'
import { aConnectedFlow, prepareConnected } from '#server/testing/run-connected-flow.ts'
import { aControlFlow, llmInputs, prepareProgram } from '#server/testing/run-test-program.ts'
import type { RunEvent } from '#shared/runs.ts'
import { createAgentFrames, type FrameSource } from './agent-frames.ts'
import { createReasoningFrames } from './reasoning-frames.ts'

type Frame = { event: string; data: never }

function readFrames(text: string): Frame[] {
  return text
    .split('\n')
    .filter((line) => line.startsWith('data:'))
    .map((line) => JSON.parse(line.slice('data:'.length)))
}

/** Names of frames; steps and states with their value. */
function namesOf(frames: readonly Frame[]): string[] {
  return frames.map(({ event, data }) => {
    const { nodeId, status } = Object(data) as { nodeId?: string; status?: string }
    return [event, event === 'agentFlowEvent' ? data : nodeId, status].filter(Boolean).join(' ')
  })
}

const finished: RunEvent = {
  ...{
    type: 'run_finished',
    text: 'Done.',
    usage: { input: 0, cacheRead: 0, cacheWrite: 0, output: 0, reasoning: 0 },
  },
  ...{ at: 0, costMicro: 0 },
} as RunEvent

function send(events: readonly RunEvent[], source: FrameSource) {
  const { framesOf } = createAgentFrames(source)
  return readFrames(events.map(framesOf).join(''))
}

const start = { id: 'start', name: 'startAgentflow' }
const tool = {
  agentSelectedTool: 'customTool',
  agentSelectedToolConfig: { selectedTool: 'refund' },
}
const agent = {
  ...{ id: 'agent', name: 'agentAgentflow' },
  inputs: {
    agentModel: 'chatOpenAI',
    agentModelConfig: { modelName: 'gpt-4o-mini', FLOWISE_CREDENTIAL_ID: 'credential' },
    agentTools: [tool],
  },
}
const ports = {
  customTool: async (id: string) => ({
    ...{ id, name: id, description: 'Refunds.', func: 'return 1', schema: '[]' },
  }),
  runCode: async () => ({ value: 'Paid.', logs: [] }),
}

/** Every step is sent with all visits so far, unless time stands still. */
function everyTime() {
  let time = 0
  return () => {
    time += 1_000
    return time
  }
}

test('a flow sends its state, then for each step its beginning, text and tools, end, and all visits', async () => {
  const flow = aControlFlow(
    [start, { id: 'llm', name: 'llmAgentflow', inputs: llmInputs('Sum it up') }, agent],
    ['start -> llm', 'llm -> agent'],
  )
  const call = { text: '', toolCalls: [{ id: '1', name: 'refund', args: {} }] }
  const { program, run } = prepareProgram({ flow, ports, replies: ['A sum.', call, 'You get it back.'] })
  const { events } = await run()

  const frames = send([...events, finished], { program, now: everyTime() })

  expect(namesOf(frames)).toEqual([
    'agentFlowEvent INPROGRESS',
    ...['nextAgentFlow start INPROGRESS', 'nextAgentFlow start FINISHED', 'agentFlowExecutedData'],
    ...['nextAgentFlow llm INPROGRESS', 'nextAgentFlow llm FINISHED', 'agentFlowExecutedData'],
    ...['nextAgentFlow agent INPROGRESS', 'calledTools', 'token', 'usedTools', 'usageMetadata'],
    ...['nextAgentFlow agent FINISHED', 'agentFlowExecutedData'],
    'agentFlowEvent FINISHED',
  ])
  expect(frames.at(-2)?.data).toMatchObject([{ nodeId: 'start' }, { nodeId: 'llm' }, { nodeId: 'agent' }])
})

test('a flow that waits says so twice around the action, as Flowise does', async () => {
  const check = {
    ...{ id: 'check', name: 'humanInputAgentflow' },
    inputs: { humanInputDescriptionType: 'fixed', humanInputDescription: 'Refund?' },
  }
  const { program, run } = prepareProgram({ flow: aControlFlow([start, check], ['start -> check']) })
  const { events, ending } = await run()
  const waits = ending.status === 'waiting' ? ending.waits : []

  const frames = send([...events, { type: 'run_waiting', at: 0, waits }], { program, now: () => 0 })

  expect(namesOf(frames).slice(-6)).toEqual([
    ...['token', 'nextAgentFlow check STOPPED', 'agentFlowExecutedData'],
    ...['agentFlowEvent STOPPED', 'action', 'agentFlowEvent STOPPED'],
  ])
})

const failing = aControlFlow(
  [start, { id: 'http', name: 'httpAgentflow', inputs: { method: 'GET', url: 'https://secret.internal' } }],
  ['start -> http'],
)

function failedRun() {
  const { program } = prepareProgram({ flow: failing })
  const failure = { nodeId: 'http', label: 'http', message: 'The password of secret.internal is wrong.' }
  const events: RunEvent[] = [
    { type: 'run_started', at: 0, question: 'q', state: { secret: 'state' } },
    { type: 'node_started', at: 0, nodeId: 'http', label: 'http', key: 'http#1' },
    { type: 'node_failed', at: 0, key: 'http#1', ...failure },
    {
      ...{ type: 'run_failed', at: 0, costMicro: 0, message: failure.message, code: 'UPSTREAM_FAILED' },
      usage: { input: 0, cacheRead: 0, cacheWrite: 0, output: 0, reasoning: 0 },
    } as RunEvent,
  ]
  return { program, events }
}

test('a failed step names its error for the owner, but not for visitors', () => {
  const { program, events } = failedRun()

  const owner = send(events, { program, now: () => 0 })
  const visitor = send(events, { program, now: () => 0, isVisitor: true })

  expect(namesOf(owner)).toEqual([
    ...['agentFlowEvent INPROGRESS', 'nextAgentFlow http INPROGRESS', 'nextAgentFlow http ERROR'],
    ...['agentFlowExecutedData', 'agentFlowEvent ERROR'],
  ])
  expect(namesOf(visitor)).toEqual(namesOf(owner))
  expect(JSON.stringify(owner)).toContain('password')
  expect(JSON.stringify(visitor)).not.toContain('password')
})

test('visitors see which steps ran, but not their prompts, state and results', async () => {
  const flow = aControlFlow(
    [start, { id: 'llm', name: 'llmAgentflow', inputs: llmInputs('The secret prompt') }],
    ['start -> llm'],
  )
  const { program, run } = prepareProgram({ flow, replies: ['Hello.'], state: { secret: 'state' } })
  const { events } = await run()

  const frames = send([...events, finished], { program, now: everyTime(), isVisitor: true })

  const { data } = frames.findLast(({ event }) => event === 'agentFlowExecutedData') ?? {}
  expect(data).toEqual([
    {
      ...{ nodeId: 'start', nodeLabel: 'start', previousNodeIds: [], status: 'FINISHED' },
      data: { id: 'start', name: 'start' },
    },
    {
      ...{ nodeId: 'llm', nodeLabel: 'llm', previousNodeIds: ['start'], status: 'FINISHED' },
      data: { id: 'llm', name: 'llm' },
    },
  ])
  expect(JSON.stringify(frames)).not.toContain('secret')
})

test('all visits are sent four times a second at most, and the last state always', async () => {
  const steps = Array.from({ length: 20 }, (_, index) => ({
    ...{ id: `reply_${index}`, name: 'customFunctionAgentflow' },
    inputs: { customFunctionJavascriptFunction: 'return 1' },
  }))
  const edges = ['start', ...steps.map(({ id }) => id)]
    .slice(0, -1)
    .map((id, index) => `${id} -> reply_${index}`)
  const { program, run } = prepareProgram({ flow: aControlFlow([start, ...steps], edges), ports })
  const { events } = await run()
  let time = 0
  const { framesOf, framesDue } = createAgentFrames({ program, now: () => time })

  const during = events.map(framesOf).join('')
  time = 200
  const tooEarly = framesDue()
  time = 300
  const due = framesDue()
  const again = framesDue()
  const end = framesOf(finished)

  const count = (text: string) =>
    readFrames(text).filter(({ event }) => event === 'agentFlowExecutedData').length
  expect([during, tooEarly, due, again, end].map(count)).toEqual([1, 0, 1, 0, 0])
  expect(readFrames(due)[0]?.data).toHaveLength(21)
})

test('a v1 flow opens with its reasoning, sends it after each agent, and the answer in one piece', async () => {
  const flow = aConnectedFlow(
    [
      { id: 'start', name: 'seqStart' },
      { id: 'state', name: 'seqState', inputs: { stateMemoryUI: '[{"key":"seen","type":"Append"}]' } },
      {
        ...{ id: 'writer', name: 'seqAgent' },
        inputs: { agentName: 'Writer', updateStateMemoryUI: '[{"key":"seen","value":"$flow.output"}]' },
      },
      { id: 'editor', name: 'seqAgent', inputs: { agentName: 'Editor' } },
      { id: 'end', name: 'seqEnd' },
    ],
    ['start -> writer', 'writer -> editor', 'editor -> end', 'state -> start.state'],
  )
  const { program, run } = prepareConnected({ flow, replies: ['A draft.', 'A text.'] })
  const { events } = await run()
  const framesFor = (isVisitor: boolean) => {
    const { framesOf } = createReasoningFrames({ program, isVisitor })
    return readFrames([...events, finished].map(framesOf).join(''))
  }

  const frames = framesFor(false)

  expect(namesOf(frames)).toEqual([
    ...['nextAgent', 'start', 'agentReasoning', 'nextAgent', 'agentReasoning', 'token'],
  ])
  expect(frames.filter(({ event }) => event === 'nextAgent').map(({ data }) => data)).toEqual([
    'Writer',
    'Editor',
  ])
  expect(frames.at(-2)?.data).toMatchObject([
    { agentName: 'Writer', messages: ['A draft.'], state: { seen: ['A draft.'] } },
    { agentName: 'Editor', messages: ['A text.'] },
  ])
  expect(JSON.stringify(framesFor(true))).not.toContain('"state"')
})
