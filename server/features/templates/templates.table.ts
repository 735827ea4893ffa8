import { kit } from '#server/db/kit.ts'
import { users } from '#server/features/users/users.table.ts'
import type { Thumbnail } from '#shared/flows.ts'
import { templateTypes } from '#shared/templates.ts'

/** A `Part` is a piece of a flow: the gallery and the REST API know nothing of it. */
const stored = [...templateTypes, 'Part'] as const

/** A flow, a piece of one or a tool somebody keeps to begin others from. Without secrets, and without a link to what it was made of. */
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
    /** Drawn and counted once, so that the gallery never reads flow data. */
    thumbnail: kit.json<Thumbnail>('thumbnail').notNull(),
    nodeCount: kit.integer('node_count').notNull(),
    /** Names of the kinds of node in it: what it needs follows from the catalogue of the day. */
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
