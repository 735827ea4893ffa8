import { expect, test } from 'vitest'
import type { RunEvent } from '#shared/runs.ts'
import { listen, nothingTold, toldValue } from './variables-run.ts'

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

test('a run tells its question and what its nodes have given', () => {
  const told = [started, finished].reduce(listen, nothingTold)

  expect(toldValue(told, 'question')).toBe('Where is it?')
  expect(toldValue(told, 'llmChain_0.data.instance')).toBe('On its way')
  expect(toldValue(told, 'llmChain_0')).toBe('On its way')
  expect(toldValue(told, 'llmChain_0.data.instance.part')).toBeUndefined()
})

test('a new run forgets the old one, and silence changes nothing', () => {
  const told = [started, finished, started].reduce(listen, nothingTold)

  expect(toldValue(told, 'llmChain_0')).toBeUndefined()
  expect(listen(told, { type: 'token', at: 1, nodeId: 'x', text: 'a' })).toBe(told)
})
