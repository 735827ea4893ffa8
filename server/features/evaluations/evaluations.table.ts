import { kit } from '#server/db/kit.ts'
import { flows } from '#server/features/flows/flows.table.ts'
import { users } from '#server/features/users/users.table.ts'
import { type EvaluatedStep, evaluationStates, type OtherModel, type Score } from '#shared/evaluations.ts'
import type { EvaluatorConfig } from '#shared/evaluators.ts'
import type { ChangeCount } from '#shared/flow-diff.ts'
import { datasets } from './datasets.table.ts'

export type StoredEvaluator = { id: string; name: string; config: EvaluatorConfig }

/** A run of a data set over versions of a flow. It keeps its own copy of everything it depends on. */
export const evaluations = kit.table(
  'evaluations',
  {
    id: kit.id(),
    /** Counts the runs of its data set from 1. */
    number: kit.integer('number').notNull(),
    userId: kit
      .text('user_id')
      .notNull()
      .references(() => users.id),
    flowId: kit
      .text('flow_id')
      .notNull()
      .references(() => flows.id),
    datasetId: kit
      .text('dataset_id')
      .notNull()
      .references(() => datasets.id),
    name: kit.text('name').notNull(),
    state: kit.oneOf('state', evaluationStates).notNull(),
    /** Why it is paused or has failed. */
    reason: kit.text('reason'),
    evaluators: kit.json<StoredEvaluator[]>('evaluators').notNull(),
    /** The job that works on it, or did last. */
    jobId: kit.text('job_id').notNull(),
    /** The name of the user or API key that started it. */
    startedBy: kit.text('started_by').notNull(),
    createdDate: kit.time('created_date').notNull(),
    endedDate: kit.time('ended_date'),
  },
  (t) => [
    kit.unique('evaluations_number').on(t.datasetId, t.number),
    kit.index('evaluations_user').on(t.userId, t.createdDate),
    kit.index('evaluations_flow').on(t.flowId, t.createdDate),
    kit.index('evaluations_job').on(t.jobId),
  ],
)
export type EvaluationRow = typeof evaluations.$inferSelect

/** The columns of a run. The first one is what the others are compared with. */
export const evaluationVersions = kit.table(
  'evaluation_versions',
  {
    id: kit.id(),
    evaluationId: kit
      .text('evaluation_id')
      .notNull()
      .references(() => evaluations.id),
    position: kit.integer('position').notNull(),
    kind: kit.oneOf('kind', ['published', 'draft', 'version']).notNull(),
    number: kit.integer('number'),
    /** Of a draft, against the live version. */
    changes: kit.json<ChangeCount>('changes'),
    /** Replaces the model of one node. */
    model: kit.json<OtherModel>('model'),
    modelName: kit.text('model_name').notNull(),
    /** The file that is run. */
    flowData: kit.text('flow_data').notNull(),
  },
  (t) => [kit.unique('evaluation_versions_position').on(t.evaluationId, t.position)],
)
export type EvaluationVersionRow = typeof evaluationVersions.$inferSelect

export const evaluationRows = kit.table(
  'evaluation_rows',
  {
    evaluationId: kit
      .text('evaluation_id')
      .notNull()
      .references(() => evaluations.id),
    number: kit.integer('number').notNull(),
    /** Of the data set. */
    rowId: kit.text('row_id').notNull(),
    /** The conversation that the row was copied from. */
    chatId: kit.text('chat_id'),
    input: kit.text('input').notNull(),
    output: kit.text('output').notNull(),
    mustPass: kit.boolean('must_pass').notNull(),
    evaluatorIds: kit.json<string[]>('evaluator_ids').notNull(),
  },
  (t) => [kit.primaryKey({ columns: [t.evaluationId, t.number] })],
)
export type EvaluationRowRow = typeof evaluationRows.$inferSelect

/** One answer: of a version to a row. */
export const evaluationResults = kit.table(
  'evaluation_results',
  {
    evaluationId: kit
      .text('evaluation_id')
      .notNull()
      .references(() => evaluations.id),
    versionId: kit.text('version_id').notNull(),
    row: kit.integer('row').notNull(),
    isDone: kit.boolean('is_done').notNull(),
    /** Counts up when a person has the row answered again. Decides the ids of its runs. */
    round: kit.integer('round').notNull(),
    runId: kit.text('run_id').notNull(),
    answer: kit.text('answer').notNull(),
    error: kit.text('error'),
    costMicro: kit.money('cost_micro').notNull(),
    judgeMicro: kit.money('judge_micro').notNull(),
    latencyMs: kit.integer('latency_ms').notNull(),
    scores: kit.json<Score[]>('scores').notNull(),
    steps: kit.json<EvaluatedStep[]>('steps').notNull(),
  },
  (t) => [kit.primaryKey({ columns: [t.evaluationId, t.row, t.versionId] })],
)
export type EvaluationResultRow = typeof evaluationResults.$inferSelect

/** *Run before publishing*, per flow. */
export const publishGates = kit.table(
  'publish_gates',
  {
    flowId: kit
      .text('flow_id')
      .primaryKey()
      .references(() => flows.id),
    isOn: kit.boolean('is_on').notNull(),
    datasetId: kit.text('dataset_id'),
    /** Thousandths. */
    passLine: kit.integer('pass_line').notNull(),
    needsMust: kit.boolean('needs_must').notNull(),
    needsNotWorse: kit.boolean('needs_not_worse').notNull(),
    /** Percent. */
    maxCostIncrease: kit.integer('max_cost_increase'),
    maxMedianMs: kit.integer('max_median_ms'),
  },
  (t) => [kit.index('publish_gates_dataset').on(t.datasetId)],
)
export type PublishGateRow = typeof publishGates.$inferSelect
