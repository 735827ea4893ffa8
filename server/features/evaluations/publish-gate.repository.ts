import { eq } from 'drizzle-orm'
import type { Reader, Writer } from '#server/db/store.ts'
import { type PublishGateRow, publishGates } from './evaluations.table.ts'

export async function findGate(db: Reader, flowId: string) {
  const [row] = await db.select().from(publishGates).where(eq(publishGates.flowId, flowId)).limit(1)
  return row
}

export async function upsertGate(tx: Writer, row: PublishGateRow) {
  await tx.insert(publishGates).values(row).onConflictDoUpdate({ target: publishGates.flowId, set: row })
}
