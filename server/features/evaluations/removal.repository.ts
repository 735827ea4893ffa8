import { and, eq, inArray } from 'drizzle-orm'
import type { Writer } from '#server/db/store.ts'
import { datasetRows, datasets } from './datasets.table.ts'
import { deleteEvaluations } from './evaluations.repository.ts'
import { evaluationResults, evaluationRows, evaluations } from './evaluations.table.ts'
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

const ERASED = '[erased]'

/**
 * Deletes rows that were copied from these conversations. Evaluations keep their figures and lose the texts. Returns the
 * runs that answered the rows.
 */
export async function eraseEvaluatedChats(tx: Writer, flowId: string, chatIds: readonly string[]) {
  const copied = await tx
    .select({ id: datasetRows.id })
    .from(datasetRows)
    .innerJoin(datasets, eq(datasets.id, datasetRows.datasetId))
    .where(and(eq(datasets.flowId, flowId), inArray(datasetRows.chatId, [...chatIds])))
  const rowIds = copied.map(({ id }) => id)
  if (rowIds.length === 0) {
    return []
  }
  const evaluated = await tx
    .update(evaluationRows)
    .set({ input: ERASED, output: '' })
    .where(inArray(evaluationRows.rowId, rowIds))
    .returning({ evaluationId: evaluationRows.evaluationId, number: evaluationRows.number })
  await tx.delete(datasetRows).where(inArray(datasetRows.id, rowIds))
  const runIds: string[] = []
  for (const { evaluationId, number } of evaluated) {
    const ofRow = and(eq(evaluationResults.evaluationId, evaluationId), eq(evaluationResults.row, number))
    for (const { versionId, runId, scores } of await tx.select().from(evaluationResults).where(ofRow)) {
      runIds.push(runId)
      await tx
        .update(evaluationResults)
        .set({
          answer: '',
          error: null,
          steps: [],
          scores: scores.map((score) => ({ ...score, reason: '' })),
        })
        .where(and(ofRow, eq(evaluationResults.versionId, versionId)))
    }
  }
  return runIds
}
