import { expect, test } from 'vitest'
import { createReasoningFold } from '#server/engine/program/agent-reasoning.ts'
import { aConnectedFlow, prepareConnected, runFromEveryPrefix } from '#server/testing/run-connected-flow.ts'
import type { RunEvent } from '#shared/runs.ts'

const lead = (inputs: Record<string, unknown> = {}) => ({
  id: 'lead',
  name: 'supervisor',
  inputs: {
    supervisorName: 'Lead',
    supervisorPrompt: 'Manage {team_members}.',
    recursionLimit: 100,
    ...inputs,
  },
})
const workerOf = (id: string, workerName: string, workerPrompt = `You are ${workerName} at {company}`) => ({
  id,
  name: 'worker',
  inputs: { workerName, workerPrompt, promptValues: '{"company":"Acme"}' },
})
const route = (next: string, instructions = '') => ({
  toolCalls: [{ id: next, name: 'route', args: { next, instructions, reasoning: `${next} knows` } }],
})
const calculator = { id: 'calculator_0', name: 'calculator' }
const team = (inputs: Record<string, unknown> = {}) =>
  aConnectedFlow(
    [lead(inputs), workerOf('w1', 'Code Writer'), workerOf('w2', 'Reviewer'), calculator],
    ['lead -> w1.supervisor', 'lead -> w2.supervisor', 'calculator_0 -> w2.tools'],
  )
const keysOf = (events: readonly RunEvent[]) =>
  events.flatMap((event) => (event.type === 'node_started' ? [event.key] : []))
const sum = { id: 'call', name: 'calculator', args: { input: '2+3' } }
const replies = [
  route('code_writer', 'Write it'),
  'the code',
  route('reviewer', 'Check it'),
  { toolCalls: [sum] },
  'approved',
  route('FINISH'),
]

test('the supervisor routes by a forced tool call until it finishes', async () => {
  const { run, requests } = prepareConnected({ flow: team(), replies })
  await run()
  const { ending, events, endings } = await runFromEveryPrefix({ flow: team(), replies })

  expect(keysOf(events)).toEqual(['lead#1', 'w1#1', 'lead#2', 'w2#1', 'lead#3'])
  expect(ending).toMatchObject({ status: 'finished', value: { content: 'approved', next: 'FINISH' } })
  expect(endings).toEqual(endings.map(() => ending))
  expect(requests[0]).toMatchObject({
    system: 'Manage code_writer, reviewer.',
    toolChoice: { name: 'route' },
    tools: [{ parameters: { properties: { next: { enum: ['FINISH', 'code_writer', 'reviewer'] } } } }],
  })
  expect(requests[1]).toMatchObject({
    system: 'You are Code Writer at Acme',
    messages: [
      { role: 'user', content: 'Where is my order?' },
      { role: 'user', content: 'Write it' },
    ],
  })
  expect(requests[2]?.messages[1]).toEqual({ role: 'user', content: 'Code Writer: the code' })
})

test('the summary of the conversation is the answer when it is asked for', async () => {
  const { run } = prepareConnected({
    flow: team({ summarization: true }),
    replies: [...replies, 'All is well.'],
  })

  expect((await run()).ending).toMatchObject({ value: { content: 'All is well.' } })
})

test('a supervisor that finishes at once answers itself', async () => {
  const { run } = prepareConnected({ flow: team(), replies: [route('FINISH', 'Hello to you')] })

  expect((await run()).ending).toMatchObject({ value: { content: 'Hello to you' } })
})

test('a team ends with an error at its recursion limit', async () => {
  const endless = Array.from({ length: 4 }, () => [route('reviewer'), 'again']).flat()
  const { run } = prepareConnected({ flow: team({ recursionLimit: 4 }), replies: endless })

  await expect(run()).rejects.toThrow(/recursion limit of 4 steps/)
})

test('a worker that nobody knows is an error of the model', async () => {
  const { run } = prepareConnected({ flow: team(), replies: [route('nobody')] })

  await expect(run()).rejects.toThrow('lead: the model has chosen nobody, which is no worker.')
})

test('two workers of one name are rejected, and a team without workers', () => {
  const twice = aConnectedFlow(
    [lead(), workerOf('w1', 'Ada'), workerOf('w2', 'ada')],
    ['lead -> w1.supervisor', 'lead -> w2.supervisor'],
  )

  expect(() => prepareConnected({ flow: twice })).toThrow('two workers are named ada')
  expect(() => prepareConnected({ flow: aConnectedFlow([lead()], []) })).toThrow(
    'connect at least one worker',
  )
})

test('the reasoning lists each step with its message, its tools and who comes next', async () => {
  const { program, run } = prepareConnected({ flow: team(), replies })
  const { events } = await run()
  const fold = createReasoningFold(program)

  const next = events.flatMap((event) => fold.apply(event).nextAgent ?? [])

  expect(next).toEqual(['Code Writer', 'Lead', 'Reviewer', 'Lead'])
  expect(fold.entries()).toMatchObject([
    {
      agentName: 'Lead',
      messages: [],
      next: 'Code Writer',
      instructions: 'Write it',
      nodeName: 'supervisor',
    },
    { agentName: 'Code Writer', messages: ['the code'], nodeId: 'w1' },
    { agentName: 'Lead', next: 'Reviewer' },
    {
      agentName: 'Reviewer',
      messages: ['approved'],
      usedTools: [{ tool: 'calculator', toolInput: { input: '2+3' }, toolOutput: '5' }],
    },
    { agentName: 'Lead', next: 'FINISH', state: { next: 'FINISH' } },
  ])
})
