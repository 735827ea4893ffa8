import { hostname } from 'node:os'
import type { z } from 'zod'
import { listSlowStatements } from '#server/db/slow-statements.ts'
import type { Store } from '#server/db/store.ts'
import type { BackupsService } from '#server/features/backups/backups.service.ts'
import type { JobsService } from '#server/features/jobs/jobs.service.ts'
import { createLoopWatch } from '#server/telemetry/event-loop.ts'
import { jobsEnded, streamsOpen } from '#server/telemetry/metrics/instruments.ts'
import type { Metric } from '#server/telemetry/metrics/registry.ts'
import { createRecentErrors } from '#server/telemetry/recent-errors.ts'
import type { systemStatusSchema } from '#shared/system.ts'
import { collectMetrics } from './collect-metrics.ts'
import { createDiskUsage, type DiskUsage } from './disk-usage.ts'
import { groupErrors, groupJobs, groupStatements } from './group-figures.ts'
import * as rows from './system.repository.ts'

type LastCheck = { findings: readonly { rule: string }[]; checkedDate: Date; tookMs: number } | undefined
type Deps = {
  store: Store
  now: () => Date
  version: string
  /** Of the data; `databaseFile` is undefined for PostgreSQL. */
  folder: string
  databaseFile: string | undefined
  /** Free space below this needs a look. */
  lowDiskPercent: number
  jobs: Pick<JobsService, 'depth'>
  runs: { countOpen(): number }
  ledger: { last(): LastCheck; check(): Promise<unknown> }
  backups: Pick<BackupsService, 'state'>
  connections: () => Status['connections']
}
type Status = z.input<typeof systemStatusSchema>

/** Jobs begin at once while slots are free, so an old one that still waits needs a look. */
const LATE_JOB_MS = 10 * 60_000
const SLOW_LOOP_SECONDS = 0.2

/** The state of this server for operators: metrics, and the System screen. */
export function createSystemService(deps: Deps) {
  const { store, now, version, folder, databaseFile, jobs, runs, ledger, backups } = deps
  const loop = createLoopWatch()
  const errors = createRecentErrors({ now })
  const disk = createDiskUsage({ folder, databaseFile, now })
  const startedDate = now()

  async function metrics(): Promise<Metric[]> {
    const [depth, usage, databaseBytes, backup] = await Promise.all([
      jobs.depth(),
      disk.read(),
      rows.databaseSize(store.db),
      backups.state(),
    ])
    const last = ledger.last()
    return collectMetrics({
      ...{ version, runs: runs.countOpen(), jobs: depth, loop: loop.read(), disk: usage, databaseBytes },
      backupDate: backup.last?.createdDate,
      isLedgerSound: last && last.findings.length === 0,
      date: now(),
    })
  }

  async function status(): Promise<Status> {
    const usage = await disk.read()
    const database = await readDatabase()
    const depth = database ? await jobs.depth() : []
    const { health: backupHealth, ...backup } = await backups.state()
    return {
      ...{ date: now(), startedDate },
      versions: {
        ...{ flowtill: version, node: process.versions.node },
        ...{ database: database?.version ?? '', migrations: database?.migrations ?? 0 },
      },
      health: { ...health({ usage, databaseMs: database?.ms ?? null, depth }), backups: backupHealth },
      process: processFigures(),
      jobs: groupJobs(depth, pointsOf(jobsEnded.read())),
      ledger: ledgerState(),
      disk: { ...usage, databaseBytes: database?.bytes ?? 0 },
      backups: backup,
      connections: deps.connections(),
      slowQueries: groupStatements(listSlowStatements()),
      errors: groupErrors(errors.list()),
    }
  }

  /** Undefined when the database does not answer: the rest of the screen is needed most then. */
  async function readDatabase() {
    const start = performance.now()
    try {
      const databaseVersion = await rows.databaseVersion(store.db)
      const ms = performance.now() - start
      const [bytes, migrations] = [await rows.databaseSize(store.db), await rows.countMigrations(store.db)]
      return { version: databaseVersion, ms, bytes, migrations }
    } catch (error) {
      errors.record({ error, route: 'system.status' })
      return undefined
    }
  }

  function health(seen: {
    usage: DiskUsage
    databaseMs: number | null
    depth: Depth
  }): Omit<Status['health'], 'backups'> {
    const { usage, databaseMs, depth } = seen
    const last = ledger.last()
    const isLate = depth.some(
      ({ state, oldestDate }) =>
        state === 'queued' && oldestDate && now().getTime() - oldestDate.getTime() > LATE_JOB_MS,
    )
    return {
      databaseMs,
      ledger: last ? (last.findings.length === 0 ? 'ok' : 'failing') : 'not checked yet',
      eventLoop: loop.read().p99 > SLOW_LOOP_SECONDS ? 'slow' : 'ok',
      disk: usage.freeBytes < (usage.totalBytes * deps.lowDiskPercent) / 100 ? 'low' : 'ok',
      jobs: isLate ? 'late' : 'ok',
    }
  }

  function processFigures(): Status['process'] {
    const { user, system } = process.cpuUsage()
    const { rss, heapUsed } = process.memoryUsage()
    const { p99, max } = loop.read()
    const streams = pointsOf(streamsOpen.read()).reduce((sum, { value }) => sum + value, 0)
    return {
      ...{ id: process.pid, host: hostname(), memoryBytes: rss, heapBytes: heapUsed },
      cpuShare: (user + system) / 1_000 / Math.max(1, performance.now()),
      ...{ loopP99Ms: p99 * 1_000, loopMaxMs: max * 1_000 },
      ...{ runs: runs.countOpen(), streams: Math.max(0, streams) },
    }
  }

  function ledgerState(): Status['ledger'] {
    const { findings = [], checkedDate = null, tookMs = null } = ledger.last() ?? {}
    return { isSound: findings.length === 0, checkedDate, tookMs, findings: findings.map(({ rule }) => rule) }
  }

  /** Checks the whole ledger now. */
  async function checkLedger() {
    await ledger.check()
    return ledgerState()
  }

  return {
    metrics,
    status,
    checkLedger,
    folder,
    /** Resolves when the files have been counted. */
    settled: disk.settled,
    recordError: errors.record,
    /** Measures the event loop. Returns the function that ends it. */
    watch: loop.start,
  }
}

type Depth = Awaited<ReturnType<JobsService['depth']>>

function pointsOf(metric: Metric) {
  return metric.type === 'histogram' ? [] : metric.points
}
