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
    /** `knowledge`: stands for a document store or pool in runs and charges, and is no flow to anyone. */
    purpose: kit.oneOf('purpose', ['flow', 'knowledge']).notNull().default('flow'),
    /** The live version: a row of `flow_versions`. */
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
    /** Computed once per version, so that lists never read flow data. */
    thumbnail: kit.json<Thumbnail>('thumbnail').notNull(),
    nodeCount: kit.integer('node_count').notNull(),
    createdDate: kit.time('created_date').notNull(),
    updatedDate: kit.time('updated_date').notNull(),
    /** Soft delete: charges of a removed flow remain explained. */
    removedDate: kit.time('removed_date'),
  },
  (t) => [kit.index('flows_user').on(t.userId, t.updatedDate), kit.index('flows_key').on(t.apikeyid)],
)
export type FlowRow = typeof flows.$inferSelect

/** Versions are immutable: a run references the version it ran. */
export const flowVersions = kit.table(
  'flow_versions',
  {
    id: kit.id(),
    flowId: kit
      .text('flow_id')
      .notNull()
      .references(() => flows.id),
    number: kit.integer('number').notNull(),
    /** The file exactly as received. */
    flowData: kit.text('flow_data').notNull(),
    userId: kit
      .text('user_id')
      .notNull()
      .references(() => users.id),
    /** A named version is never pruned. */
    name: kit.text('name'),
    reason: kit.oneOf('reason', versionReasons).notNull().default('published'),
    /** When it last went live. Null for a version that never did: no run can reference it. */
    publishedDate: kit.time('published_date'),
    thumbnail: kit.json<Thumbnail>('thumbnail'),
    /** Compared with the version before it. */
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
 * The draft, which differs from the live version. The row stays after publishing, because its revision keeps
 * counting: a save must name the revision it is based on.
 */
export const flowDrafts = kit.table(
  'flow_drafts',
  {
    flowId: kit
      .text('flow_id')
      .primaryKey()
      .references(() => flows.id),
    revision: kit.integer('revision').notNull(),
    /** Null while the canvas shows the live version. */
    flowData: kit.text('flow_data'),
    thumbnail: kit.json<Thumbnail>('thumbnail'),
    nodeCount: kit.integer('node_count'),
    /** Compared with the live version. */
    changes: kit.json<ChangeCount>('changes'),
    userId: kit
      .text('user_id')
      .notNull()
      .references(() => users.id),
    /** Start of the work that no version contains yet. */
    begunDate: kit.time('begun_date').notNull(),
    savedDate: kit.time('saved_date').notNull(),
  },
  (t) => [kit.index('flow_drafts_user').on(t.userId)],
)
export type DraftRow = typeof flowDrafts.$inferSelect
