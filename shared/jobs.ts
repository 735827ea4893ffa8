import { z } from 'zod'
import { isoDate } from './dates.ts'

/** Background work that survives a restart: upserts, crawls, reading of documents. */
export const jobStates = ['queued', 'running', 'completed', 'failed', 'cancelled'] as const
export type JobState = (typeof jobStates)[number]

/** How far a job has come. `total` is null until it is known. */
export const jobProgressSchema = z.object({
  /** What is counted, for the screen's sentence. */
  unit: z.enum(['sources', 'pages', 'rows', 'chunks', 'files']),
  done: z.int(),
  total: z.int().nullable(),
})
export type JobProgress = z.infer<typeof jobProgressSchema>

export const jobSchema = z.object({
  id: z.string(),
  kind: z.string(),
  /** The flow, document store or pool the job works on. */
  subjectId: z.string(),
  state: z.enum(jobStates),
  progress: jobProgressSchema.nullable(),
  /** For the user: what failed and what to do. */
  error: z.string().nullable(),
  /** Begun so far. Above 1, the job has been retried or was resumed after a restart. */
  attempts: z.int(),
  createdDate: isoDate,
  endedDate: isoDate.nullable(),
})
export type Job = z.infer<typeof jobSchema>

export const isEndedJob = (state: JobState) => state !== 'queued' && state !== 'running'
