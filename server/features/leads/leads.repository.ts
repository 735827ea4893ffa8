import { and, desc, eq } from 'drizzle-orm'
import type { Reader, Writer } from '#server/db/store.ts'
import { type LeadRow, leads } from './leads.table.ts'

const MAX_COUNT = 5_000

export async function insertLead(tx: Writer, row: LeadRow) {
  await tx.insert(leads).values(row)
}

/** Newest first. */
export function listLeadsOf(db: Reader, userId: string) {
  return db
    .select()
    .from(leads)
    .where(eq(leads.userId, userId))
    .orderBy(desc(leads.createdDate), desc(leads.id))
    .limit(MAX_COUNT)
}

/** Newest first. */
export function listLeads(db: Reader, flowId: string) {
  return db
    .select()
    .from(leads)
    .where(eq(leads.flowId, flowId))
    .orderBy(desc(leads.createdDate), desc(leads.id))
    .limit(MAX_COUNT)
}

export function countLeads(db: Reader, flowId: string) {
  return db.$count(leads, eq(leads.flowId, flowId))
}

export async function deleteLead(tx: Writer, { id, userId }: Pick<LeadRow, 'id' | 'userId'>) {
  const deleted = await tx
    .delete(leads)
    .where(and(eq(leads.id, id), eq(leads.userId, userId)))
    .returning({ id: leads.id })
  return deleted.length
}

export async function deleteLeadsOf(tx: Writer, flowId: string) {
  await tx.delete(leads).where(eq(leads.flowId, flowId))
}
