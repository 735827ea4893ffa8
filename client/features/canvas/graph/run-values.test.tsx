import { expect, test } from 'vitest'
import { noUsage } from '#shared/run-values.ts'
import type { RunEvent } from '#shared/runs.ts'
import { listen, nothingReported, outputsAfter, reportedValue, valuesOfRun } from './run-values.ts'

const reply = { text: 'chipped', usage: noUsage, estimated: false }
const events: RunEvent[] = [
  { type: 'run_started', at: 0, question: 'Where is my refund?' },
  { type: 'model_finished', at: 1, nodeId: 'llm_0', callId: 'llm_0:1', reply, costMicro: 0 },
  { type: 'node_finished', at: 2, nodeId: 'state_0', output: { state: { visits: 2, damage: 'none' } } },
  { type: 'node_finished', at: 3, nodeId: 'state_1', output: { state: { visits: 3 } } },
]

test('variables have the values of the run: question, state at its end, texts of nodes', () => {
  const names = [
    '{{ question }}',
    '{{ $flow.state.visits }}',
    '$flow.state.damage',
    '{{llm_0}}',
    '{{gone_0}}',
  ]

  expect(valuesOfRun(events, names)).toEqual({
    '{{ question }}': 'Where is my refund?',
    '{{ $flow.state.visits }}': '3',
    '$flow.state.damage': 'none',
    '{{llm_0}}': 'chipped',
  })
})

const started: RunEvent = { type: 'run_started', at: 0, question: 'Where is it?' }
const usage = { input: 1, cacheRead: 0, cacheWrite: 0, output: 1, reasoning: 0 }
const finished: RunEvent = {
  type: 'model_finished',
  at: 5,
  nodeId: 'llmChain_0',
  callId: 'llmChain_0:1',
  reply: { text: 'On its way', usage, estimated: false },
  costMicro: 3,
}

test('a run provides its question and the outputs of its nodes', () => {
  const reported = [started, finished].reduce(listen, nothingReported)

  expect(reportedValue(reported, 'question')).toBe('Where is it?')
  expect(reportedValue(reported, 'llmChain_0.data.instance')).toBe('On its way')
  expect(reportedValue(reported, 'llmChain_0')).toBe('On its way')
  expect(reportedValue(reported, 'llmChain_0.data.instance.part')).toBeUndefined()
})

test('a new run clears the previous one, and an irrelevant event changes nothing', () => {
  const reported = [started, finished, started].reduce(listen, nothingReported)

  expect(reportedValue(reported, 'llmChain_0')).toBeUndefined()
  expect(listen(reported, { type: 'token', at: 1, nodeId: 'x', text: 'a' })).toBe(reported)
})

const repliesWith = (text: string) => ({ text, usage: noUsage, estimated: false })
const finishedWith = (text: string) =>
  ({
    type: 'model_finished',
    at: 1,
    nodeId: 'm',
    callId: 'm:1',
    reply: repliesWith(text),
    costMicro: 0,
  }) as const

test('a wire shows its last value, at most two hundred characters of it', () => {
  const passed = outputsAfter([finishedWith('first'), finishedWith('x'.repeat(500))], new Map())

  expect(passed.get('m')?.text).toBe(`${'x'.repeat(200)}…`)
})

test('lists are counted', () => {
  const output = [
    { pageContent: 'a', metadata: {} },
    { pageContent: 'b', metadata: {} },
  ]
  const event = {
    type: 'handle_finished',
    at: 1,
    nodeId: 'r',
    callId: 'r:1',
    use: 'retrieve',
    output,
    isError: false,
  } as const

  expect(outputsAfter([event], new Map()).get('r')).toMatchObject({ count: 2 })
})

test('a tool failure is marked', () => {
  const event = {
    type: 'tool_finished',
    at: 1,
    nodeId: 't',
    callId: 't:1',
    tool: 'a',
    text: 'Error: no',
    isError: true,
  } as const

  expect(outputsAfter([event], new Map()).get('t')).toMatchObject({ text: 'Error: no', isError: true })
})

test('events without a value leave the state identical', () => {
  const before = outputsAfter([finishedWith('Yes.')], new Map())

  expect(outputsAfter([{ type: 'node_started', at: 1, nodeId: 'm', label: 'M' }], before)).toBe(before)
})
