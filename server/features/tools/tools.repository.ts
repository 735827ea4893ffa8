import { and, asc, desc, eq, inArray } from 'drizzle-orm'
import type { Changes, Reader, Writer } from '#server/db/store.ts'
import { type ToolRow, tools } from './tools.table.ts'

const MAX_COUNT = 10_000
/** Databases limit the number of parameters of a statement. */
const IDS_AT_ONCE = 500

/** Newest change first. */
export function listTools(db: Reader, userId: string, page?: { limit: number; offset: number }) {
  return db
    .select()
    .from(tools)
    .where(eq(tools.userId, userId))
    .orderBy(desc(tools.updatedDate), asc(tools.id))
    .limit(page?.limit ?? MAX_COUNT)
    .offset(page?.offset ?? 0)
}

export function countTools(db: Reader, userId: string) {
  return db.$count(tools, eq(tools.userId, userId))
}

export async function findTool(db: Reader, userId: string, id: string) {
  const [row] = await db
    .select()
    .from(tools)
    .where(and(eq(tools.id, id), eq(tools.userId, userId)))
    .limit(1)
  return row
}

export async function insertTool(tx: Writer, row: ToolRow) {
  await tx.insert(tools).values(row)
}

export async function updateTool(tx: Writer, userId: string, id: string, changes: Changes<ToolRow>) {
  const [updated] = await tx
    .update(tools)
    .set(changes)
    .where(and(eq(tools.id, id), eq(tools.userId, userId)))
    .returning()
  return updated
}

export async function deleteTool(tx: Writer, userId: string, id: string) {
  const deleted = await tx
    .delete(tools)
    .where(and(eq(tools.id, id), eq(tools.userId, userId)))
    .returning({ id: tools.id })
  return deleted.length
}

/** Returns the ids that already exist, for any owner. */
export async function listExistingTools(db: Reader, ids: readonly string[]) {
  const taken: string[] = []
  for (let start = 0; start < ids.length; start += IDS_AT_ONCE) {
    const some = ids.slice(start, start + IDS_AT_ONCE)
    const rows = await db.select({ id: tools.id }).from(tools).where(inArray(tools.id, some))
    taken.push(...rows.map(({ id }) => id))
  }
  return taken
}
