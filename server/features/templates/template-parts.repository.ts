import { and, asc, count, desc, eq, getTableColumns, inArray, sql } from 'drizzle-orm'
import type { Reader, Writer } from '#server/db/store.ts'
import { type TemplateRow, templates } from './templates.table.ts'

/** Databases limit the number of values in one statement. */
const IDS_AT_ONCE = 500

const { flowData: _flow, ...light } = getTableColumns(templates)

const partsOf = (userId: string) => and(eq(templates.userId, userId), eq(templates.type, 'Part'))
const thePart = (userId: string, id: string) => and(eq(templates.id, id), partsOf(userId))

/** Newest first. */
export function listParts(db: Reader, userId: string) {
  return db
    .select(light)
    .from(templates)
    .where(partsOf(userId))
    .orderBy(desc(templates.createdDate), asc(templates.id))
}
export type PartCard = Awaited<ReturnType<typeof listParts>>[number]

export async function findPart(db: Reader, userId: string, id: string) {
  const [row] = await db.select().from(templates).where(thePart(userId, id)).limit(1)
  return row
}

export async function countParts(db: Reader, userId: string) {
  const [row] = await db.select({ count: count() }).from(templates).where(partsOf(userId))
  return row?.count ?? 0
}

export async function weighParts(db: Reader, userId: string) {
  const bytes = sql<number>`coalesce(sum(octet_length(${templates.flowData})), 0)`.mapWith(Number)
  const [row] = await db.select({ count: count(), bytes }).from(templates).where(partsOf(userId))
  return row ?? { count: 0, bytes: 0 }
}

export async function listExistingTemplates(db: Reader, ids: readonly string[]) {
  const taken: string[] = []
  for (let start = 0; start < ids.length; start += IDS_AT_ONCE) {
    const some = ids.slice(start, start + IDS_AT_ONCE)
    const found = await db.select({ id: templates.id }).from(templates).where(inArray(templates.id, some))
    taken.push(...found.map(({ id }) => id))
  }
  return taken
}

export async function insertPart(tx: Writer, row: TemplateRow) {
  await tx.insert(templates).values(row)
}

type Changes = Pick<TemplateRow, 'name' | 'description' | 'updatedDate'>

export async function updatePart(tx: Writer, userId: string, id: string, changes: Changes) {
  const [row] = await tx.update(templates).set(changes).where(thePart(userId, id)).returning(light)
  return row
}

export async function deletePart(tx: Writer, userId: string, id: string) {
  const deleted = await tx.delete(templates).where(thePart(userId, id)).returning({ id: templates.id })
  return deleted.length
}
