import { expect, test } from 'vitest'
import { noUsage, type RunEvent } from '#shared/runs.ts'
import { spansOf } from './run-spans.ts'

const usage = { ...noUsage, input: 10, cacheRead: 5, output: 8 }
const events: RunEvent[] = [
  { type: 'run_started', at: 0, question: 'How hot is it?' },
  { type: 'node_started', at: 1, nodeId: 'model_0', label: 'OpenAI' },
  { type: 'node_finished', at: 2, nodeId: 'model_0' },
  { type: 'node_started', at: 3, nodeId: 'agent_0', label: 'Agent' },
  {
    ...{ type: 'model_called', at: 4, nodeId: 'model_0', callId: 'model_0:agent_0:1', provider: 'google' },
    ...{ model: 'gemini', paidBy: 'platform', worstCase: { input: 20 } },
  } as RunEvent,
  {
    ...{ type: 'model_finished', at: 9, nodeId: 'model_0', callId: 'model_0:agent_0:1', costMicro: 1_500 },
    reply: {
      text: '',
      usage,
      estimated: false,
      toolCalls: [{ id: 't', name: 'weather', args: { in: 'Izmir' } }],
    },
  } as RunEvent,
  { type: 'tool_called', at: 9, nodeId: 'agent_0', callId: 'c1', tool: 'weather', args: { in: 'Izmir' } },
  {
    type: 'tool_finished',
    at: 12,
    nodeId: 'agent_0',
    callId: 'c1',
    tool: 'weather',
    text: '31°',
    isError: true,
  },
  {
    ...{ type: 'model_called', at: 12, nodeId: 'emb_0', callId: 'emb_0:agent_0:embed:1', provider: 'openai' },
    ...{ model: 'small', paidBy: 'owner', worstCase: { input: 20 } },
  } as RunEvent,
  {
    ...{ type: 'model_stopped', at: 13, nodeId: 'emb_0', callId: 'emb_0:agent_0:embed:1', reason: 'refused' },
    ...{ text: '', usage: noUsage, costMicro: 0 },
  } as RunEvent,
  { type: 'node_failed', at: 14, nodeId: 'agent_0', label: 'Agent', message: 'The model is gone.' },
  {
    type: 'run_failed',
    at: 15,
    message: 'The model is gone.',
    code: 'UPSTREAM_FAILED',
    usage,
    costMicro: 1_500,
  },
]
const run = {
  ...{ id: '3f8a1c52-9b0e-4d7a-8a11-2b6c0d9e7f10', flow: { id: 'f', name: 'Weather' } },
  ...{ chatId: 'c', sessionId: 's', chatType: 'EXTERNAL', startedMs: 1_700_000_000_000, events },
}

test('a run becomes a tree: the run, its nodes, and their calls', () => {
  const spans = spansOf(run, true)
  const [root, , agent] = spans
  const nameOf = (id: string | undefined) => spans.find(({ spanId }) => spanId === id)?.name

  expect(spans.map(({ name, parentSpanId }) => [name, nameOf(parentSpanId)])).toEqual([
    ['Weather', undefined],
    ['OpenAI', 'Weather'],
    ['Agent', 'Weather'],
    ['chat gemini', 'Agent'],
    ['execute_tool weather', 'Agent'],
    ['embeddings small', 'Agent'],
  ])
  expect(new Set(spans.map(({ spanId }) => spanId)).size).toBe(6)
  for (const { traceId, spanId } of spans) {
    expect([traceId, spanId]).toEqual([
      '3f8a1c529b0e4d7a8a112b6c0d9e7f10',
      expect.stringMatching(/^[0-9a-f]{16}$/),
    ])
  }
  expect(root).toMatchObject({
    ...{ startMs: 1_700_000_000_000, endMs: 1_700_000_000_015, error: 'The model is gone.' },
    attributes: {
      'gen_ai.conversation.id': 's',
      'input.value': 'How hot is it?',
      'flowtill.cost_usd': 0.0015,
    },
  })
  expect(agent).toMatchObject({ endMs: 1_700_000_000_014, error: 'The model is gone.' })
  expect(spans[3]?.attributes).toMatchObject({
    'gen_ai.operation.name': 'chat',
    'gen_ai.provider.name': 'gcp.gemini',
    'gen_ai.request.model': 'gemini',
    'gen_ai.usage.input_tokens': 15,
    'gen_ai.usage.cache_read.input_tokens': 5,
    'gen_ai.usage.output_tokens': 8,
    'gen_ai.usage.cost': 0.0015,
    'langfuse.observation.type': 'generation',
    'output.value': expect.stringContaining('weather'),
  })
  expect(spans[4]).toMatchObject({
    error: 'The tool failed.',
    attributes: { 'gen_ai.tool.name': 'weather', 'input.value': '{"in":"Izmir"}', 'output.value': '31°' },
  })
  expect(spans[5]?.error).toBe('The call was refused.')
})

test('without content, spans contain numbers and no text of users', () => {
  const spans = spansOf(run, false)

  expect(spans[3]?.attributes['gen_ai.usage.output_tokens']).toBe(8)
  expect(JSON.stringify(spans)).not.toMatch(/How hot|Izmir|31°|input\.value|output\.value|gen_ai\.output/)
})

test('long texts and looping agents are truncated', () => {
  const many = Array.from({ length: 2_000 }, (_, at) => ({
    ...{ type: 'tool_called' as const, at, nodeId: 'agent_0', callId: `c${at}`, tool: 'x' },
    args: 'y'.repeat(20_000),
  }))

  const spans = spansOf({ ...run, events: many }, true)

  expect(spans).toHaveLength(500)
  expect(String(spans[1]?.attributes['input.value'])).toHaveLength(8_001)
})
