import { kit } from '#server/db/kit.ts'
import { users } from '#server/features/users/users.table.ts'
import type { ChangeCount } from '#shared/flow-diff.ts'
import { versionReasons } from '#shared/flow-versions.ts'
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
    description: kit.text('description'),
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
    /** What somebody said of it. Such a version is never pruned. */
    name: kit.text('name'),
    reason: kit.oneOf('reason', versionReasons).notNull().default('published'),
    /** When it answered last, or began to. Null for one that never did: no run can name it. */
    publishedDate: kit.time('published_date'),
    thumbnail: kit.json<Thumbnail>('thumbnail'),
    /** Against the version before it. */
    changes: kit.json<ChangeCount>('changes'),
    createdDate: kit.time('created_date').notNull(),
  },
  (t) => [
    kit.unique('flow_versions_number').on(t.flowId, t.number),
    kit.index('flow_versions_user').on(t.userId),
  ],
)
export type VersionRow = typeof flowVersions.$inferSelect

/**
 * What the canvas shows of a flow while it is not what answers. The row stays when the draft has become a version, for its
 * revision counts on: whoever saves names the revision he has seen.
 */
export const flowDrafts = kit.table(
  'flow_drafts',
  {
    flowId: kit
      .text('flow_id')
      .primaryKey()
      .references(() => flows.id),
    revision: kit.integer('revision').notNull(),
    /** Null while the canvas shows what answers. */
    flowData: kit.text('flow_data'),
    thumbnail: kit.json<Thumbnail>('thumbnail'),
    nodeCount: kit.integer('node_count'),
    /** Against the version that answers. */
    changes: kit.json<ChangeCount>('changes'),
    /** Who wrote last. */
    userId: kit
      .text('user_id')
      .notNull()
      .references(() => users.id),
    /** When the work began that no version holds yet. */
    begunDate: kit.time('begun_date').notNull(),
    savedDate: kit.time('saved_date').notNull(),
  },
  (t) => [kit.index('flow_drafts_user').on(t.userId)],
)
export type DraftRow = typeof flowDrafts.$inferSelect
