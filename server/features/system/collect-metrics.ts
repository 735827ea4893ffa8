import type { LoopDelay } from '#server/telemetry/event-loop.ts'
import { instruments } from '#server/telemetry/metrics/instruments.ts'
import { counter, gauge, type Metric, point } from '#server/telemetry/metrics/registry.ts'
import type { DiskUsage } from './disk-usage.ts'

/** What is read at the moment of a scrape. */
export type Readings = {
  version: string
  runs: number
  jobs: readonly { kind: string; state: string; count: number; oldestDate: Date | null }[]
  /** Undefined before the first check. */
  isLedgerSound: boolean | undefined
  /** Of the last backup the server has taken. */
  backupDate: Date | undefined
  loop: LoopDelay
  disk: DiskUsage
  databaseBytes: number
  date: Date
}

/** All metrics of this process. Numbers alone: none has a label from what users write or are. */
export function collectMetrics(readings: Readings): Metric[] {
  return [
    ...instruments.map((each) => each.read()),
    ...flowtillMetrics(readings),
    ...storageMetrics(readings),
    ...processMetrics(readings),
  ]
}

function flowtillMetrics({ version, runs, jobs, isLedgerSound, backupDate, date }: Readings): Metric[] {
  const age = ({ oldestDate }: Readings['jobs'][number]) =>
    oldestDate ? Math.max(0, (date.getTime() - oldestDate.getTime()) / 1_000) : 0
  return [
    gauge('flowtill_build_info', 'Version of Flowtill, as a label.', point(1, { version })),
    gauge('flowtill_runs_active', 'Runs that this process executes.', point(runs)),
    gauge(
      'flowtill_jobs',
      'Background jobs by kind and state: queued or running.',
      ...jobs.map((row) => point(row.count, { kind: row.kind, state: row.state })),
    ),
    gauge(
      'flowtill_jobs_oldest_seconds',
      'Age of the oldest background job by kind and state.',
      ...jobs.map((row) => point(age(row), { kind: row.kind, state: row.state })),
    ),
    gauge(
      'flowtill_ledger_healthy',
      '1 when the last check of the ledger found nothing, 0 when it did and no money moves.',
      ...(isLedgerSound === undefined ? [] : [point(isLedgerSound ? 1 : 0)]),
    ),
    gauge(
      'flowtill_backup_last_timestamp_seconds',
      'When the newest backup of BACKUP_DIR was taken, since 1970.',
      ...(backupDate ? [point(Math.floor(backupDate.getTime() / 1_000))] : []),
    ),
  ]
}

function storageMetrics({ disk, databaseBytes }: Readings): Metric[] {
  const { walBytes, filesBytes, freeBytes, totalBytes } = disk
  const parts = { database: databaseBytes, wal: walBytes, files: filesBytes }
  return [
    gauge(
      'flowtill_storage_bytes',
      'Size of the database, its write-ahead log, and uploaded files.',
      ...Object.entries(parts).flatMap(([part, bytes]) => (bytes === null ? [] : [point(bytes, { part })])),
    ),
    gauge('flowtill_disk_free_bytes', 'Free space where the data folder is.', point(freeBytes)),
    gauge('flowtill_disk_size_bytes', 'Size of the disk where the data folder is.', point(totalBytes)),
  ]
}

/** Under the names of Prometheus' client for Node, so that its dashboards work. */
function processMetrics({ loop }: Readings): Metric[] {
  const { user, system } = process.cpuUsage()
  const { rss, heapTotal, heapUsed, external } = process.memoryUsage()
  const startSeconds = (performance.timeOrigin / 1_000).toFixed(3)
  const late = (name: string, seconds: number) =>
    gauge(
      `nodejs_eventloop_lag_${name}_seconds`,
      `Event loop delay of the last ten seconds: ${name}.`,
      point(seconds),
    )
  return [
    counter('process_cpu_user_seconds_total', 'User CPU time.', point(user / 1e6)),
    counter('process_cpu_system_seconds_total', 'System CPU time.', point(system / 1e6)),
    counter('process_cpu_seconds_total', 'User and system CPU time.', point((user + system) / 1e6)),
    gauge('process_start_time_seconds', 'Start of the process since 1970.', point(Number(startSeconds))),
    gauge('process_resident_memory_bytes', 'Resident memory.', point(rss)),
    gauge('nodejs_heap_size_total_bytes', 'Size of the heap.', point(heapTotal)),
    gauge('nodejs_heap_size_used_bytes', 'Used part of the heap.', point(heapUsed)),
    gauge('nodejs_external_memory_bytes', 'Memory outside the heap.', point(external)),
    gauge('nodejs_version_info', 'Version of Node.js, as a label.', point(1, { version: process.version })),
    ...Object.entries(loop).map(([name, seconds]) => late(name, seconds)),
  ]
}
