import { expect, test } from 'vitest'
import { aConversationFlow, buildFlow } from '#server/testing/conversation-flow.ts'
import { prepareRun, textOfTokens } from '#server/testing/run-test-flow.ts'
import { openSandboxModels } from '#server/upstream/models/testing/sandbox-models.ts'
import { referenceTo } from '#shared/flow-file.ts'
import { noUsage, type RunEvent } from '#shared/runs.ts'
import type { Tool } from './handles.ts'
import { recordTools } from './record-tool.ts'
import { createReuse, leadingFrom } from './reuse.ts'
import type { Report } from './run-log.ts'

const none = { fresh: new Set<string>(), pins: new Map() }
const reply = (text: string) => ({ text, usage: noUsage, estimated: false })

function aTwoStepFlow({ second = 'Say again: {first}' } = {}) {
  return buildFlow([
    { name: 'flowtillDemoModel' },
    { name: 'promptTemplate', id: 'promptTemplate_0', inputs: { template: 'Hello there' } },
    {
      name: 'llmChain',
      id: 'llmChain_0',
      inputs: { model: referenceTo('flowtillDemoModel_0'), prompt: referenceTo('promptTemplate_0') },
      outputs: { output: 'outputPrediction' },
    },
    {
      name: 'promptTemplate',
      id: 'promptTemplate_1',
      inputs: { template: second, promptValues: JSON.stringify({ first: referenceTo('llmChain_0') }) },
    },
    {
      name: 'llmChain',
      id: 'llmChain_1',
      inputs: { model: referenceTo('flowtillDemoModel_0'), prompt: referenceTo('promptTemplate_1') },
    },
  ])
}

const typesOf = (events: readonly Report[]) => events.map(({ type }) => type)
const callsIn = (events: readonly Report[]) =>
  typesOf(events).filter((type) => type === 'model_called').length
const holdersReused = (events: readonly Report[]) =>
  events.flatMap((event) => (event.type === 'model_reused' ? [event.callId.split(':')[1]] : []))

async function runTwice(from: string | undefined, changed = aTwoStepFlow()) {
  const { chat } = await openSandboxModels()
  const first = prepareRun({ flow: aTwoStepFlow(), chat, trace: true })
  const answer = await first.run()
  const fresh = from ? leadingFrom(first.plan, from) : new Set<string>()
  const reuse = createReuse({ events: first.stored(), fresh, pins: new Map() })
  const again = prepareRun({ flow: changed, chat, trace: true, reuse })
  return { answer, second: await again.run(), events: again.events }
}

test('an unchanged run makes no call, and returns the same answer', async () => {
  const { answer, second, events } = await runTwice(undefined)

  expect(second).toEqual(answer)
  expect(callsIn(events)).toBe(0)
  expect(holdersReused(events)).toEqual(['llmChain_0', 'llmChain_1'])
  expect(textOfTokens(events)).toBe(answer.text)
})

test('a rerun from a node reuses what precedes it, and repeats it and what follows', async () => {
  const { events } = await runTwice('promptTemplate_1')

  expect(holdersReused(events)).toEqual(['llmChain_0'])
  expect(callsIn(events)).toBe(1)
})

test('a rerun from the model repeats every call of it', async () => {
  const { events } = await runTwice('flowtillDemoModel_0')

  expect(callsIn(events)).toBe(2)
})

test('a changed prompt reruns its own node and reuses the others', async () => {
  const { events } = await runTwice(undefined, aTwoStepFlow({ second: 'Shout it: {first}' }))

  expect(holdersReused(events)).toEqual(['llmChain_0'])
  expect(callsIn(events)).toBe(1)
})

test('a changed model setting reuses nothing', async () => {
  const { chat } = await openSandboxModels()
  const model = (temperature: string) => ({ name: 'flowtillDemoModel', inputs: { temperature } })
  const first = prepareRun({ flow: aConversationFlow({ model: model('0.1') }), chat, trace: true })
  await first.run()
  const reuse = createReuse({ ...none, events: first.stored() })

  const again = prepareRun({ flow: aConversationFlow({ model: model('0.2') }), chat, trace: true, reuse })
  await again.run()

  expect(callsIn(again.events)).toBe(1)
})

test('a pin replaces the reply to every call', async () => {
  const { chat } = await openSandboxModels()
  const pins = new Map([['flowtillDemoModel_0', [{ reply: reply('Pinned.') }]]])
  const reuse = createReuse({ ...none, events: [], pins })
  const { run, events } = prepareRun({ flow: aTwoStepFlow(), chat, trace: true, reuse })

  expect(await run()).toEqual({ text: 'Pinned.' })
  expect(callsIn(events)).toBe(0)
  expect(events.filter(({ type }) => type === 'model_reused')).toMatchObject([
    { from: 'pin' },
    { from: 'pin' },
  ])
})

test('a run that was itself reused can be reused', async () => {
  const { chat } = await openSandboxModels()
  const first = prepareRun({ flow: aTwoStepFlow(), chat, trace: true })
  await first.run()
  const second = prepareRun({
    flow: aTwoStepFlow(),
    chat,
    trace: true,
    reuse: createReuse({ ...none, events: first.stored() }),
  })
  await second.run()
  const third = prepareRun({
    flow: aTwoStepFlow(),
    chat,
    trace: true,
    reuse: createReuse({ ...none, events: second.stored() }),
  })

  await third.run()

  expect(callsIn(third.events)).toBe(0)
})

test('a tool with unchanged settings is not called again for the same arguments; for others it is', async () => {
  const events: RunEvent[] = [
    { type: 'node_started', at: 0, nodeId: 't', label: 'T', stepHash: 'h' },
    { type: 'tool_called', at: 1, nodeId: 't', callId: 't:send:1', tool: 'send', args: { to: 'Ada' } },
    {
      type: 'tool_finished',
      at: 2,
      nodeId: 't',
      callId: 't:send:1',
      tool: 'send',
      text: 'sent',
      isError: false,
    },
  ]
  const use = async (args: { to: string }, stepHash: string, fresh = new Set<string>()) => {
    const noted: Report[] = []
    const note = (report: Report) => void noted.push(report)
    const call = async () => ({ text: 'anew' })
    const tool: Tool = { name: 'send', description: '', parameters: {}, effect: 'write', call }
    const recorded = recordTools(tool, {
      nodeId: 't',
      signal: new AbortController().signal,
      log: { past: [], note, append: async (report) => note(report) },
      reuse: createReuse({ events, fresh, pins: new Map() }),
      stepHash,
    }) as Tool
    const { text } = await recorded.call(args)
    return { text, noted }
  }

  const reused = await use({ to: 'Ada' }, 'h')
  expect(reused.text).toBe('sent')
  expect(reused.noted).toMatchObject([
    { type: 'tool_called', isReused: true },
    { type: 'tool_finished', text: 'sent' },
  ])
  expect((await use({ to: 'Bob' }, 'h')).text).toBe('anew')
  expect((await use({ to: 'Ada' }, 'other settings')).text).toBe('anew')
  expect((await use({ to: 'Ada' }, 'h', new Set(['t']))).text).toBe('anew')
})
