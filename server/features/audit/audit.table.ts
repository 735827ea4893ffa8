import { kit } from '#server/db/kit.ts'
import { postings } from '#server/features/wallet/wallet.table.ts'
import { auditKinds } from '#shared/audit.ts'

/**
 * Who did what to whom, of everything an ADMIN, an impersonator or somebody at the doors of the house has done. Append-only
 * and chained: each row's hash covers the one before it, so a row that is changed or taken out is found.
 */
export const auditEntries = kit.table(
  'audit_entries',
  {
    id: kit.id(),
    /** 1, 2, 3…: without gaps. */
    number: kit.money('number').notNull(),
    kind: kit.oneOf('kind', auditKinds).notNull(),
    /** What was done, as the door's name: `users.update`, `auth.login`. */
    action: kit.text('action').notNull(),
    actorId: kit.text('actor_id'),
    actorName: kit.text('actor_name').notNull(),
    /** Whose eyes the actor was looking through. */
    onBehalfOf: kit.text('on_behalf_of'),
    /** The account it was done to: its user may read the entry. */
    subjectId: kit.text('subject_id'),
    /** Names of changed fields, amounts, reasons; never a secret. */
    details: kit.json<Record<string, unknown>>('details').notNull(),
    address: kit.text('address').notNull(),
    /** The money it moved, written in the same transaction. */
    postingId: kit.text('posting_id').references(() => postings.id),
    hash: kit.text('hash').notNull(),
    createdDate: kit.time('created_date').notNull(),
  },
  (t) => [
    kit.unique('audit_entries_number').on(t.number),
    kit.index('audit_entries_subject').on(t.subjectId, t.number),
    kit.index('audit_entries_behalf').on(t.onBehalfOf, t.number),
    kit.unique('audit_entries_posting').on(t.postingId),
  ],
)

/**
 * Postings by admins from before audit entries named their posting. Filled once, by the migration that added the link;
 * every other posting by an admin must have its entry.
 */
export const unauditedPostings = kit.table('unaudited_postings', {
  postingId: kit
    .text('posting_id')
    .primaryKey()
    .references(() => postings.id),
})
export type AuditEntryRow = typeof auditEntries.$inferSelect
