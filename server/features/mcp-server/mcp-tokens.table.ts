import { kit } from '#server/db/kit.ts'
import { flows } from '#server/features/flows/flows.table.ts'

/** Tokens with which MCP clients call a flow. Not part of its configuration, so copies and exports have none. */
export const mcpTokens = kit.table('mcp_tokens', {
  flowId: kit
    .text('flow_id')
    .primaryKey()
    .references(() => flows.id),
  /** SHA-256: 128 random bits need no slow hash. */
  hash: kit.text('hash').notNull(),
  /** Last characters of the token, so that its owner can recognise it. */
  ending: kit.text('ending').notNull(),
  createdDate: kit.time('created_date').notNull(),
})
export type McpTokenRow = typeof mcpTokens.$inferSelect
