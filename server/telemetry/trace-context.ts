import { randomBytes } from 'node:crypto'

/** The place of a span in its trace; ids in hexadecimal, as W3C Trace Context has them. */
export type TraceContext = {
  traceId: string
  spanId: string
  parentSpanId?: string | undefined
  isSampled: boolean
}
export type RemoteParent = Omit<TraceContext, 'parentSpanId'>

const traceparent = /^(?!ff)[\da-f]{2}-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(-.*)?$/
const SAMPLED = 0x01

/** Reads the header `traceparent`. An invalid one is ignored, as the standard requires. */
export function readTraceparent(header: string | string[] | undefined): RemoteParent | undefined {
  const [, traceId = '', spanId = '', flags = ''] = traceparent.exec(String(header ?? '')) ?? []
  const isValid = /[^0]/.test(traceId) && /[^0]/.test(spanId)
  return isValid ? { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & SAMPLED) !== 0 } : undefined
}

export const newTraceId = () => randomBytes(16).toString('hex')
export const newSpanId = () => randomBytes(8).toString('hex')
