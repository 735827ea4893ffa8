import { and, asc, desc, eq } from 'drizzle-orm'
import type { Changes, Reader, Writer } from '#server/db/store.ts'
import { type CustomMcpServerRow, customMcpServers } from './custom-mcp-servers.table.ts'

const MAX_COUNT = 10_000

const own = (userId: string, id: string) =>
  and(eq(customMcpServers.id, id), eq(customMcpServers.userId, userId))

/** Newest change first. */
export function listServers(db: Reader, userId: string, page?: { limit: number; offset: number }) {
  return db
    .select()
    .from(customMcpServers)
    .where(eq(customMcpServers.userId, userId))
    .orderBy(desc(customMcpServers.updatedDate), asc(customMcpServers.id))
    .limit(page?.limit ?? MAX_COUNT)
    .offset(page?.offset ?? 0)
}

export function countServers(db: Reader, userId: string) {
  return db.$count(customMcpServers, eq(customMcpServers.userId, userId))
}

export async function findServer(db: Reader, userId: string, id: string) {
  const [row] = await db.select().from(customMcpServers).where(own(userId, id)).limit(1)
  return row
}

export async function insertServer(tx: Writer, row: CustomMcpServerRow) {
  await tx.insert(customMcpServers).values(row)
}

export async function updateServer(
  tx: Writer,
  userId: string,
  id: string,
  changes: Changes<CustomMcpServerRow>,
) {
  const [updated] = await tx.update(customMcpServers).set(changes).where(own(userId, id)).returning()
  return updated
}

export async function deleteServer(tx: Writer, userId: string, id: string) {
  const deleted = await tx
    .delete(customMcpServers)
    .where(own(userId, id))
    .returning({ id: customMcpServers.id })
  return deleted.length
}
