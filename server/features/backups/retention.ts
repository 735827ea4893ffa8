export type Retention = { days: number; weeks: number; months: number }

const DAY_MS = 24 * 60 * 60_000
const WEEK_MS = 7 * DAY_MS
/** 1 January 1970 was a Thursday: weeks begin on Monday. */
const MONDAY_MS = 3 * DAY_MS

const periods: Readonly<Record<keyof Retention, (ms: number) => number>> = {
  days: (ms) => Math.floor(ms / DAY_MS),
  weeks: (ms) => Math.floor((ms + MONDAY_MS) / WEEK_MS),
  months: (ms) => new Date(ms).getUTCFullYear() * 12 + new Date(ms).getUTCMonth(),
}

/**
 * Splits backups into those to retain and those to remove: retained are all of the 24 hours before the newest one, and
 * the newest of each of the last days, weeks and months (UTC) that have one. Counting periods with a backup, not those
 * of the calendar, removes nothing while no new ones come; and the newest is never removed.
 */
export function applyRetention<Backup extends { createdDate: Date }>(
  backups: readonly Backup[],
  retention: Retention,
): { retained: Backup[]; expired: Backup[] } {
  const sorted = backups.toSorted((a, b) => b.createdDate.getTime() - a.createdDate.getTime())
  const newest = sorted[0]?.createdDate.getTime() ?? 0
  const chosen = new Set(sorted.filter(({ createdDate }) => newest - createdDate.getTime() < DAY_MS))
  for (const [name, periodOf] of Object.entries(periods) as [keyof Retention, (ms: number) => number][]) {
    const seen = new Set<number>()
    for (const backup of sorted) {
      const period = periodOf(backup.createdDate.getTime())
      if (!seen.has(period) && seen.size < retention[name]) {
        seen.add(period)
        chosen.add(backup)
      }
    }
  }
  return {
    retained: sorted.filter((backup) => chosen.has(backup)),
    expired: sorted.filter((backup) => !chosen.has(backup)),
  }
}
