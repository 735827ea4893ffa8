import { and, asc, desc, eq, inArray } from 'drizzle-orm'
import type { Changes, Reader, Writer } from '#server/db/store.ts'
import type { AssistantType } from '#shared/assistants.ts'
import { type AssistantRow, assistants } from './assistants.table.ts'

const MAX_COUNT = 10_000
/** Databases limit the number of parameters of a statement. */
const IDS_AT_ONCE = 500

/** Last changed first; of one type, or of all. */
export function listAssistants(db: Reader, userId: string, type?: AssistantType) {
  return db
    .select()
    .from(assistants)
    .where(and(eq(assistants.userId, userId), type && eq(assistants.type, type)))
    .orderBy(desc(assistants.updatedDate), asc(assistants.id))
    .limit(MAX_COUNT)
}

export async function findAssistant(db: Reader, userId: string, id: string) {
  const [row] = await db
    .select()
    .from(assistants)
    .where(and(eq(assistants.id, id), eq(assistants.userId, userId)))
    .limit(1)
  return row
}

export async function insertAssistant(tx: Writer, row: AssistantRow) {
  await tx.insert(assistants).values(row)
}

export async function updateAssistant(
  tx: Writer,
  userId: string,
  id: string,
  changes: Changes<AssistantRow>,
) {
  const [updated] = await tx
    .update(assistants)
    .set(changes)
    .where(and(eq(assistants.id, id), eq(assistants.userId, userId)))
    .returning()
  return updated
}

export async function deleteAssistant(tx: Writer, userId: string, id: string) {
  const deleted = await tx
    .delete(assistants)
    .where(and(eq(assistants.id, id), eq(assistants.userId, userId)))
    .returning({ id: assistants.id })
  return deleted.length
}

/** Returns the ids that already exist, for any owner. */
export async function listExistingAssistants(db: Reader, ids: readonly string[]) {
  const taken: string[] = []
  for (let start = 0; start < ids.length; start += IDS_AT_ONCE) {
    const batch = ids.slice(start, start + IDS_AT_ONCE)
    const rows = await db.select({ id: assistants.id }).from(assistants).where(inArray(assistants.id, batch))
    taken.push(...rows.map(({ id }) => id))
  }
  return taken
}
