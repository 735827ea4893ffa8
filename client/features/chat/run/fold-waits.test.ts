import { expect, test } from 'vitest'
import { noUsage } from '#shared/run-values.ts'
import type { RunEvent } from '#shared/runs.ts'
import { acceptAnswer } from './fold-waits.ts'
import { foldEvent } from './run-turn.ts'
import { threadOf } from './thread.ts'
import { startTurn } from './turn.ts'

const wait = {
  id: 'check_0#1:wait:1',
  kind: 'human' as const,
  text: 'Send it?',
  labels: { proceed: 'Proceed', reject: 'Reject' },
  takesFeedback: true,
}
const proceed = { type: 'proceed' as const, feedback: 'Fine' }
const start = (key: string, at: number): RunEvent => ({
  type: 'node_started',
  at,
  nodeId: key.split('#')[0] ?? '',
  label: 'Step',
  key,
})
const finish = (key: string, at: number): RunEvent => ({
  type: 'node_finished',
  at,
  nodeId: key.split('#')[0] ?? '',
  key,
})

const parked: RunEvent[] = [
  { type: 'run_started', at: 0, question: 'Write it' },
  start('llm_0#1', 1),
  finish('llm_0#1', 500),
  start('check_0#1', 501),
  { type: 'token', at: 502, nodeId: 'check_0', text: 'Send it?' },
  { type: 'node_waiting', at: 503, nodeId: 'check_0', key: 'check_0#1', wait },
  { type: 'run_waiting', at: 504, waits: [wait] },
]
const answered: RunEvent[] = [
  { type: 'run_claimed', at: 900, processId: 'p', reason: 'answer' },
  { type: 'wait_answered', at: 901, waitId: wait.id, answer: proceed, by: { kind: 'user', id: 'ada' } },
]
const fold = (events: RunEvent[], from = startTurn('')) => events.reduce(foldEvent, from)

test('a waiting run holds its questions, and their text is not the answer', () => {
  const turn = fold(parked)

  expect(turn).toMatchObject({ isParked: true, waits: [wait], text: '', ending: undefined })
  expect(turn.steps.map(({ state }) => state)).toEqual(['done', 'waiting'])
  expect(threadOf(turn, () => 'any').map(({ state }) => state)).toEqual(['done', 'waiting'])
})

test('an answer moves the question to the answered ones and lets the step run on', () => {
  const turn = fold(answered, fold(parked))

  expect(turn).toMatchObject({
    isParked: false,
    waits: [],
    answered: [{ wait, answer: proceed, by: { kind: 'user' } }],
  })
  expect(turn.steps.at(-1)?.state).toBe('running')
})

test('an accepted answer is shown at once, and its event only adds who gave it', () => {
  const accepted = acceptAnswer(fold(parked), wait.id, proceed)
  const turn = fold(answered, accepted)

  expect(accepted).toMatchObject({ isParked: false, answered: [{ by: undefined }] })
  expect(turn.answered).toEqual([{ wait, answer: proceed, by: { kind: 'user', id: 'ada' } }])
})

test('without the event of the answer the next step shows that the run goes on', () => {
  const turn = fold([answered[0] as RunEvent, finish('check_0#1', 950)], fold(parked))

  expect(turn).toMatchObject({ isParked: false })
  expect(turn.steps.at(-1)?.state).toBe('done')
})

test('the end of a run closes its questions', () => {
  const turn = fold([{ type: 'run_stopped', at: 999, text: '', usage: noUsage, costMicro: 0 }], fold(parked))

  expect(turn).toMatchObject({ waits: [], isParked: false, ending: { type: 'stopped' } })
})

test('visits of a node are steps of their own, with their own calls and their round', () => {
  const call = (key: string, at: number): RunEvent => ({
    type: 'model_called',
    at,
    nodeId: 'llm_0',
    callId: `${key}:llmModel:1`,
    provider: 'flowtill',
    model: `model of ${key}`,
    paidBy: 'platform',
    worstCase: { input: 1 },
  })
  const visits = ['llm_0#1', 'llm_0#2'].flatMap((key, index) => [
    start(key, index * 10),
    call(key, index * 10 + 1),
    finish(key, index * 10 + 5),
  ])

  expect(threadOf(fold(visits), () => 'any')).toMatchObject([
    { key: 'llm_0#1', models: ['model of llm_0#1'], visit: undefined },
    { key: 'llm_0#2', models: ['model of llm_0#2'], visit: 2 },
  ])
})

test('an iteration counts its finished items', () => {
  const turn = fold([
    start('each_0#1', 1),
    { type: 'items_started', at: 2, nodeId: 'each_0', key: 'each_0#1', items: ['a', 'b'], parallel: 1 },
    start('each_0#1/0/llm_0#1', 3),
    finish('each_0#1/0/llm_0#1', 4),
    { type: 'item_finished', at: 5, nodeId: 'each_0', key: 'each_0#1', index: 0 },
  ])

  expect(turn.steps[0]?.items).toEqual({ total: 2, done: 1 })
  expect(turn.steps[1]?.key).toBe('each_0#1/0/llm_0#1')
})
