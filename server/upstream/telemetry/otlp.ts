import type { Span, SpanValue } from '#server/ports/traces.ts'

export type Resource = Readonly<Record<string, SpanValue>>

const kinds: Record<Span['kind'], number> = { internal: 1, server: 2, client: 3 }
const OK = 1
const ERROR = 2

/** OTLP/HTTP JSON body: ids in hexadecimal, times and 64-bit integers as text. */
export function encodeTraces(spans: readonly Span[], version: string, more: Resource = {}) {
  const scope = { name: 'flowtill', version }
  const resource = encodeResource(version, more)
  return { resourceSpans: [{ resource, scopeSpans: [{ scope, spans: spans.map(encodeSpan) }] }] }
}

export function encodeResource(version: string, more: Resource = {}) {
  return {
    attributes: attributesOf({ 'service.name': 'flowtill', 'service.version': version, ...more }),
  }
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

export function attributesOf(attributes: Resource) {
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

export function nanosOf(ms: number) {
  return `${Math.round(ms)}000000`
}
