import { kit } from '#server/db/kit.ts'
import { users } from '#server/features/users/users.table.ts'
import type { Thumbnail } from '#shared/flows.ts'
import { templateTypes } from '#shared/templates.ts'

/** A `Part` is a piece of a flow; it is left out of the gallery and the REST API. */
const stored = [...templateTypes, 'Part'] as const

/** A saved flow, part or tool, as a starting point for new ones. Without secrets, and independent of its original. */
export const templates = kit.table(
  'templates',
  {
    id: kit.id(),
    userId: kit
      .text('user_id')
      .notNull()
      .references(() => users.id),
    name: kit.text('name').notNull(),
    description: kit.text('description').notNull(),
    badge: kit.text('badge').notNull(),
    usecases: kit.json<string[]>('usecases').notNull(),
    type: kit.oneOf('type', stored).notNull(),
    /** Null for a tool. */
    flowData: kit.text('flow_data'),
    /** Computed once, so that the gallery never reads flow data. */
    thumbnail: kit.json<Thumbnail>('thumbnail').notNull(),
    nodeCount: kit.integer('node_count').notNull(),
    /** Names of the node kinds used; requirements are derived from the current catalogue. */
    kinds: kit.json<string[]>('kinds').notNull(),
    color: kit.text('color'),
    iconSrc: kit.text('icon_src'),
    schema: kit.text('schema'),
    func: kit.text('func'),
    createdDate: kit.time('created_date').notNull(),
    updatedDate: kit.time('updated_date').notNull(),
  },
  (t) => [kit.index('templates_user').on(t.userId, t.updatedDate)],
)
export type TemplateRow = typeof templates.$inferSelect
