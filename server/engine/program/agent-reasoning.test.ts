import { expect, test } from 'vitest'
import { aConnectedFlow, prepareConnected } from '#server/testing/run-connected-flow.ts'
import { createReasoningFold } from './agent-reasoning.ts'

test('a sequential file lists its agents and conditions, and names the agent behind a loop', async () => {
  const rows = [
    { variable: '$flow.state.messages.length', operation: 'Less Than', value: '3', output: 'Again' },
  ]
  const flow = aConnectedFlow(
    [
      { id: 'start', name: 'seqStart' },
      { id: 'state', name: 'seqState', inputs: { stateMemoryUI: '[{"key":"seen","type":"Append"}]' } },
      {
        id: 'writer',
        name: 'seqAgent',
        inputs: { agentName: 'Writer', updateStateMemoryUI: '[{"key":"seen","value":"$flow.output"}]' },
      },
      {
        id: 'if',
        name: 'seqCondition',
        inputs: { conditionName: 'Enough?', conditionUI: JSON.stringify(rows) },
      },
      { id: 'loop', name: 'seqLoop', inputs: { loopToName: 'Writer' } },
      { id: 'end', name: 'seqEnd' },
    ],
    ['start -> writer', 'writer -> if', 'if:again -> loop', 'if:end -> end', 'state -> start.state'],
  )
  const { program, run } = prepareConnected({ flow, replies: ['one', 'two'] })
  const { events } = await run()
  const fold = createReasoningFold(program)

  const next = events.flatMap((event) => fold.apply(event).nextAgent ?? [])

  expect(next).toEqual(['Writer', 'Enough?', 'Writer', 'Writer', 'Enough?'])
  expect(fold.entries()).toEqual([
    {
      agentName: 'Writer',
      messages: ['one'],
      state: { seen: ['one'] },
      nodeName: 'seqAgent',
      nodeId: 'writer',
    },
    {
      ...{ agentName: 'Enough?', messages: [], next: 'Again', state: { seen: ['one'] } },
      ...{ nodeName: 'seqCondition', nodeId: 'if' },
    },
    {
      ...{ agentName: 'Writer', messages: ['two'], state: { seen: ['one', 'two'] } },
      ...{ nodeName: 'seqAgent', nodeId: 'writer' },
    },
    {
      ...{ agentName: 'Enough?', messages: [], next: 'End', state: { seen: ['one', 'two'] } },
      ...{ nodeName: 'seqCondition', nodeId: 'if' },
    },
  ])
})
