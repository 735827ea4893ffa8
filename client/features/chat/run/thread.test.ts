import { expect, test } from 'vitest'
import type { Kind } from '#shared/kinds.ts'
import { noUsage } from '#shared/run-values.ts'
import type { RunEvent } from '#shared/runs.ts'
import { answeredRun } from './recorded-runs.ts'
import { foldEvent } from './run-turn.ts'
import { threadOf, threadOfStored } from './thread.ts'
import { startTurn } from './turn.ts'

const kinds: Record<string, Kind> = {
  chatOpenAI_0: 'model',
  bufferMemory_0: 'memory',
  conversationChain_0: 'agent',
  index_0: 'retriever',
}

const chainFailed: RunEvent = {
  type: 'node_failed',
  at: 11,
  nodeId: 'conversationChain_0',
  label: 'Conversation Chain',
  message: 'No.',
}

function threadAfter(events: RunEvent[]) {
  return threadOf(events.reduce(foldEvent, startTurn('')), (nodeId) => kinds[nodeId] ?? 'any')
}

function before(type: RunEvent['type']) {
  return answeredRun.slice(
    0,
    answeredRun.findIndex((event) => event.type === type),
  )
}

test('a finished answer lists the called model, not nodes that were only assembled', () => {
  expect(threadAfter(answeredRun)).toMatchObject([
    {
      nodeId: 'chatOpenAI_0',
      label: 'OpenAI',
      kind: 'model',
      state: 'done',
      durationMs: 1_690,
      tokens: 1_204,
      models: ['gpt-4o-mini'],
    },
  ])
})

test('a model in use is running again, although its node was built earlier', () => {
  expect(threadAfter(before('token'))).toMatchObject([{ state: 'running', durationMs: undefined }])
})

test('the answering node has no row of its own while it runs', () => {
  expect(threadAfter(before('model_called'))).toEqual([])
})

test('a node without a model is listed while it runs, and afterwards if it was slow', () => {
  const started: RunEvent = { type: 'node_started', at: 10, nodeId: 'index_0', label: 'Knowledge index' }
  const quick: RunEvent = { type: 'node_finished', at: 50, nodeId: 'index_0' }
  const slow: RunEvent = { ...quick, at: 210 }

  expect(threadAfter([started])).toMatchObject([{ kind: 'retriever', state: 'running' }])
  expect(threadAfter([started, quick])).toEqual([])
  expect(threadAfter([started, slow])).toMatchObject([{ state: 'done', durationMs: 200 }])
})

test('a rejected call is the listed failure, not its calling node', () => {
  const rejected: RunEvent = {
    type: 'model_stopped',
    at: 30,
    nodeId: 'chatOpenAI_0',
    callId: 'chatOpenAI_0:1',
    reason: 'refused',
    text: '',
    usage: noUsage,
    costMicro: 0,
  }

  expect(threadAfter([...before('thinking'), rejected, chainFailed])).toMatchObject([
    { label: 'OpenAI', state: 'failed', durationMs: 20 },
  ])
})

test('a failed node is always listed, even the answering one', () => {
  expect(threadAfter([...before('model_called'), chainFailed])).toMatchObject([
    { label: 'Conversation Chain', state: 'failed' },
  ])
})

const toolRun: RunEvent[] = [
  { type: 'run_started', at: 0, question: 'Where is it?' },
  { type: 'node_started', at: 1, nodeId: 'index_0', label: 'Knowledge index' },
  { type: 'node_finished', at: 2, nodeId: 'index_0' },
  { type: 'node_started', at: 3, nodeId: 'conversationChain_0', label: 'Agent' },
  { type: 'handle_called', at: 10, nodeId: 'index_0', callId: 'i:1', use: 'retrieve', input: 'it' },
  {
    type: 'handle_finished',
    at: 210,
    nodeId: 'index_0',
    callId: 'i:1',
    use: 'retrieve',
    output: [1, 2],
    isError: false,
  },
  {
    type: 'tool_called',
    at: 220,
    nodeId: 'orders_0',
    callId: 't:1',
    tool: 'order_status',
    args: { order: 'KE-1' },
  },
]
const toolDone: RunEvent = {
  type: 'tool_finished',
  at: 820,
  nodeId: 'orders_0',
  callId: 't:1',
  tool: 'order_status',
  text: '{"state":"out for delivery"}',
  isError: false,
}

test('a search lists its number of results, a tool its input and output', () => {
  expect(threadAfter(toolRun)).toMatchObject([
    { label: 'Knowledge index', found: 2, durationMs: 200 },
    { label: 'order_status', state: 'running', durationMs: undefined, tool: { args: { order: 'KE-1' } } },
  ])
  expect(threadAfter([...toolRun, toolDone])[1]).toMatchObject({
    kind: 'tool',
    state: 'done',
    durationMs: 600,
    tool: { text: '{"state":"out for delivery"}', isError: false },
  })
})

test('a failed tool is listed as failed, and the answer continues', () => {
  const failed = { ...toolDone, isError: true, text: 'Error: away' }

  expect(threadAfter([...toolRun, failed])[1]).toMatchObject({
    state: 'failed',
    tool: { text: 'Error: away' },
  })
})

test('tools of an answer loaded from the server are in its thread, without times', () => {
  const used = [{ tool: 'order_status', toolInput: { order: 'KE-1' }, toolOutput: 'out' }, 'nonsense']

  expect(threadOfStored(used)).toMatchObject([
    { label: 'order_status', durationMs: undefined, tool: { args: { order: 'KE-1' }, text: 'out' } },
  ])
})
