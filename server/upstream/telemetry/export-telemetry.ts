import type { Destination } from '#server/ports/traces.ts'
import { spansLost } from '#server/telemetry/metrics/instruments.ts'
import type { Metric } from '#server/telemetry/metrics/registry.ts'
import { createSampler } from '#server/telemetry/sampler.ts'
import type { OtelSettings } from '#server/telemetry/settings.ts'
import { createTracer, setTracer } from '#server/telemetry/tracer.ts'
import { createTraceExporter } from './exporter.ts'
import { encodeMetrics } from './otlp-metrics.ts'

type Deps = {
  settings: OtelSettings
  fetch: typeof globalThis.fetch
  version: string
  collect(): Promise<Metric[]>
  timing?: Parameters<typeof createTraceExporter>[0]['timing']
}

/**
 * Sends traces and metrics of this process to an OpenTelemetry collector. What it does not take in time is dropped and
 * counted: no request ever waits. Returns the function that sends the rest and ends the export.
 */
export function startExport({ settings, fetch, version, collect, timing }: Deps) {
  const { traces, metrics, resource, timeoutMs } = settings
  const endTraces = traces ? exportTraces(traces) : async () => undefined
  const endMetrics = metrics ? exportMetrics(metrics) : async () => undefined

  function exportTraces(destination: Destination) {
    const exporter = createTraceExporter({ fetch, version, resource, timing: { timeoutMs, ...timing } })
    exporter.onLost(({ spans }) => spansLost.add(spans))
    setTracer(
      createTracer({
        sample: createSampler(settings.sampler, settings.ratio),
        send: (spans) => exporter.send(destination, spans),
      }),
    )
    return async (withinMs: number) => {
      setTracer(undefined)
      await exporter.drain(withinMs)
    }
  }

  function exportMetrics({ url, headers }: Destination) {
    const startMs = Date.now()
    let sending: Promise<void> | undefined

    async function send(withinMs: number) {
      const body = JSON.stringify(
        encodeMetrics(await collect(), { version, resource, startMs, nowMs: Date.now() }),
      )
      const signal = AbortSignal.timeout(withinMs)
      const init = {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body,
        signal,
      }
      await (await fetch(url, init)).arrayBuffer()
    }

    // The next export has all that a lost one had, because counts only grow.
    const sendOnce = (withinMs: number) => {
      sending ??= send(withinMs)
        .catch(() => undefined)
        .finally(() => {
          sending = undefined
        })
      return sending
    }
    const timer = setInterval(() => void sendOnce(timeoutMs), settings.metricsEveryMs).unref()
    return async (withinMs: number) => {
      clearInterval(timer)
      await sendOnce(withinMs)
    }
  }

  return async (withinMs: number) => {
    await Promise.all([endTraces(withinMs), endMetrics(withinMs)])
  }
}
