import { and, asc, eq, isNull, like, or } from 'drizzle-orm'
import type { Reader } from '#server/db/store.ts'
import { flowDrafts, flows, flowVersions } from './flows.table.ts'

const MAX_FLOWS = 5_000

/**
 * Which of `ids` the flows of the user use, in their draft or their published version. `field`: what a flow that uses
 * any of them contains. Ids that no flow uses are left out.
 */
export async function listFlowUses(db: Reader, userId: string, field: string, ids: readonly string[]) {
  const found = await listFlowsWith(db, userId, `%${field}%`)
  const usesOf = (id: string) =>
    found
      .filter(({ flowData, draft }) => flowData.includes(id) || draft?.includes(id))
      .map((flow) => ({ id: flow.id, name: flow.name }))
  return ids.map((id) => ({ id, flows: usesOf(id) })).filter(({ flows: using }) => using.length > 0)
}

function listFlowsWith(db: Reader, userId: string, pattern: string) {
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
        or(like(flowVersions.flowData, pattern), like(flowDrafts.flowData, pattern)),
      ),
    )
    .orderBy(asc(flows.name), asc(flows.id))
    .limit(MAX_FLOWS)
}
