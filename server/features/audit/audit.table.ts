import { kit } from '#server/db/kit.ts'
import { postings } from '#server/features/wallet/wallet.table.ts'
import { auditKinds } from '#shared/audit.ts'

/**
 * Audit trail of admin, impersonation and API actions. Append-only: the hash of each row covers the previous row,
 * so changed or deleted rows are detected.
 */
export const auditEntries = kit.table(
  'audit_entries',
  {
    id: kit.id(),
    /** Sequential from 1, without gaps. */
    number: kit.money('number').notNull(),
    kind: kit.oneOf('kind', auditKinds).notNull(),
    /** API name of the action: `users.update`, `auth.login`. */
    action: kit.text('action').notNull(),
    actorId: kit.text('actor_id'),
    actorName: kit.text('actor_name').notNull(),
    onBehalfOf: kit.text('on_behalf_of'),
    /** The affected account; its user may read the entry. */
    subjectId: kit.text('subject_id'),
    /** Names of changed fields, amounts, reasons; never a secret. */
    details: kit.json<Record<string, unknown>>('details').notNull(),
    address: kit.text('address').notNull(),
    /** The related posting, written in the same transaction. */
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
 * Postings by admins from before audit entries referenced their posting. Backfilled once, by the migration that added
 * the reference; every other posting by an admin must have an audit entry.
 */
export const unauditedPostings = kit.table('unaudited_postings', {
  postingId: kit
    .text('posting_id')
    .primaryKey()
    .references(() => postings.id),
})
export type AuditEntryRow = typeof auditEntries.$inferSelect
