import { eq } from 'drizzle-orm'
import type { Writer } from '#server/db/store.ts'
import { datasetRows, datasets } from './datasets.table.ts'
import { deleteEvaluations } from './evaluations.repository.ts'
import { evaluations } from './evaluations.table.ts'
import { evaluators } from './evaluators.table.ts'

/** Of a removed user. */
export async function deleteEvaluationsOf(tx: Writer, userId: string) {
  const runs = await tx.select({ id: evaluations.id }).from(evaluations).where(eq(evaluations.userId, userId))
  await deleteEvaluations(
    tx,
    runs.map(({ id }) => id),
  )
  const sets = await tx.select({ id: datasets.id }).from(datasets).where(eq(datasets.userId, userId))
  for (const { id } of sets) {
    await tx.delete(datasetRows).where(eq(datasetRows.datasetId, id))
  }
  await tx.delete(datasets).where(eq(datasets.userId, userId))
  await tx.delete(evaluators).where(eq(evaluators.userId, userId))
}
