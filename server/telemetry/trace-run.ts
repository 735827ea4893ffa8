import type { Span, SpanValue } from '#server/ports/traces.ts'
import { type EventOf, isEnding, type RunEvent } from '#shared/runs.ts'
import { currentRequest } from './request-context.ts'
import type { TraceContext } from './trace-context.ts'
import { currentTracer, type Tracer } from './tracer.ts'

type Attributes = Record<string, SpanValue>
type Open = { place: TraceContext; name: string; kind: Span['kind']; startMs: number; attributes: Attributes }

/** Bounds the spans of a looping agent. */
const MAX_SPANS = 500

/**
 * Spans of a run, below the request that began it: the run, its nodes, and their calls of models and tools. Names of
 * models, nodes and tools are settings of the flow; questions, answers, inputs, outputs and error texts are left out.
 * Undefined while no traces are exported.
 */
export function traceRun(runId: string): ((event: RunEvent) => void) | undefined {
  const tracer = currentTracer()
  const root = tracer?.startChild(currentRequest()?.trace)
  return tracer && root?.isSampled ? createRunTrace(tracer, root, runId) : undefined
}

function createRunTrace(tracer: Tracer, root: TraceContext, runId: string) {
  const open = new Map<string, Open>()
  /** A run goes on with the times of its earlier process. */
  let startedMs: number | undefined
  let count = 0

  const timeOf = ({ at }: RunEvent) => {
    startedMs ??= Date.now() - at
    return startedMs + at
  }

  function start(key: string, parent: TraceContext, named: Omit<Open, 'place'>) {
    count += 1
    if (count <= MAX_SPANS) {
      open.set(key, { place: tracer.startChild(parent), ...named })
    }
  }

  function end(key: string, event: RunEvent, more: Attributes = {}, error?: string) {
    const span = open.get(key)
    open.delete(key)
    if (span) {
      const { place, attributes, ...named } = span
      tracer.end(place, { ...named, attributes: { ...attributes, ...more } }, { endMs: timeOf(event), error })
    }
  }

  /** The calling node, whose id is part of the call id; else the node whose handle was called. */
  function parentOf(nodeId: string, callId: string): TraceContext {
    const rest = callId.startsWith(`${nodeId}:`) ? callId.slice(nodeId.length + 1) : ''
    const caller = open.get(nodeKey(rest.replace(/(:embed)?:\d+$/, ''))) ?? open.get(nodeKey(nodeId))
    return caller?.place ?? root
  }

  function startModel(event: EventOf<'model_called'>) {
    const { nodeId, callId, provider, model } = event
    const operation = /:embed:\d+$/.test(callId) ? 'embeddings' : 'chat'
    start(callId, parentOf(nodeId, callId), {
      name: `${operation} ${model}`,
      kind: 'client',
      startMs: timeOf(event),
      attributes: {
        'gen_ai.operation.name': operation,
        'gen_ai.provider.name': provider,
        'gen_ai.request.model': model,
      },
    })
  }

  function endModel(event: EventOf<'model_finished'> | EventOf<'model_stopped'>) {
    const { input, cacheRead, cacheWrite, output } =
      event.type === 'model_finished' ? event.reply.usage : event.usage
    const usage = {
      'gen_ai.usage.input_tokens': input + cacheRead + cacheWrite,
      'gen_ai.usage.output_tokens': output,
    }
    end(event.callId, event, usage, event.type === 'model_stopped' ? event.reason : undefined)
  }

  function endRun(event: EventOf<'run_finished' | 'run_failed' | 'run_stopped' | 'run_waiting'>) {
    const endMs = timeOf(event)
    // Nodes and calls that the end of the run has cut off.
    for (const key of [...open.keys()]) {
      end(key, event, {}, 'stopped')
    }
    const named = { name: 'run', kind: 'internal' as const, startMs: startedMs ?? endMs }
    const error = event.type === 'run_failed' || event.type === 'run_stopped' ? event.type : undefined
    tracer.end(root, { ...named, attributes: { 'flowtill.run.id': runId } }, { endMs, error })
  }

  return function trace(event: RunEvent) {
    switch (event.type) {
      case 'node_started':
        return start(nodeKey(event.nodeId), root, {
          name: `node ${event.nodeId}`,
          kind: 'internal',
          startMs: timeOf(event),
          attributes: { 'flowtill.node.id': event.nodeId },
        })
      case 'node_finished':
        return end(nodeKey(event.nodeId), event)
      case 'node_failed':
        return end(nodeKey(event.nodeId), event, {}, 'failed')
      case 'model_called':
        return startModel(event)
      case 'model_finished':
      case 'model_stopped':
        return endModel(event)
      case 'tool_called':
        return start(event.callId, parentOf(event.nodeId, event.callId), {
          name: `execute_tool ${event.tool}`,
          kind: 'internal',
          startMs: timeOf(event),
          attributes: { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': event.tool },
        })
      case 'tool_finished':
        return end(event.callId, event, {}, event.isError ? 'failed' : undefined)
      // The run goes on in a trace of its own, perhaps days later.
      case 'run_waiting':
        return endRun(event)
      default:
        timeOf(event)
        return isEnding(event) ? endRun(event) : undefined
    }
  }
}

const nodeKey = (nodeId: string) => `node ${nodeId}`
