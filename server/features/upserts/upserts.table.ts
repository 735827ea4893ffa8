import { sql } from 'drizzle-orm'
import { kit } from '#server/db/kit.ts'
import { jobs } from '#server/features/jobs/jobs.table.ts'
import { users } from '#server/features/users/users.table.ts'
import { type UpsertCounts, type UpsertNode, upsertStatuses } from '#shared/upserts.ts'

/** The upsert history of flows, document stores and pools. */
export const upserts = kit.table(
  'upserts',
  {
    id: kit.id(),
    subjectId: kit.text('subject_id').notNull(),
    userId: kit
      .text('user_id')
      .notNull()
      .references(() => users.id),
    jobId: kit
      .text('job_id')
      .notNull()
      .references(() => jobs.id),
    /** Node id of the vector store. */
    nodeId: kit.text('node_id').notNull(),
    status: kit.oneOf('status', upsertStatuses).notNull(),
    /** For clients: Flowise shows it, and the status bar ignores texts that mention "job recovery". */
    statusText: kit.text('status_text').notNull(),
    counts: kit.json<UpsertCounts>('counts'),
    nodes: kit.json<UpsertNode[]>('nodes').notNull(),
    isDraft: kit.boolean('is_draft').notNull(),
    /** The name of the user or API key that started it. */
    startedBy: kit.text('started_by').notNull(),
    costMicro: kit.money('cost_micro').notNull(),
    date: kit.time('date').notNull(),
    endedDate: kit.time('ended_date'),
  },
  (t) => [
    kit.index('upserts_subject').on(t.subjectId, t.date),
    kit.index('upserts_job').on(t.jobId),
    kit.index('upserts_user').on(t.userId),
    kit.index('upserts_processing').on(t.date).where(sql`${t.status} = 'PROCESSING'`),
  ],
)
export type UpsertRow = typeof upserts.$inferSelect
