import { kit } from '#server/db/kit.ts'
import { users } from '#server/features/users/users.table.ts'
import { rowSources } from '#shared/datasets.ts'

/** Questions with expected answers, which evaluations ask every version of a flow. */
export const datasets = kit.table(
  'datasets',
  {
    id: kit.id(),
    userId: kit
      .text('user_id')
      .notNull()
      .references(() => users.id),
    /** Null for one created over REST. */
    flowId: kit.text('flow_id'),
    name: kit.text('name').notNull(),
    description: kit.text('description').notNull(),
    evaluatorIds: kit.json<string[]>('evaluator_ids').notNull(),
    createdDate: kit.time('created_date').notNull(),
    updatedDate: kit.time('updated_date').notNull(),
  },
  (t) => [kit.index('datasets_user').on(t.userId, t.updatedDate)],
)
export type DatasetTableRow = typeof datasets.$inferSelect

export const datasetRows = kit.table(
  'dataset_rows',
  {
    id: kit.id(),
    datasetId: kit
      .text('dataset_id')
      .notNull()
      .references(() => datasets.id),
    sequenceNo: kit.integer('sequence_no').notNull(),
    input: kit.text('input').notNull(),
    output: kit.text('output').notNull(),
    mustPass: kit.boolean('must_pass').notNull(),
    source: kit.oneOf('source', rowSources).notNull(),
    /** The conversation it was copied from: erasing its visitor deletes the row. */
    chatId: kit.text('chat_id'),
    /** Null: those of the data set. */
    evaluatorIds: kit.json<string[]>('evaluator_ids'),
  },
  (t) => [kit.index('dataset_rows_dataset').on(t.datasetId, t.sequenceNo)],
)
export type DatasetRowRow = typeof datasetRows.$inferSelect
