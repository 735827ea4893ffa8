import { eq } from 'drizzle-orm'
import type { Reader, Writer } from '#server/db/store.ts'
import { type McpTokenRow, mcpTokens } from './mcp-tokens.table.ts'

export async function findToken(db: Reader, flowId: string) {
  const [row] = await db.select().from(mcpTokens).where(eq(mcpTokens.flowId, flowId)).limit(1)
  return row
}

/** Replaces an earlier token of the flow. */
export async function saveToken(tx: Writer, row: McpTokenRow) {
  const { flowId: _, ...changes } = row
  await tx.insert(mcpTokens).values(row).onConflictDoUpdate({ target: mcpTokens.flowId, set: changes })
}

export async function deleteTokenOf(tx: Writer, flowId: string) {
  await tx.delete(mcpTokens).where(eq(mcpTokens.flowId, flowId))
}
