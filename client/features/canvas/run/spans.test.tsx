import { describe, expect, test } from 'vitest'
import { noUsage } from '#shared/run-values.ts'
import type { RunEvent } from '#shared/runs.ts'
import { billOf, linesOf, spansOf } from './spans.ts'

const usage = { ...noUsage, input: 100, cacheRead: 20, output: 30 }
const worstCase = { input: 100 }
const requested = { provider: 'flowtill', model: 'flowtill-demo', paidBy: 'platform', worstCase } as const

/** An agent that reads its memory, asks its model, uses a tool and asks again. */
const run: RunEvent[] = [
  { type: 'run_started', at: 0, question: 'Hello?' },
  { type: 'node_started', at: 1, nodeId: 'model', label: 'Chat model' },
  { type: 'node_finished', at: 2, nodeId: 'model' },
  { type: 'node_started', at: 2, nodeId: 'memory', label: 'Memory' },
  { type: 'node_finished', at: 3, nodeId: 'memory' },
  { type: 'node_started', at: 4, nodeId: 'agent', label: 'Agent' },
  { type: 'handle_called', at: 5, nodeId: 'memory', callId: 'memory:use:1', use: 'read' },
  {
    type: 'handle_finished',
    at: 9,
    nodeId: 'memory',
    callId: 'memory:use:1',
    use: 'read',
    output: [],
    isError: false,
  },
  { type: 'model_called', at: 10, nodeId: 'model', callId: 'm:1', ...requested },
  {
    type: 'model_finished',
    at: 500,
    nodeId: 'model',
    callId: 'm:1',
    reply: { text: '', usage, estimated: false },
    costMicro: 7,
  },
  { type: 'tool_called', at: 500, nodeId: 'orders', callId: 't:1', tool: 'order_status', args: {} },
  {
    type: 'tool_finished',
    at: 1_100,
    nodeId: 'orders',
    callId: 't:1',
    tool: 'order_status',
    text: 'Error: away',
    isError: true,
  },
  { type: 'model_called', at: 1_100, nodeId: 'model', callId: 'm:2', ...requested },
  {
    type: 'model_finished',
    at: 2_000,
    nodeId: 'model',
    callId: 'm:2',
    reply: { text: 'Yes.', usage, estimated: false },
    costMicro: 9,
  },
  { type: 'node_finished', at: 2_001, nodeId: 'agent', output: 'Yes.' },
  { type: 'run_finished', at: 2_002, text: 'Yes.', usage, costMicro: 16 },
]

describe('a run as spans', () => {
  test('the answering node is above all others, which are in starting order', () => {
    const spans = spansOf(run)

    expect(spans.ending).toMatchObject({ nodeId: 'agent', startedAt: 4, endedAt: 2_001, state: 'done' })
    expect(linesOf(spans).map(({ label, kind, name }) => [label, kind, name])).toEqual([
      ['Memory', 'handle', 'read'],
      ['Chat model', 'model', 'flowtill-demo'],
      ['orders', 'tool', 'order_status'],
      ['Chat model', 'model', 'flowtill-demo'],
    ])
  })

  test('its totals are the sums of its calls', () => {
    expect(spansOf(run)).toMatchObject({
      durationMs: 2_002,
      costMicro: 16,
      tokens: { input: 240, output: 60 },
    })
    expect(billOf(spansOf(run))).toMatchObject([
      { label: 'Chat model', calls: 2, tokens: 300, costMicro: 16, reused: 0 },
      { label: 'order_status', calls: 1, costMicro: 0 },
    ])
  })

  test('a failed tool shows its error; the run continues', () => {
    expect(linesOf(spansOf(run))[2]).toMatchObject({ state: 'failed', error: 'Error: away' })
  })

  test('an unfinished call is running in a live run and stopped in a stopped run', () => {
    const going = spansOf(run.slice(0, 9))
    const stopped = spansOf([
      ...run.slice(0, 9),
      { type: 'run_stopped', at: 300, text: '', usage: noUsage, costMicro: 0 },
    ])

    expect(going.parts.find(({ key }) => key === 'm:1')).toMatchObject({
      state: 'running',
      endedAt: undefined,
    })
    expect(stopped.parts.find(({ key }) => key === 'm:1')).toMatchObject({ state: 'stopped', endedAt: 300 })
    expect(stopped.ending).toMatchObject({ state: 'stopped' })
  })

  test('a reused response costs nothing and is marked as reused', () => {
    const reused = spansOf([
      { type: 'node_started', at: 1, nodeId: 'model', label: 'Chat model' },
      {
        type: 'model_reused',
        at: 5,
        nodeId: 'model',
        callId: 'm:1',
        provider: 'flowtill',
        model: 'flowtill-demo',
        from: 'pin',
        reply: { text: 'Yes.', usage, estimated: false },
      },
      { type: 'node_started', at: 1, nodeId: 'agent', label: 'Agent' },
    ])

    expect(reused).toMatchObject({ costMicro: 0, tokens: { input: 0, output: 0 } })
    expect(billOf(reused)).toMatchObject([{ calls: 1, reused: 1, costMicro: 0 }])
  })

  test('a node that fails with its call has one row, not two', () => {
    const failed = spansOf([
      { type: 'node_started', at: 1, nodeId: 'model', label: 'Chat model' },
      { type: 'node_started', at: 2, nodeId: 'agent', label: 'Agent' },
      { type: 'model_called', at: 10, nodeId: 'model', callId: 'm:1', ...requested },
      {
        type: 'model_stopped',
        at: 90,
        nodeId: 'model',
        callId: 'm:1',
        reason: 'refused',
        text: '',
        usage: noUsage,
        costMicro: 0,
      },
      { type: 'node_failed', at: 90, nodeId: 'model', label: 'Chat model', message: 'No.' },
    ])

    expect(linesOf(failed).map(({ key }) => key)).toEqual(['m:1'])
  })
})
