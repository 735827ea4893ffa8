import type { OpenedCredential, Ports } from '#server/engine/ports.ts'
import type { FlowRow } from '#server/features/flows/flows.table.ts'
import type { OpenRun } from '#server/features/runs/runs.service.ts'
import type { Loss, TraceExporter } from '#server/ports/traces.ts'
import { AppError } from '#shared/errors.ts'
import { tracers } from '#shared/flow-providers.ts'
import type { RunEvent } from '#shared/runs.ts'
import { destinationOf, readTracers, type Tracer } from './destinations.ts'
import { spansOf, type TracedRun } from './run-spans.ts'

type Deps = {
  exporter: TraceExporter
  openCredential(userId: string, ...named: Parameters<Ports['credential']>): ReturnType<Ports['credential']>
  now: () => Date
}
type Ended = { flow: FlowRow; run: OpenRun; chatId: string; sessionId: string; chatType: string }

const nobody: OpenedCredential = { values: {}, platform: false }

/** Sends traces of finished runs to the services the flow's owner configured. No answer waits for it. */
export function createAnalyticsService({ exporter, openCredential, now }: Deps) {
  const pending = new Set<Promise<void>>()
  let reportLoss: (loss: Loss) => void = () => undefined

  /** Traces a finished run. Returns at once and never throws. */
  function trace(ended: Ended) {
    const endedMs = now().getTime()
    const sending = new Promise<void>((resolve) => setImmediate(() => resolve(send(ended, endedMs))))
    pending.add(sending)
    void sending.finally(() => pending.delete(sending))
  }

  async function send({ flow, run, ...about }: Ended, endedMs: number) {
    const events: RunEvent[] = []
    run.watch(0, ({ event }) => events.push(event))()
    const startedMs = endedMs - Math.max(0, ...events.slice(-1).map(({ at }) => at))
    const traced: TracedRun = { id: run.id, flow, ...about, startedMs, events }
    for (const tracer of readTracers(flow.analytic)) {
      await sendTo(tracer, flow.userId, traced).catch((error: unknown) =>
        reportLoss({ host: tracer.name, spans: 1, reason: reasonOf(error) }),
      )
    }
  }

  async function sendTo(tracer: Tracer, userId: string, traced: TracedRun) {
    const { name, credentialId, captureContent } = tracer
    const { credential } = tracers[name]
    const opened = credentialId === '' ? nobody : await openCredential(userId, credentialId, credential)
    exporter.send(destinationOf(tracer, opened), spansOf(traced, captureContent))
  }

  async function drain(withinMs: number) {
    await Promise.all(pending)
    await exporter.drain(withinMs)
  }

  function onLost(listener: (loss: Loss) => void) {
    reportLoss = listener
    exporter.onLost(listener)
  }

  return { trace, drain, onLost }
}

function reasonOf(error: unknown) {
  return error instanceof AppError ? error.message : String(error)
}

export type AnalyticsService = ReturnType<typeof createAnalyticsService>
