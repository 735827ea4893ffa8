import { expect, test } from 'vitest'
import { noUsage } from '#shared/run-values.ts'
import type { RunEvent } from '#shared/runs.ts'
import { valuesOfRun } from './run-values.ts'

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
