import { and, desc, eq, inArray, isNull, ne, notInArray } from 'drizzle-orm'
import type { Reader, Writer } from '#server/db/store.ts'
import { users } from '#server/features/users/users.table.ts'
import { flowVersions, type VersionRow } from './flows.table.ts'

const MAX_COUNT = 1_000

/** Number of the empty first row of a flow created on the canvas; older ones have 0. */
export const EMPTY_ROW = -1_000_000

export async function findVersion(db: Reader, versionId: string): Promise<VersionRow | undefined> {
  const [row] = await db.select().from(flowVersions).where(eq(flowVersions.id, versionId)).limit(1)
  return row
}

/** Newest first, without flow data and without the empty row of a flow created on the canvas. */
export function listVersions(db: Reader, flowId: string) {
  const { id, number, name, reason, createdDate, publishedDate, thumbnail, changes } = flowVersions
  return db
    .select({
      id,
      number,
      name,
      reason,
      createdDate,
      publishedDate,
      thumbnail,
      changes,
      author: { id: users.id, username: users.username },
    })
    .from(flowVersions)
    .innerJoin(users, eq(users.id, flowVersions.userId))
    .where(and(eq(flowVersions.flowId, flowId), notInArray(flowVersions.number, [0, EMPTY_ROW])))
    .orderBy(desc(flowVersions.number))
    .limit(MAX_COUNT)
}

export async function findNewestVersion(db: Reader, flowId: string): Promise<VersionRow | undefined> {
  const [row] = await db
    .select()
    .from(flowVersions)
    .where(eq(flowVersions.flowId, flowId))
    .orderBy(desc(flowVersions.number))
    .limit(1)
  return row
}

export async function insertVersion(tx: Writer, row: VersionRow) {
  await tx.insert(flowVersions).values(row)
}

export async function updateVersion(
  tx: Writer,
  id: string,
  changes: Partial<Pick<VersionRow, 'name' | 'publishedDate' | 'number'>>,
) {
  await tx.update(flowVersions).set(changes).where(eq(flowVersions.id, id))
}

/** Deletes versions beyond the newest `keep` that are unnamed and were never live, so that no run references them. */
export async function pruneVersions(tx: Writer, flowId: string, retainCount: number, liveId: string) {
  const old = await tx
    .select({ id: flowVersions.id })
    .from(flowVersions)
    .where(
      and(
        eq(flowVersions.flowId, flowId),
        isNull(flowVersions.name),
        isNull(flowVersions.publishedDate),
        ne(flowVersions.id, liveId),
      ),
    )
    .orderBy(desc(flowVersions.number))
    .limit(MAX_COUNT)
    .offset(retainCount)
  if (old.length > 0) {
    const ids = old.map(({ id }) => id)
    await tx.delete(flowVersions).where(inArray(flowVersions.id, ids))
  }
}

export async function findAuthor(db: Reader, userId: string) {
  const [row] = await db
    .select({ id: users.id, username: users.username })
    .from(users)
    .where(eq(users.id, userId))
    .limit(1)
  return row ?? { id: userId, username: '' }
}
