import { expect, onTestFinished, test } from 'vitest'
import type { Span } from '#server/ports/traces.ts'
import { noUsage, type RunEvent } from '#shared/runs.ts'
import { inRequest } from './request-context.ts'
import { createSampler } from './sampler.ts'
import { traceRun } from './trace-run.ts'
import { createTracer, setTracer } from './tracer.ts'

const secret = 'planted words'
const usage = { ...noUsage, input: 10, output: 5 }

function openTrace() {
  const spans: Span[] = []
  const tracer = createTracer({ sample: createSampler('always_on', 1), send: (sent) => spans.push(...sent) })
  setTracer(tracer)
  onTestFinished(() => setTracer(undefined))
  return { spans, tracer, named: (name: string) => spans.find((span) => span.name === name) }
}

const agentRun: RunEvent[] = [
  { type: 'run_started', at: 0, question: secret },
  { type: 'node_started', at: 1, nodeId: 'toolAgent_0', label: secret },
  {
    ...{ type: 'model_called', at: 2, nodeId: 'chatOpenAI_0', callId: 'chatOpenAI_0:toolAgent_0:1' },
    ...{ provider: 'openai', model: 'gpt-x', paidBy: 'owner', worstCase: { input: 1 }, request: secret },
  },
  {
    ...{ type: 'model_finished', at: 30, nodeId: 'chatOpenAI_0', callId: 'chatOpenAI_0:toolAgent_0:1' },
    ...{ reply: { text: secret, usage, estimated: false }, costMicro: 7 },
  },
  { type: 'tool_called', at: 31, nodeId: 'toolAgent_0', callId: 't1', tool: 'calculator', args: secret },
  {
    ...{ type: 'tool_finished', at: 40, nodeId: 'toolAgent_0', callId: 't1', tool: 'calculator' },
    ...{ text: secret, isError: true },
  },
  { type: 'node_failed', at: 50, nodeId: 'toolAgent_0', label: secret, message: secret },
  { type: 'run_failed', at: 51, message: secret, code: 'INTERNAL', usage, costMicro: 7 },
]

test('calls of models and tools are children of the node, and no text is in any span', () => {
  const { spans, named, tracer } = openTrace()
  const request = tracer.startRequest(undefined)

  const trace = inRequest({ id: 'a-request', trace: request }, () => traceRun('run-1'))
  agentRun.forEach((event) => void trace?.(event))

  const node = named('node toolAgent_0')
  const run = named('run')
  expect(run).toMatchObject({ parentSpanId: request.spanId, error: 'run_failed' })
  expect(node).toMatchObject({ parentSpanId: run?.spanId, error: 'failed' })
  expect(named('chat gpt-x')).toMatchObject({
    parentSpanId: node?.spanId,
    attributes: { 'gen_ai.usage.input_tokens': 10, 'gen_ai.usage.output_tokens': 5 },
  })
  expect(named('execute_tool calculator')).toMatchObject({ parentSpanId: node?.spanId, error: 'failed' })
  const model = named('chat gpt-x')
  expect((model?.endMs ?? 0) - (model?.startMs ?? 0)).toBe(28)
  expect(JSON.stringify(spans)).not.toContain('planted')
})

test('what the end of a run cuts off ends with it, and a run that waits ends its trace', () => {
  const { spans, named } = openTrace()
  const trace = traceRun('run-1')

  agentRun.slice(0, 3).forEach((event) => void trace?.(event))
  trace?.({ type: 'run_waiting', at: 9, waits: [] })

  expect(spans.map(({ name }) => name).toSorted()).toEqual(['chat gpt-x', 'node toolAgent_0', 'run'])
  expect(named('chat gpt-x')?.error).toBe('stopped')
  expect(named('run')?.error).toBeUndefined()
})

test('a looping run has a bounded number of spans, and its own is among them', () => {
  const { spans, named } = openTrace()
  const trace = traceRun('run-1')

  for (let at = 0; at < 2_000; at += 1) {
    trace?.({ type: 'tool_called', at, nodeId: 'n', callId: `t${at}`, tool: 'x', args: null })
    trace?.({ type: 'tool_finished', at, nodeId: 'n', callId: `t${at}`, tool: 'x', text: '', isError: false })
  }
  trace?.({ type: 'run_finished', at: 2_001, text: '', usage, costMicro: 0 })

  expect(spans).toHaveLength(501)
  expect(named('run')).toBeDefined()
})

test('without an exporter, and for a trace that is not sampled, nothing is recorded', () => {
  expect(traceRun('run-1')).toBeUndefined()

  const { tracer } = openTrace()
  const trace = { ...tracer.startRequest(undefined), isSampled: false }
  expect(inRequest({ id: 'a-request', trace }, () => traceRun('run-1'))).toBeUndefined()
})
