import type { SystemHealth, SystemStatus } from '#shared/system.ts'

const MINUTE_MS = 60_000

/** Parts of the server that need a look. A ledger that has not been checked yet is none. */
export function countIssues({ health }: { health: SystemHealth }): number {
  const { databaseMs, ledger, eventLoop, disk, jobs, backups } = health
  return [
    databaseMs === null,
    ledger === 'failing',
    eventLoop === 'slow',
    disk === 'low',
    jobs === 'late',
    backups !== 'ok',
  ].filter(Boolean).length
}

export function uptimeOf({ date, startedDate }: Pick<SystemStatus, 'date' | 'startedDate'>) {
  const minutes = Math.max(0, Math.floor((Date.parse(date) - Date.parse(startedDate)) / MINUTE_MS))
  return {
    days: Math.floor(minutes / (24 * 60)),
    hours: Math.floor(minutes / 60) % 24,
    minutes: minutes % 60,
  }
}
