import { and, eq, sql } from 'drizzle-orm'
import type { Reader, Writer } from '#server/db/store.ts'
import { users } from '#server/features/users/users.table.ts'
import { type DraftRow, flowDrafts } from './flows.table.ts'

export async function findDraft(db: Reader, flowId: string): Promise<DraftRow | undefined> {
  const [row] = await db.select().from(flowDrafts).where(eq(flowDrafts.flowId, flowId)).limit(1)
  return row
}

/** Without the flow itself, with the name of who wrote last. */
export async function findDraftHead(db: Reader, flowId: string) {
  const { revision, changes, savedDate, nodeCount } = flowDrafts
  const [row] = await db
    .select({
      revision,
      changes,
      savedDate,
      // What is null while there is no draft, and small.
      nodeCount,
      by: { id: users.id, username: users.username },
    })
    .from(flowDrafts)
    .innerJoin(users, eq(users.id, flowDrafts.userId))
    .where(eq(flowDrafts.flowId, flowId))
    .limit(1)
  return row && { ...row, isDraft: row.nodeCount !== null }
}

/** What names the content of a draft; undefined without one. */
export async function findDraftRevision(db: Reader, flowId: string) {
  const [row] = await db
    .select({ revision: flowDrafts.revision, nodeCount: flowDrafts.nodeCount })
    .from(flowDrafts)
    .where(eq(flowDrafts.flowId, flowId))
    .limit(1)
  return row && row.nodeCount !== null ? row.revision : undefined
}

/** Writes over the revision named, 0 being none yet. False when another has been written meanwhile. */
export async function advanceDraft(tx: Writer, base: number, row: Omit<DraftRow, 'revision'>) {
  const revision = base + 1
  const written =
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
  return written.length > 0
}

/** Its revision counts on: a flow may come back under its id, and what was planned of the old draft must not. */
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
