/** Figures of one simulated day. */
export type Day = {
  day: number
  answers: number
  /** Milliseconds, as callers see them. */
  p50Ms: number
  p99Ms: number
  /** Mean of the commits of the day. */
  commitMs: number
  slowStatements: number
  /** After garbage collection. */
  heapMb: number
  rssMb: number
  databaseMb: number
  walMb: number
  backups: number
  backupsMb: number
  errors: number
}

type Rule = { rule: string; holds(days: Thirds): boolean }
type Thirds = { all: readonly Day[]; middle: readonly Day[]; last: readonly Day[] }

const median = (days: readonly Day[], read: (day: Day) => number) => {
  const sorted = days.map(read).toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}

/** The last third is at most `factor` times the middle one, plus what measuring varies by. The first third warms up. */
const flat =
  (read: (day: Day) => number, factor: number, margin: number) =>
  ({ middle, last }: Thirds) =>
    median(last, read) <= median(middle, read) * factor + margin

/** Megabytes of the database for a thousand answers: it may grow with use, but not faster. */
function growth(days: readonly Day[]) {
  const [first, last] = [days[0], days.at(-1)]
  const answers = days.slice(1).reduce((sum, day) => sum + day.answers, 0)
  return first && last && answers > 0 ? ((last.databaseMb - first.databaseMb) / answers) * 1_000 : 0
}

const MAX_WAL_MB = 64
const MAX_BACKUPS = 7 + 4 + 12

export const rules: readonly Rule[] = [
  { rule: 'heap is flat: at most 5 % and 2 MB more', holds: flat(({ heapMb }) => heapMb, 1.05, 2) },
  { rule: 'memory is flat: at most 5 % and 10 MB more', holds: flat(({ rssMb }) => rssMb, 1.05, 10) },
  {
    rule: 'answers take as long: at most a quarter and 10 ms more',
    holds: flat(({ p50Ms }) => p50Ms, 1.25, 10),
  },
  {
    rule: 'commits take as long: at most a quarter and 1 ms more',
    holds: flat(({ commitMs }) => commitMs, 1.25, 1),
  },
  {
    rule: 'the database grows with its answers: at most a quarter more for each',
    holds: ({ middle, last }) => growth(last) <= growth(middle) * 1.25 + 0.5,
  },
  {
    rule: `the write-ahead log stays under ${MAX_WAL_MB} MB`,
    holds: ({ all }) => all.every(({ walMb }) => walMb < MAX_WAL_MB),
  },
  {
    rule: `there is a backup of each day, and at most ${MAX_BACKUPS} are stored`,
    holds: ({ all }) =>
      all.every(({ day, backups }) => backups >= Math.min(day, 7) && backups <= MAX_BACKUPS),
  },
  {
    rule: 'no request and no housekeeping fails',
    holds: ({ all }) => all.every(({ errors }) => errors === 0),
  },
]

/** The rules that are broken. */
export function judgeSoak(all: readonly Day[]): string[] {
  const third = Math.floor(all.length / 3)
  const thirds = { all, middle: all.slice(third, 2 * third), last: all.slice(-third) }
  return rules.filter(({ holds }) => !holds(thirds)).map(({ rule }) => rule)
}
