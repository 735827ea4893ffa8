export type SpanValue = string | number | boolean

export type Span = {
  /** 32 and 16 hexadecimal digits. */
  traceId: string
  spanId: string
  parentSpanId?: string | undefined
  name: string
  /** `client`: a call to an external service. */
  kind: 'internal' | 'server' | 'client'
  /** Milliseconds since 1970. */
  startMs: number
  endMs: number
  attributes: Record<string, SpanValue>
  error?: string | undefined
}

export type Destination = { url: string; headers: Record<string, string> }

/** Spans that could not be delivered. Contains host names only, because headers carry keys. */
export type Loss = { host: string; spans: number; reason: string }

/** Sends in the background: callers never wait, and it never throws. */
export type TraceExporter = {
  send(destination: Destination, spans: readonly Span[]): void
  drain(withinMs: number): Promise<void>
  onLost(listener: (loss: Loss) => void): void
}
