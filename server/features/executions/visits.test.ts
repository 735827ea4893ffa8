import { expect, test } from 'vitest'
import { noUsage, type RunEvent, type StepWait } from '#shared/runs.ts'
import { visitsOf } from './visits.ts'

const usage = { ...noUsage, input: 10, output: 5 }
const started = (key: string, at: number): RunEvent => ({
  ...{ type: 'node_started', at, nodeId: key.split('#')[0] ?? '', label: 'Step', key },
})
const finished = (key: string, at: number): RunEvent => ({
  ...{ type: 'node_finished', at, nodeId: 'x', key, value: { content: key }, stepInput: { from: key } },
})

test('rounds of a loop are visits of one node, each with its own input and output', () => {
  const visits = visitsOf([started('a#1', 0), finished('a#1', 5), started('a#2', 6), finished('a#2', 9)])

  expect(visits).toMatchObject([
    { nodeId: 'a', round: 1, at: 0, endAt: 5, input: { from: 'a#1' }, output: { content: 'a#1' } },
    { nodeId: 'a', round: 2, at: 6, endAt: 9, input: { from: 'a#2' }, output: { content: 'a#2' } },
  ])
})

test('steps of an iteration name it and their item; the error of an item ends the steps of that item alone', () => {
  const visits = visitsOf([
    started('each#1', 0),
    { type: 'items_started', at: 1, nodeId: 'each', key: 'each#1', items: ['one', 'two'], parallel: 2 },
    started('each#1/0/a#1', 2),
    started('each#1/1/a#1', 3),
    { type: 'item_finished', at: 7, nodeId: 'each', key: 'each#1', index: 1, error: 'No answer' },
  ])

  expect(visits).toMatchObject([
    { key: 'each#1', input: ['one', 'two'], itemErrors: [{ item: 1, error: 'No answer' }], state: 'running' },
    { parent: 'each#1', item: 0, state: 'running' },
    { parent: 'each#1', item: 1, state: 'stopped', endAt: 7 },
  ])
})

test('calls belong to their visit and add up', () => {
  const [visit] = visitsOf([
    started('a#1', 0),
    {
      ...{ type: 'model_called', at: 1, nodeId: 'a', callId: 'a#1:model:1', provider: 'openai' },
      ...{ model: 'gpt-4o', paidBy: 'platform', worstCase: { input: 10 } },
    },
    {
      ...{ type: 'model_finished', at: 4, nodeId: 'a', callId: 'a#1:model:1', costMicro: 7 },
      reply: { text: 'Hi', usage, estimated: false },
    },
    { type: 'tool_called', at: 5, nodeId: 'a', callId: 'a#1:tool:1', tool: 'refund', args: { order: 7 } },
    {
      type: 'tool_finished',
      at: 8,
      nodeId: 'a',
      callId: 'a#1:tool:1',
      tool: 'refund',
      text: 'Down',
      isError: true,
    },
    { type: 'tool_called', at: 9, nodeId: 'a', callId: 'a#1:tool:2', tool: 'refund', args: {} },
  ])

  expect(visit).toMatchObject({
    ...{ costMicro: 7, tokens: 15 },
    calls: [
      { kind: 'model', name: 'gpt-4o', state: 'finished', durationMs: 3, output: 'Hi', costMicro: 7 },
      { kind: 'tool', name: 'refund', state: 'failed', durationMs: 3, input: { order: 7 }, output: 'Down' },
      { kind: 'tool', state: 'running', durationMs: null },
    ],
  })
})

test('a wait counts apart from the time of its step, and its answer is shown', () => {
  const wait: StepWait = {
    ...{ id: 'a#1:wait:1', kind: 'human', text: 'Refund?', takesFeedback: true },
    labels: { proceed: 'Proceed', reject: 'Reject' },
  }
  const events: RunEvent[] = [
    started('a#1', 0),
    { type: 'node_waiting', at: 10, nodeId: 'a', key: 'a#1', wait },
    { type: 'run_waiting', at: 10, waits: [wait] },
  ]
  expect(visitsOf(events)).toMatchObject([{ state: 'waiting', waitedMs: 0 }])

  const [visit] = visitsOf([
    ...events,
    {
      ...{ type: 'wait_answered', at: 110, waitId: wait.id, by: { kind: 'user', id: 'ada' } },
      answer: { type: 'reject', feedback: 'Too much' },
    },
    { type: 'node_failed', at: 112, nodeId: 'a', label: 'Step', message: 'Broken', key: 'a#1' },
  ])

  expect(visit).toMatchObject({
    ...{ state: 'failed', error: 'Broken', waitedMs: 100, endAt: 112 },
    answers: [{ type: 'reject', feedback: 'Too much', by: 'user', at: 110 }],
  })
})
