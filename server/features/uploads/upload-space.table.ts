import { kit } from '#server/db/kit.ts'
import { flows } from '#server/features/flows/flows.table.ts'

export const parties = ['owner', 'guests'] as const

/** Files of a flow's conversations, counted for all processes before they are stored. */
export const uploadSpace = kit.table(
  'upload_space',
  {
    flowId: kit
      .text('flow_id')
      .notNull()
      .references(() => flows.id),
    party: kit.oneOf('party', parties).notNull(),
    files: kit.integer('files').notNull(),
    bytes: kit.money('bytes').notNull(),
    /** Of the last reservation: a new count does not know about files that are being stored. */
    reservedDate: kit.time('reserved_date').notNull(),
    /** Until then one process counts and makes room. */
    busyUntil: kit.time('busy_until').notNull(),
  },
  (t) => [kit.primaryKey({ columns: [t.flowId, t.party] })],
)
export type UploadSpaceRow = typeof uploadSpace.$inferSelect
