import { expect, test } from 'vitest'
import { noUsage } from '#shared/run-values.ts'
import type { RunEvent } from '#shared/runs.ts'
import { followRuns, type NodeRuns } from './run.ts'

const usage = { ...noUsage, input: 900, output: 100 }
const reply = { text: 'Hello', usage, estimated: false }
const called: RunEvent = {
  type: 'model_called',
  at: 300,
  nodeId: 'model_0',
  callId: 'c',
  provider: 'p',
  model: 'm',
  paidBy: 'platform',
  worstCase: { input: 1 },
}
const story: RunEvent[] = [
  { type: 'run_started', at: 0, question: 'Hello?' },
  { type: 'node_started', at: 100, nodeId: 'model_0', label: 'Model' },
  { type: 'node_finished', at: 150, nodeId: 'model_0' },
  { type: 'node_started', at: 200, nodeId: 'agent_0', label: 'Agent' },
  called,
]

function follow(...events: RunEvent[]): NodeRuns {
  return followRuns(new Map(), events, needed)
}
const needed = () => ['model_0', 'agent_0', 'memory_0']

test('a batch of events gives the same result as single events, and the previous state is unchanged', () => {
  const before = follow(...story.slice(0, 2))
  const stored = new Map(before)
  const together = followRuns(before, story.slice(2), needed)
  const apart = story.slice(2).reduce<NodeRuns>((runs, event) => followRuns(runs, [event], needed), before)

  expect(together).toEqual(apart)
  expect(before).toEqual(stored)
  expect(followRuns(before, [{ type: 'token', at: 1, text: 'Hi' } as RunEvent], needed)).toBe(before)
})

test('all required nodes wait at first, and light up when they start', () => {
  expect([...follow(...story.slice(0, 2))].map(([id, { state }]) => [id, state])).toEqual([
    ['model_0', 'running'],
    ['agent_0', 'waiting'],
    ['memory_0', 'waiting'],
  ])
})

test('a built model runs again while it is called', () => {
  expect(follow(...story.slice(0, 4)).get('model_0')?.state).toBe('done')
  expect(follow(...story).get('model_0')?.state).toBe('running')
})

test('tokens, cost and working time are added up', () => {
  const finished: RunEvent = {
    type: 'model_finished',
    at: 1_300,
    nodeId: 'model_0',
    callId: 'c',
    reply,
    costMicro: 1_900,
  }

  const model = follow(...story, finished).get('model_0')

  expect(model).toMatchObject({ state: 'done', busyMs: 1_050, tokens: 1_000, costMicro: 1_900 })
})

test('a failure shows its first line', () => {
  const failed: RunEvent = {
    type: 'node_failed',
    at: 400,
    nodeId: 'model_0',
    label: 'Model',
    message: 'No key.\nStack',
  }

  expect(follow(...story, failed).get('model_0')).toMatchObject({ state: 'failed', error: 'No key.' })
})

test('the end of a run ends running nodes, and resets waiting ones', () => {
  const end = { at: 900, usage, costMicro: 0, text: '' }

  const finished = follow(...story, { type: 'run_finished', ...end })
  const stopped = follow(...story, { type: 'run_stopped', ...end })
  const broken = follow(...story, {
    type: 'run_failed',
    ...end,
    message: 'Too slow.',
    code: 'TIMED_OUT',
    nodeId: 'agent_0',
  })

  expect([...finished].map(([id, { state }]) => [id, state])).toEqual([
    ['model_0', 'done'],
    ['agent_0', 'done'],
  ])
  expect(stopped.get('agent_0')?.state).toBe('stopped')
  expect(broken.get('agent_0')).toMatchObject({ state: 'failed', error: 'Too slow.' })
})
