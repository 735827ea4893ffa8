import { and, eq, inArray } from 'drizzle-orm'
import type { Writer } from '#server/db/store.ts'
import { runs } from '#server/features/runs/runs.table.ts'
import { datasetRows, datasets } from './datasets.table.ts'
import { deleteEvaluations } from './evaluations.repository.ts'
import { evaluationResults, evaluationRows, evaluations } from './evaluations.table.ts'
import { evaluators } from './evaluators.table.ts'
import { possibleRunIds } from './run-ids.ts'

/** Of a removed user. */
export async function deleteEvaluationsOf(tx: Writer, userId: string) {
  const theirs = await tx
    .select({ id: evaluations.id })
    .from(evaluations)
    .where(eq(evaluations.userId, userId))
  await deleteEvaluations(
    tx,
    theirs.map(({ id }) => id),
  )
  const sets = await tx.select({ id: datasets.id }).from(datasets).where(eq(datasets.userId, userId))
  for (const { id } of sets) {
    await tx.delete(datasetRows).where(eq(datasetRows.datasetId, id))
  }
  await tx.delete(datasets).where(eq(datasets.userId, userId))
  await tx.delete(evaluators).where(eq(evaluators.userId, userId))
}

const ERASED = '[erased]'
/** Databases limit the number of parameters of a statement. */
const IDS_AT_ONCE = 500

/**
 * Deletes rows that were copied from these conversations. Evaluations keep their figures and lose the texts. Returns the
 * runs that answered or judged the rows, with the runs of the flows they called.
 */
export async function eraseEvaluatedChats(tx: Writer, flowId: string, chatIds: readonly string[]) {
  await deleteCopiedRows(tx, flowId, chatIds)
  const evaluated = await tx
    .select({ row: evaluationRows, evaluators: evaluations.evaluators })
    .from(evaluationRows)
    .innerJoin(evaluations, eq(evaluations.id, evaluationRows.evaluationId))
    .where(and(eq(evaluations.flowId, flowId), inArray(evaluationRows.chatId, [...chatIds])))
  const runIds: string[] = []
  for (const { row, evaluators: used } of evaluated) {
    const { evaluationId, number } = row
    await tx
      .update(evaluationRows)
      .set({ input: ERASED, output: '', chatId: null })
      .where(and(eq(evaluationRows.evaluationId, evaluationId), eq(evaluationRows.number, number)))
    const ofRow = and(eq(evaluationResults.evaluationId, evaluationId), eq(evaluationResults.row, number))
    for (const result of await tx.select().from(evaluationResults).where(ofRow)) {
      const scores = result.scores.map((score) => ({ ...score, reason: '' }))
      await tx
        .update(evaluationResults)
        .set({ answer: '', error: null, steps: [], scores })
        .where(and(ofRow, eq(evaluationResults.versionId, result.versionId)))
      const possible = possibleRunIds(
        result,
        used.map(({ id }) => id),
      )
      runIds.push(...(await listRunTrees(tx, possible)))
    }
  }
  return runIds
}

async function deleteCopiedRows(tx: Writer, flowId: string, chatIds: readonly string[]) {
  const own = tx.select({ id: datasets.id }).from(datasets).where(eq(datasets.flowId, flowId))
  await tx
    .delete(datasetRows)
    .where(and(inArray(datasetRows.datasetId, own), inArray(datasetRows.chatId, [...chatIds])))
}

/** Which of these runs exist, with the runs of the flows they called. */
async function listRunTrees(tx: Writer, ids: readonly string[]): Promise<string[]> {
  const found: string[] = []
  for (let from = 0; from < ids.length; from += IDS_AT_ONCE) {
    const some = ids.slice(from, from + IDS_AT_ONCE)
    const existing = await tx.select({ id: runs.id }).from(runs).where(inArray(runs.id, some))
    found.push(...existing.map(({ id }) => id))
  }
  for (let called = found; called.length > 0; ) {
    const children = await tx.select({ id: runs.id }).from(runs).where(inArray(runs.parentRunId, called))
    called = children.map(({ id }) => id)
    found.push(...called)
  }
  return found
}
