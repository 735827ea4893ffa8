import { and, asc, desc, eq, getTableColumns, inArray } from 'drizzle-orm'
import type { Reader, Writer } from '#server/db/store.ts'
import { type TemplateType, templateTypes } from '#shared/templates.ts'
import { type TemplateRow, templates } from './templates.table.ts'

const MAX_COUNT = 1_000
const flowTemplates = inArray(templates.type, [...templateTypes])
type Complete<Row> = Row & { type: TemplateType }
export type CompleteTemplate = Complete<TemplateRow>
export type ToolColumns = Pick<TemplateRow, 'color' | 'iconSrc' | 'schema' | 'func'>
const isComplete = <Row extends Pick<TemplateRow, 'type'>>(row: Row): row is Complete<Row> =>
  row.type !== 'Part'
const { flowData: _flow, schema: _schema, func: _func, iconSrc: _icon, ...light } = getTableColumns(templates)

export async function listCards(db: Reader, userId: string) {
  const found = await db
    .select(light)
    .from(templates)
    .where(and(eq(templates.userId, userId), flowTemplates))
    .orderBy(desc(templates.updatedDate), asc(templates.id))
    .limit(MAX_COUNT)
  return found.filter(isComplete)
}
export type TemplateCard = Awaited<ReturnType<typeof listCards>>[number]

export async function listTemplates(db: Reader, userId: string) {
  const found = await db
    .select()
    .from(templates)
    .where(and(eq(templates.userId, userId), flowTemplates))
    .orderBy(desc(templates.updatedDate), asc(templates.id))
    .limit(MAX_COUNT)
  return found.filter(isComplete)
}

export async function findTemplate(db: Reader, userId: string, id: string) {
  const [row] = await db
    .select()
    .from(templates)
    .where(and(eq(templates.id, id), eq(templates.userId, userId), flowTemplates))
    .limit(1)
  return row && isComplete(row) ? row : undefined
}

export async function insertTemplate(tx: Writer, row: TemplateRow) {
  await tx.insert(templates).values(row)
}

export async function deleteTemplate(tx: Writer, userId: string, id: string) {
  const deleted = await tx
    .delete(templates)
    .where(and(eq(templates.id, id), eq(templates.userId, userId), flowTemplates))
    .returning({ id: templates.id })
  return deleted.length
}
