export type SpanValue = string | number | boolean

/** A piece of work within a run, as OpenTelemetry knows it. */
export type Span = {
  /** 32 and 16 hexadecimal digits. */
  traceId: string
  spanId: string
  parentSpanId?: string | undefined
  name: string
  /** `client`: somebody elsewhere was asked. */
  kind: 'internal' | 'server' | 'client'
  /** Milliseconds since 1970. */
  startMs: number
  endMs: number
  attributes: Record<string, SpanValue>
  /** Why it failed. */
  error?: string | undefined
}

/** Who takes traces, over OTLP. */
export type Destination = { url: string; headers: Record<string, string> }

/** Spans that no longer reach whom they were meant for. Host names only: headers carry keys. */
export type Loss = { host: string; spans: number; reason: string }

/** Sends in the background. Nobody waits for it, and it never throws. */
export type TraceExporter = {
  send(destination: Destination, spans: readonly Span[]): void
  /** Sends what waits, and gives up after so long. */
  drain(withinMs: number): Promise<void>
  onLost(listener: (loss: Loss) => void): void
}
