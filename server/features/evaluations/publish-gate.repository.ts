import { and, eq, isNull } from 'drizzle-orm'
import type { Reader, Writer } from '#server/db/store.ts'
import { flows } from '#server/features/flows/flows.table.ts'
import { type PublishGateRow, publishGates } from './evaluations.table.ts'

export async function findGate(db: Reader, flowId: string) {
  const [row] = await db.select().from(publishGates).where(eq(publishGates.flowId, flowId)).limit(1)
  return row
}

/** Names of the flows that run this data set before publishing. */
export async function listGatedFlows(db: Reader, datasetId: string) {
  const found = await db
    .select({ name: flows.name })
    .from(publishGates)
    .innerJoin(flows, eq(flows.id, publishGates.flowId))
    .where(and(eq(publishGates.datasetId, datasetId), publishGates.isOn, isNull(flows.removedDate)))
  return found.map(({ name }) => name)
}

export async function upsertGate(tx: Writer, row: PublishGateRow) {
  await tx.insert(publishGates).values(row).onConflictDoUpdate({ target: publishGates.flowId, set: row })
}
