import { and, asc, desc, eq, getTableColumns } from 'drizzle-orm'
import type { Reader, Writer } from '#server/db/store.ts'
import { type TemplateRow, templates } from './templates.table.ts'

const MOST = 1_000
const { flowData: _flow, schema: _schema, func: _func, iconSrc: _icon, ...light } = getTableColumns(templates)

/** What the gallery shows of one's own, newest first: nothing heavy is read. */
export function listCards(db: Reader, userId: string) {
  return db
    .select(light)
    .from(templates)
    .where(eq(templates.userId, userId))
    .orderBy(desc(templates.updatedDate), asc(templates.id))
    .limit(MOST)
}
export type TemplateCard = Awaited<ReturnType<typeof listCards>>[number]

/** Whole rows, newest first: what REST clients list. */
export function listTemplates(db: Reader, userId: string) {
  return db
    .select()
    .from(templates)
    .where(eq(templates.userId, userId))
    .orderBy(desc(templates.updatedDate), asc(templates.id))
    .limit(MOST)
}

export async function findTemplate(db: Reader, userId: string, id: string) {
  const [row] = await db
    .select()
    .from(templates)
    .where(and(eq(templates.id, id), eq(templates.userId, userId)))
    .limit(1)
  return row
}

export async function insertTemplate(tx: Writer, row: TemplateRow) {
  await tx.insert(templates).values(row)
}

export async function deleteTemplate(tx: Writer, userId: string, id: string) {
  const deleted = await tx
    .delete(templates)
    .where(and(eq(templates.id, id), eq(templates.userId, userId)))
    .returning({ id: templates.id })
  return deleted.length
}
