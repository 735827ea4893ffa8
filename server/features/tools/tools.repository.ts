import { and, asc, desc, eq, inArray, isNull, like, or } from 'drizzle-orm'
import type { Changes, Reader, Writer } from '#server/db/store.ts'
import { flowDrafts, flows, flowVersions } from '#server/features/flows/flows.table.ts'
import { type ToolRow, tools } from './tools.table.ts'

const MAX_COUNT = 10_000
/** Databases limit the number of parameters of a statement. */
const IDS_AT_ONCE = 500

/** Newest change first. */
export function listTools(db: Reader, userId: string, page?: { limit: number; offset: number }) {
  return db
    .select()
    .from(tools)
    .where(eq(tools.userId, userId))
    .orderBy(desc(tools.updatedDate), asc(tools.id))
    .limit(page?.limit ?? MAX_COUNT)
    .offset(page?.offset ?? 0)
}

export function countTools(db: Reader, userId: string) {
  return db.$count(tools, eq(tools.userId, userId))
}

export async function findTool(db: Reader, userId: string, id: string) {
  const [row] = await db
    .select()
    .from(tools)
    .where(and(eq(tools.id, id), eq(tools.userId, userId)))
    .limit(1)
  return row
}

export async function insertTool(tx: Writer, row: ToolRow) {
  await tx.insert(tools).values(row)
}

export async function updateTool(tx: Writer, userId: string, id: string, changes: Changes<ToolRow>) {
  const [updated] = await tx
    .update(tools)
    .set(changes)
    .where(and(eq(tools.id, id), eq(tools.userId, userId)))
    .returning()
  return updated
}

export async function deleteTool(tx: Writer, userId: string, id: string) {
  const deleted = await tx
    .delete(tools)
    .where(and(eq(tools.id, id), eq(tools.userId, userId)))
    .returning({ id: tools.id })
  return deleted.length
}

export function listFlowsWithTools(db: Reader, userId: string) {
  const chosen = '%electedTool%'
  return db
    .select({
      id: flows.id,
      name: flows.name,
      flowData: flowVersions.flowData,
      draft: flowDrafts.flowData,
    })
    .from(flows)
    .innerJoin(flowVersions, eq(flowVersions.id, flows.versionId))
    .leftJoin(flowDrafts, eq(flowDrafts.flowId, flows.id))
    .where(
      and(
        eq(flows.userId, userId),
        isNull(flows.removedDate),
        or(like(flowVersions.flowData, chosen), like(flowDrafts.flowData, chosen)),
      ),
    )
    .orderBy(asc(flows.name), asc(flows.id))
    .limit(5_000)
}

/** Returns the ids that already exist, for any owner. */
export async function listExistingTools(db: Reader, ids: readonly string[]) {
  const taken: string[] = []
  for (let start = 0; start < ids.length; start += IDS_AT_ONCE) {
    const some = ids.slice(start, start + IDS_AT_ONCE)
    const rows = await db.select({ id: tools.id }).from(tools).where(inArray(tools.id, some))
    taken.push(...rows.map(({ id }) => id))
  }
  return taken
}
