import { expect, test } from 'vitest'
import { AppError } from '#shared/errors.ts'
import type { RunEvent } from '#shared/runs.ts'
import type { Tool, ToolResult } from './handles.ts'
import { recordEffects, recordTools } from './record-tool.ts'
import type { Report } from './run-log.ts'

test('a call is stored before it is made, its result after', async () => {
  const { tool, events } = aRecorded(async () => {
    expect(events).toHaveLength(1)
    return { text: '5', sourceDocuments: [{ pageContent: 'two and three', metadata: { page: 1 } }] }
  })

  expect(await tool.call({ a: 2 })).toMatchObject({ text: '5' })

  expect(events).toEqual([
    {
      type: 'tool_called',
      nodeId: 'calculator_0',
      callId: 'calculator_0:add:1',
      tool: 'add',
      args: { a: 2 },
      effect: 'write',
    },
    {
      type: 'tool_finished',
      nodeId: 'calculator_0',
      callId: 'calculator_0:add:1',
      tool: 'add',
      text: '5',
      isError: false,
      sourceDocuments: [{ pageContent: 'two and three', metadata: { page: 1 } }],
    },
  ])
})

test('a tool call recorded by an earlier attempt is not repeated', async () => {
  const first = aRecorded(async () => ({ text: 'sent' }))
  await first.tool.call({ to: 'Ada' })
  const past = first.events.map((event) => ({ ...event, at: 0 }) as RunEvent)

  const second = aRecorded(async () => {
    throw new Error('It was done twice.')
  }, past)

  expect(await second.tool.call({ to: 'Ada' })).toEqual({ text: 'sent' })
  expect(second.events).toEqual([])
})

test('a recorded result does not answer another call', async () => {
  const first = aRecorded(async () => ({ text: 'to Ada' }))
  await first.tool.call({ to: 'Ada' })
  const past = first.events.map((event) => ({ ...event, at: 0 }) as RunEvent)

  const second = aRecorded(async () => ({ text: 'to Bob' }), past)

  expect(await second.tool.call({ to: 'Bob' })).toEqual({ text: 'to Bob' })
})

test('a failure becomes a result for the model; an internal error reveals no details', async () => {
  const polite = aRecorded(async () => {
    throw new AppError('UPSTREAM_FAILED', 'The shop is closed.')
  })
  const broken = aRecorded(async () => {
    throw new Error('password=hunter2')
  })

  expect(await polite.tool.call({})).toEqual({ text: 'Error: The shop is closed.' })
  expect(await broken.tool.call({})).toEqual({ text: 'Error: The tool failed.' })
  expect(polite.events.at(-1)).toMatchObject({ type: 'tool_finished', isError: true })
  expect(JSON.stringify(broken.events)).not.toContain('hunter2')
})

test('an empty wallet ends the run without a result for the model', async () => {
  const { tool } = aRecorded(async () => {
    throw new AppError('INSUFFICIENT_FUNDS', 'Insufficient balance. Please top up your wallet.')
  })

  await expect(tool.call({})).rejects.toThrow('Insufficient balance')
})

test('a result larger than any context window is truncated', async () => {
  const { tool } = aRecorded(async () => ({ text: 'x'.repeat(200_000) }))

  const { text } = await tool.call({})

  expect(text.length).toBe(100_000 + '\n[cut]'.length)
})

test('tools of a toolkit are recorded one by one', async () => {
  const log = { past: [], note: () => undefined, append: async () => undefined }
  const signal = new AbortController().signal
  const kit = recordTools([aTool(async () => ({ text: '1' })), aTool(async () => ({ text: '2' }))], {
    nodeId: 'kit_0',
    log,
    signal,
  }) as Tool[]

  expect(await Promise.all(kit.map((tool) => tool.call({})))).toEqual([{ text: '1' }, { text: '2' }])
})

function aTool(call: (args: unknown) => Promise<ToolResult>): Tool {
  return {
    name: 'add',
    description: 'Adds.',
    parameters: { type: 'object', properties: {} },
    effect: 'write',
    call,
  }
}

function aRecorded(call: (args: unknown) => Promise<ToolResult>, past: RunEvent[] = []) {
  const events: Report[] = []
  const note = (report: Report) => void events.push(report)
  const log = { past, note, append: async (report: Report) => note(report) }
  const signal = new AbortController().signal
  return { tool: recordTools(aTool(call), { nodeId: 'calculator_0', log, signal }) as Tool, events }
}

test('a person may give the result of an uncertain call as plain text', async () => {
  const called = {
    type: 'tool_called',
    at: 0,
    nodeId: 'http',
    callId: 'http#1:http:1',
    tool: 'http',
    args: {},
  } as const
  const wait = {
    ...{ id: 'http#1:wait:1', kind: 'uncertain' as const, text: '', takesFeedback: false },
    labels: { proceed: '', reject: '' },
    calls: [{ callId: called.callId, tool: 'http', args: {} }],
  } as const
  const effect = recordEffects({
    ...{ nodeId: 'http', scope: 'http#1', signal: new AbortController().signal },
    log: { past: [called], note: () => undefined, append: async () => undefined },
    waiting: {
      answers: [
        { wait: { ...wait, calls: [...wait.calls] }, answer: { type: 'done', value: 'Paid by hand' } },
      ],
      current: undefined,
    },
  })

  const result = await effect({ name: 'http', args: {}, effect: 'write' }, async () => 'made again')

  expect(result).toBe('Paid by hand')
})

test('an evaluation answers calls with effects without making them', async () => {
  const events: Report[] = []
  const log = {
    past: [],
    note: (event: Report) => events.push(event),
    append: async (event: Report) => events.push(event),
  }
  const call = async () => {
    throw new Error('It was done.')
  }
  const recording = {
    nodeId: 'n',
    log: log as never,
    signal: new AbortController().signal,
    simulatesWrites: true,
  }
  const tool = { name: 'cancel', description: '', parameters: {}, effect: 'write', call }
  const [write, read] = recordTools(
    [tool, { ...tool, name: 'look', effect: 'read', call: async () => ({ text: 'seen' }) }],
    recording,
  ) as Tool[]

  expect((await write?.call({}))?.text).toMatch('cancel was simulated')
  expect(await read?.call({})).toEqual({ text: 'seen' })
  expect(
    await recordEffects(recording)({ name: 'http', args: {}, effect: 'write', simulated: { ok: 1 } }, call),
  ).toEqual({
    ok: 1,
  })
  expect(events.filter(({ type }) => type === 'tool_called')).toMatchObject([
    { tool: 'cancel', isSimulated: true },
    { tool: 'look' },
    { tool: 'http', isSimulated: true },
  ])
})
