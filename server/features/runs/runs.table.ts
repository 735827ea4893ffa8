import { sql } from 'drizzle-orm'
import { kit } from '#server/db/kit.ts'
import { flows } from '#server/features/flows/flows.table.ts'
import { chatTypes } from '#shared/chat.ts'
import { type RunEvent, runStates, type StepWait, waitKinds } from '#shared/runs.ts'

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
    /** Set for agent flows, whose runs go on after a crash. */
    program: kit.oneOf('program', ['control', 'sequential', 'team']),
    /** The process that runs it. Null while it waits, and once it has ended. */
    owner: kit.text('owner'),
    /** The run that called this one and may wait for it. */
    parentRunId: kit.text('parent_run_id'),
    /** The execution can be seen by everyone who knows its id. */
    isPublic: kit.boolean('is_public'),
  },
  (t) => [
    kit.index('runs_flow').on(t.flowId, t.startedDate),
    // The newest run of a session: its state, and whether it waits. Agent flows only.
    kit.index('runs_session').on(t.flowId, t.sessionId, t.startedDate).where(sql`${t.program} is not null`),
    // Covers running runs only: a handful, whatever the size of the table.
    kit.index('runs_parent').on(t.parentRunId).where(sql`${t.parentRunId} is not null`),
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

/** Open waits of waiting runs: the list of what waits for a person, and the deadlines. An index of the log. */
export const runWaits = kit.table(
  'run_waits',
  {
    runId: kit
      .text('run_id')
      .notNull()
      .references(() => runs.id),
    id: kit.text('id').notNull(),
    kind: kit.oneOf('kind', waitKinds).notNull(),
    nodeId: kit.text('node_id').notNull(),
    /** The flow's owner. */
    userId: kit.text('user_id').notNull(),
    flowId: kit.text('flow_id').notNull(),
    sessionId: kit.text('session_id').notNull(),
    wait: kit.json<StepWait>('wait').notNull(),
    openedDate: kit.time('opened_date').notNull(),
    deadline: kit.time('deadline'),
  },
  (t) => [
    kit.primaryKey({ columns: [t.runId, t.id] }),
    kit.index('run_waits_user').on(t.userId, t.openedDate),
    kit.index('run_waits_deadline').on(t.deadline).where(sql`${t.deadline} is not null`),
  ],
)
export type RunWaitRow = typeof runWaits.$inferSelect

/** Processes that run agent flows. On a shared database server, one without a recent `seenDate` has died. */
export const processes = kit.table('processes', {
  id: kit.id(),
  seenDate: kit.time('seen_date').notNull(),
})

/** Flow files of drafts that agent runs were started from, because a draft may change while its run waits. */
export const runDrafts = kit.table('run_drafts', {
  /** `<flow id>@<revision>`, the version id of the runs. */
  id: kit.id(),
  flowData: kit.text('flow_data').notNull(),
})
