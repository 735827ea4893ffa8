import { z } from 'zod'

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

export const isEndedJob = (state: JobState) => state !== 'queued' && state !== 'running'
