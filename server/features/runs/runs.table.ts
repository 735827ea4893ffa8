import { sql } from 'drizzle-orm'
import { kit } from '#server/db/kit.ts'
import { flows } from '#server/features/flows/flows.table.ts'
import { chatTypes } from '#shared/chat.ts'
import { type RunEvent, runStates } from '#shared/runs.ts'

export const runs = kit.table(
  'runs',
  {
    id: kit.id(),
    flowId: kit
      .text('flow_id')
      .notNull()
      .references(() => flows.id),
    versionId: kit.text('version_id').notNull(),
    /** The flow's owner, who can see the run and pays for it. */
    userId: kit.text('user_id').notNull(),
    chatId: kit.text('chat_id').notNull(),
    sessionId: kit.text('session_id').notNull(),
    chatType: kit.oneOf('chat_type', chatTypes).notNull(),
    state: kit.oneOf('state', runStates).notNull(),
    tokens: kit.integer('tokens').notNull(),
    costMicro: kit.money('cost_micro').notNull(),
    startedDate: kit.time('started_date').notNull(),
    endedDate: kit.time('ended_date'),
  },
  (t) => [
    kit.index('runs_flow').on(t.flowId, t.startedDate),
    // Covers running runs only: a handful, whatever the size of the table.
    kit.index('runs_running').on(t.startedDate).where(sql`${t.state} = 'running'`),
  ],
)
export type RunRow = typeof runs.$inferSelect

export type LoggedEvent = { sequence: number; event: RunEvent }

/**
 * The run log, append-only. A page is stored in one transaction and numbered by its first event. Tokens are left
 * out, because `model_finished` holds the whole reply.
 */
export const runLog = kit.table(
  'run_log',
  {
    runId: kit
      .text('run_id')
      .notNull()
      .references(() => runs.id),
    sequence: kit.money('sequence').notNull(),
    events: kit.json<LoggedEvent[]>('events').notNull(),
  },
  (t) => [kit.primaryKey({ columns: [t.runId, t.sequence] })],
)
export type RunLogRow = typeof runLog.$inferSelect
