import { and, asc, eq, inArray } from 'drizzle-orm'
import type { Changes, Reader, Writer } from '#server/db/store.ts'
import { type EvaluatorRow, evaluators } from './evaluators.table.ts'

const MAX_EVALUATORS = 500

export function listEvaluators(
  db: Reader,
  userId: string,
  { limit = MAX_EVALUATORS, offset = 0 }: { limit?: number; offset?: number } = {},
) {
  return db
    .select()
    .from(evaluators)
    .where(eq(evaluators.userId, userId))
    .orderBy(asc(evaluators.createdDate), asc(evaluators.id))
    .limit(limit)
    .offset(offset)
}

export const countEvaluators = (db: Reader, userId: string) =>
  db.$count(evaluators, eq(evaluators.userId, userId))

export function findEvaluators(db: Reader, userId: string, ids: readonly string[]) {
  return db
    .select()
    .from(evaluators)
    .where(and(eq(evaluators.userId, userId), inArray(evaluators.id, [...ids])))
    .orderBy(asc(evaluators.createdDate), asc(evaluators.id))
    .limit(MAX_EVALUATORS)
}

export async function insertEvaluator(tx: Writer, row: EvaluatorRow) {
  await tx.insert(evaluators).values(row)
}

export async function updateEvaluator(
  tx: Writer,
  { userId, id }: { userId: string; id: string },
  changes: Changes<EvaluatorRow>,
) {
  const [updated] = await tx
    .update(evaluators)
    .set(changes)
    .where(and(eq(evaluators.id, id), eq(evaluators.userId, userId)))
    .returning()
  return updated
}

export async function deleteEvaluators(tx: Writer, userId: string, ids: readonly string[]) {
  const deleted = await tx
    .delete(evaluators)
    .where(and(eq(evaluators.userId, userId), inArray(evaluators.id, [...ids])))
    .returning({ id: evaluators.id })
  return deleted.length
}
