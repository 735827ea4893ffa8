import type { Span, SpanValue } from '#server/ports/traces.ts'

const kinds: Record<Span['kind'], number> = { internal: 1, server: 2, client: 3 }
const OK = 1
const ERROR = 2

/** OTLP/HTTP JSON body: ids in hexadecimal, times and 64-bit integers as text. */
export function encodeTraces(spans: readonly Span[], version: string) {
  const resource = { attributes: attributesOf({ 'service.name': 'flowtill', 'service.version': version }) }
  const scope = { name: 'flowtill', version }
  return { resourceSpans: [{ resource, scopeSpans: [{ scope, spans: spans.map(encodeSpan) }] }] }
}

function encodeSpan({ traceId, spanId, parentSpanId, name, kind, startMs, endMs, attributes, error }: Span) {
  return {
    traceId,
    spanId,
    ...(parentSpanId !== undefined && { parentSpanId }),
    name,
    kind: kinds[kind],
    startTimeUnixNano: nanosOf(startMs),
    endTimeUnixNano: nanosOf(endMs),
    attributes: attributesOf(attributes),
    status: error === undefined ? { code: OK } : { code: ERROR, message: error },
  }
}

function attributesOf(attributes: Record<string, SpanValue>) {
  return Object.entries(attributes).map(([key, value]) => ({ key, value: encodeValue(value) }))
}

function encodeValue(value: SpanValue) {
  if (typeof value === 'string') {
    return { stringValue: value }
  }
  if (typeof value === 'boolean') {
    return { boolValue: value }
  }
  return Number.isSafeInteger(value) ? { intValue: String(value) } : { doubleValue: value }
}

function nanosOf(ms: number) {
  return `${Math.round(ms)}000000`
}
