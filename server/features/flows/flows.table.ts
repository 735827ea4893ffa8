import { kit } from '#server/db/kit.ts'
import { users } from '#server/features/users/users.table.ts'
import { flowTypes, type Thumbnail } from '#shared/flows.ts'

export const flows = kit.table(
  'flows',
  {
    id: kit.id(),
    userId: kit
      .text('user_id')
      .notNull()
      .references(() => users.id),
    name: kit.text('name').notNull(),
    type: kit.oneOf('type', flowTypes).notNull(),
    /** The version that answers: a row of `flow_versions`. */
    versionId: kit.text('version_id').notNull(),
    deployed: kit.boolean('deployed').notNull(),
    isPublic: kit.boolean('is_public').notNull(),
    apikeyid: kit.text('apikeyid'),
    category: kit.text('category'),
    chatbotConfig: kit.text('chatbot_config'),
    apiConfig: kit.text('api_config'),
    analytic: kit.text('analytic'),
    speechToText: kit.text('speech_to_text'),
    textToSpeech: kit.text('text_to_speech'),
    followUpPrompts: kit.text('follow_up_prompts'),
    /** Drawn once per version, so that lists never read flow data. */
    thumbnail: kit.json<Thumbnail>('thumbnail').notNull(),
    nodeCount: kit.integer('node_count').notNull(),
    createdDate: kit.time('created_date').notNull(),
    updatedDate: kit.time('updated_date').notNull(),
    /** Set instead of deleting: what a flow has cost stays explained. */
    removedDate: kit.time('removed_date'),
  },
  (t) => [kit.index('flows_user').on(t.userId, t.updatedDate), kit.index('flows_key').on(t.apikeyid)],
)
export type FlowRow = typeof flows.$inferSelect

/** What a flow was at some time. Never changed: a run names the version it ran. */
export const flowVersions = kit.table(
  'flow_versions',
  {
    id: kit.id(),
    flowId: kit
      .text('flow_id')
      .notNull()
      .references(() => flows.id),
    number: kit.integer('number').notNull(),
    /** The file's text as it came in, to the last byte. */
    flowData: kit.text('flow_data').notNull(),
    userId: kit
      .text('user_id')
      .notNull()
      .references(() => users.id),
    createdDate: kit.time('created_date').notNull(),
  },
  (t) => [
    kit.unique('flow_versions_number').on(t.flowId, t.number),
    kit.index('flow_versions_user').on(t.userId),
  ],
)
