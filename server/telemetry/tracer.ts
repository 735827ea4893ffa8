import type { Span, SpanValue } from '#server/ports/traces.ts'
import type { Sampler } from './sampler.ts'
import { newSpanId, newTraceId, readTraceparent, type TraceContext } from './trace-context.ts'

type Deps = {
  sample: Sampler
  /** Never waits and never throws. */
  send(spans: readonly Span[]): void
}
type Response = { method: string; route: string; status: number; ms: number }
type Named = Pick<Span, 'name' | 'kind' | 'startMs'> & { attributes: Record<string, SpanValue> }

/** Opens and sends the spans of this process. They carry names, ids and numbers, never a text of a conversation. */
export function createTracer({ sample, send }: Deps) {
  /** Continues the trace of the caller, if the request has one. */
  function startRequest(header: string | string[] | undefined): TraceContext {
    const parent = readTraceparent(header)
    const traceId = parent?.traceId ?? newTraceId()
    return { traceId, spanId: newSpanId(), parentSpanId: parent?.spanId, isSampled: sample(traceId, parent) }
  }

  function endRequest(trace: TraceContext, { method, route, status, ms }: Response) {
    const attributes = {
      ...{ 'http.request.method': method, 'http.route': route, 'http.response.status_code': status },
    }
    const endMs = Date.now()
    const named = { name: `${method} ${route}`, kind: 'server' as const, startMs: endMs - ms, attributes }
    end(trace, named, { endMs, ...(status >= 500 && { error: String(status) }) })
  }

  /** The place of a span below `parent`, or of the first span of a new trace. */
  function startChild(parent: TraceContext | undefined): TraceContext {
    if (!parent) {
      const traceId = newTraceId()
      return { traceId, spanId: newSpanId(), isSampled: sample(traceId, undefined) }
    }
    return { ...parent, spanId: newSpanId(), parentSpanId: parent.spanId }
  }

  function end(place: TraceContext, named: Named, ending: Pick<Span, 'endMs' | 'error'>) {
    const { isSampled, ...ids } = place
    if (isSampled) {
      send([{ ...ids, ...named, ...ending }])
    }
  }

  return { startRequest, endRequest, startChild, end }
}

export type Tracer = ReturnType<typeof createTracer>

let tracer: Tracer | undefined

/** One per process, as in OpenTelemetry's own API: spans begin deep inside code that is given no services. */
export function setTracer(next: Tracer | undefined) {
  tracer = next
}

/** Undefined unless traces are exported. */
export function currentTracer(): Tracer | undefined {
  return tracer
}
