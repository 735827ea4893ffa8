import type { z } from 'zod'
import type { SlowStatement } from '#server/db/slow-statements.ts'
import type { Point } from '#server/telemetry/metrics/registry.ts'
import type { RecordedError } from '#server/telemetry/recent-errors.ts'
import type { systemStatusSchema } from '#shared/system.ts'

type Status = z.input<typeof systemStatusSchema>
type Depth = { kind: string; state: string; count: number; oldestDate: Date | null }

const MAX_GROUPS = 20

/** Kinds with open jobs or attempts since the start, by name. */
export function groupJobs(depth: readonly Depth[], ended: readonly Point[]): Status['jobs'] {
  const kinds = new Set([
    ...depth.map(({ kind }) => kind),
    ...ended.flatMap(({ labels: { kind } }) => kind ?? []),
  ])
  return [...kinds].toSorted().map((kind) => {
    const open = depth.filter((row) => row.kind === kind)
    const countOf = (state: string) => open.find((row) => row.state === state)?.count ?? 0
    const endedAs = (outcome: string) =>
      ended.find(({ labels }) => labels.kind === kind && labels.outcome === outcome)?.value ?? 0
    const dates = open.flatMap(({ oldestDate }) => oldestDate ?? [])
    return {
      ...{ kind, waiting: countOf('queued'), running: countOf('running') },
      oldestDate: dates.toSorted((a, b) => a.getTime() - b.getTime())[0] ?? null,
      ...{ completed: endedAs('completed'), retried: endedAs('retried'), failed: endedAs('failed') },
    }
  })
}

/** The statements that took the most time together come first. */
export function groupStatements(statements: readonly SlowStatement[]): Status['slowQueries'] {
  return [...Map.groupBy(statements, ({ sql }) => sql)]
    .map(([sql, times]) => {
      const sorted = times.map(({ ms }) => ms).toSorted((a, b) => a - b)
      return {
        ...{ sql, times: times.length },
        p50Ms: sorted[Math.floor((sorted.length - 1) / 2)] ?? 0,
        maxMs: sorted.at(-1) ?? 0,
        totalMs: sorted.reduce((sum, ms) => sum + ms, 0),
        lastDate: times.at(-1)?.date ?? new Date(0),
      }
    })
    .toSorted((a, b) => b.totalMs - a.totalMs)
    .slice(0, MAX_GROUPS)
}

/** The latest first. */
export function groupErrors(errors: readonly RecordedError[]): Status['errors'] {
  return [...Map.groupBy(errors, ({ kind, route }) => `${kind}\n${route}`).values()]
    .flatMap((group) => {
      const last = group.at(-1)
      return last
        ? [
            {
              ...{ kind: last.kind, route: last.route, times: group.length },
              ...{ lastDate: last.date, requestId: last.requestId },
            },
          ]
        : []
    })
    .toSorted((a, b) => b.lastDate.getTime() - a.lastDate.getTime())
    .slice(0, MAX_GROUPS)
}
