import { and, asc, desc, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import { insertMany } from '#server/db/insert-many.ts'
import type { Changes, Reader, Writer } from '#server/db/store.ts'
import { conversations } from '#server/features/messages/conversations.table.ts'
import { messages } from '#server/features/messages/messages.table.ts'
import { type DatasetRowRow, type DatasetTableRow, datasetRows, datasets } from './datasets.table.ts'

const MAX_SETS = 1_000

const columns = {
  id: datasets.id,
  name: datasets.name,
  description: datasets.description,
  flowId: datasets.flowId,
  evaluatorIds: datasets.evaluatorIds,
  createdDate: datasets.createdDate,
  updatedDate: datasets.updatedDate,
  rowCount:
    sql<number>`(select count(*) from ${datasetRows} where ${datasetRows.datasetId} = ${datasets.id})`.mapWith(
      Number,
    ),
}

export function listDatasets(
  db: Reader,
  { userId, flowId }: { userId: string; flowId?: string | undefined },
  { limit = MAX_SETS, offset = 0 }: { limit?: number; offset?: number } = {},
) {
  return db
    .select(columns)
    .from(datasets)
    .where(ofUser(userId, flowId))
    .orderBy(desc(datasets.updatedDate), desc(datasets.id))
    .limit(limit)
    .offset(offset)
}

export const countDatasets = (db: Reader, userId: string) => db.$count(datasets, eq(datasets.userId, userId))

function ofUser(userId: string, flowId: string | undefined) {
  const ofFlow = flowId === undefined ? undefined : or(eq(datasets.flowId, flowId), isNull(datasets.flowId))
  return and(eq(datasets.userId, userId), ofFlow)
}

export async function findDataset(db: Reader, userId: string, id: string) {
  const [row] = await db
    .select(columns)
    .from(datasets)
    .where(and(eq(datasets.id, id), eq(datasets.userId, userId)))
    .limit(1)
  return row
}

export async function insertDataset(tx: Writer, row: DatasetTableRow) {
  await tx.insert(datasets).values(row)
}

export async function updateDataset(tx: Writer, id: string, changes: Changes<DatasetTableRow>) {
  await tx.update(datasets).set(changes).where(eq(datasets.id, id))
}

export async function deleteDataset(tx: Writer, id: string) {
  await tx.delete(datasetRows).where(eq(datasetRows.datasetId, id))
  await tx.delete(datasets).where(eq(datasets.id, id))
}

export function listRows(db: Reader, datasetId: string, limit: number) {
  return db
    .select()
    .from(datasetRows)
    .where(eq(datasetRows.datasetId, datasetId))
    .orderBy(asc(datasetRows.sequenceNo), asc(datasetRows.id))
    .limit(limit)
}

/** Rows of data sets of the user alone. */
export function findRows(db: Reader, userId: string, ids: readonly string[]) {
  return db
    .select({ row: datasetRows })
    .from(datasetRows)
    .innerJoin(datasets, eq(datasets.id, datasetRows.datasetId))
    .where(and(eq(datasets.userId, userId), inArray(datasetRows.id, [...ids])))
    .limit(ids.length)
}

export const insertRows = insertMany(datasetRows, (tx, rows) => tx.insert(datasetRows).values(rows))

export async function updateRow(tx: Writer, id: string, changes: Changes<DatasetRowRow>) {
  await tx.update(datasetRows).set(changes).where(eq(datasetRows.id, id))
}

export async function deleteRows(tx: Writer, ids: readonly string[]) {
  const deleted = await tx
    .delete(datasetRows)
    .where(inArray(datasetRows.id, [...ids]))
    .returning({ id: datasetRows.id })
  return deleted.length
}

/** The newest conversations of a flow with real visitors or on the canvas. */
export function listConversations(db: Reader, flowId: string, limit: number) {
  return db
    .select({ chatId: conversations.chatId })
    .from(conversations)
    .where(eq(conversations.flowId, flowId))
    .orderBy(desc(conversations.updatedDate), desc(conversations.chatId))
    .limit(limit)
}

/** The first messages of a conversation. */
export function listFirstMessages(db: Reader, flowId: string, chatId: string) {
  return db
    .select({ role: messages.role, content: messages.content })
    .from(messages)
    .where(and(eq(messages.flowId, flowId), eq(messages.chatId, chatId)))
    .orderBy(asc(messages.sequence), asc(messages.id))
    .limit(6)
}
