import { and, eq, sql } from 'drizzle-orm'
import type { Reader, Writer } from '#server/db/store.ts'
import { users } from '#server/features/users/users.table.ts'
import { type DraftRow, flowDrafts } from './flows.table.ts'

export async function findDraft(db: Reader, flowId: string): Promise<DraftRow | undefined> {
  const [row] = await db.select().from(flowDrafts).where(eq(flowDrafts.flowId, flowId)).limit(1)
  return row
}

export async function findDraftHead(db: Reader, flowId: string) {
  const { revision, changes, savedDate, nodeCount } = flowDrafts
  const [row] = await db
    .select({
      revision,
      changes,
      savedDate,
      nodeCount,
      by: { id: users.id, username: users.username },
    })
    .from(flowDrafts)
    .innerJoin(users, eq(users.id, flowDrafts.userId))
    .where(eq(flowDrafts.flowId, flowId))
    .limit(1)
  return row && { ...row, isDraft: row.nodeCount !== null }
}

export async function findDraftRevision(db: Reader, flowId: string) {
  const [row] = await db
    .select({ revision: flowDrafts.revision, nodeCount: flowDrafts.nodeCount })
    .from(flowDrafts)
    .where(eq(flowDrafts.flowId, flowId))
    .limit(1)
  return row && row.nodeCount !== null ? row.revision : undefined
}

/** Writes over revision `base`; 0 means no draft yet. False when another save came first. */
export async function advanceDraft(tx: Writer, base: number, row: Omit<DraftRow, 'revision'>) {
  const revision = base + 1
  const rows =
    base === 0
      ? await tx
          .insert(flowDrafts)
          .values({ ...row, revision })
          .onConflictDoNothing()
          .returning({ revision: flowDrafts.revision })
      : await tx
          .update(flowDrafts)
          .set({ ...row, revision })
          .where(and(eq(flowDrafts.flowId, row.flowId), eq(flowDrafts.revision, base)))
          .returning({ revision: flowDrafts.revision })
  return rows.length > 0
}

/**
 * The revision keeps counting: a flow may be restored under its id, and plans cached for the old draft must not
 * match.
 */
export async function emptyDraft(tx: Writer, flowId: string) {
  await tx
    .update(flowDrafts)
    .set({
      flowData: null,
      thumbnail: null,
      nodeCount: null,
      changes: null,
      revision: sql`${flowDrafts.revision} + 1`,
    })
    .where(eq(flowDrafts.flowId, flowId))
}
