import { z } from 'zod'
import { isoDate } from './dates.ts'

const bytes = z.int().min(0)
const milliseconds = z.number().min(0)
const count = z.int().min(0)

const jobKindSchema = z.object({
  kind: z.string(),
  waiting: count,
  running: count,
  /** Of the oldest open job. */
  oldestDate: isoDate.nullable(),
  /** Since this process started. */
  completed: count,
  retried: count,
  failed: count,
})

const slowQuerySchema = z.object({
  /** With placeholders in the place of values. */
  sql: z.string(),
  times: count,
  p50Ms: milliseconds,
  maxMs: milliseconds,
  totalMs: milliseconds,
  lastDate: isoDate,
})

const errorGroupSchema = z.object({
  /** Code and classes of the error, never its message. */
  kind: z.string(),
  route: z.string(),
  times: count,
  lastDate: isoDate,
  /** Of the last request, if it was one. */
  requestId: z.string().nullable(),
})

const backupsSchema = z.object({
  /** `external`: PostgreSQL is backed up with its own tools. */
  kind: z.enum(['off', 'scheduled', 'external']),
  folder: z.string().nullable(),
  everyHours: count,
  isRunning: z.boolean(),
  count,
  last: z.object({ name: z.string(), createdDate: isoDate, bytes, tookMs: milliseconds }).nullable(),
  nextDate: isoDate.nullable(),
  /** Of the last attempt; null when it succeeded. */
  failure: z.object({ date: isoDate, message: z.string() }).nullable(),
})

/** Last calls since the process started. */
const connectionSchema = z.object({
  service: z.enum(['cards', 'rates', 'mail']),
  state: z.enum(['set up', 'simulated', 'not set up']),
  successDate: isoDate.nullable(),
  /** Code and classes of the error, never its message. */
  failure: z.object({ date: isoDate, kind: z.string() }).nullable(),
})

export const systemStatusSchema = z.object({
  date: isoDate,
  startedDate: isoDate,
  versions: z.object({
    flowtill: z.string(),
    node: z.string(),
    database: z.string(),
    migrations: count,
  }),
  health: z.object({
    /** Null when the database does not answer. */
    databaseMs: milliseconds.nullable(),
    ledger: z.enum(['ok', 'failing', 'not checked yet']),
    eventLoop: z.enum(['ok', 'slow']),
    disk: z.enum(['ok', 'low']),
    jobs: z.enum(['ok', 'late']),
    backups: z.enum(['ok', 'failing', 'late']),
  }),
  process: z.object({
    id: z.int(),
    host: z.string(),
    memoryBytes: bytes,
    heapBytes: bytes,
    /** Of all cores together, since the start, as a share of one. */
    cpuShare: z.number().min(0),
    loopP99Ms: milliseconds,
    loopMaxMs: milliseconds,
    runs: count,
    streams: count,
  }),
  jobs: z.array(jobKindSchema),
  ledger: z.object({
    isSound: z.boolean(),
    checkedDate: isoDate.nullable(),
    tookMs: milliseconds.nullable(),
    findings: z.array(z.string()),
  }),
  disk: z.object({
    databaseBytes: bytes,
    walBytes: bytes.nullable(),
    filesBytes: bytes.nullable(),
    freeBytes: bytes,
    totalBytes: bytes,
  }),
  backups: backupsSchema,
  connections: z.array(connectionSchema),
  slowQueries: z.array(slowQuerySchema),
  errors: z.array(errorGroupSchema),
})
export type SystemStatus = z.infer<typeof systemStatusSchema>
export type SystemHealth = SystemStatus['health']
