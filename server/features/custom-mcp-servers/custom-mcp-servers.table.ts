import { kit } from '#server/db/kit.ts'
import type { McpTool } from '#server/engine/ports.ts'
import { users } from '#server/features/users/users.table.ts'
import { type McpToolSetting, mcpAuthTypes, mcpServerStates } from '#shared/custom-mcp-servers.ts'

/** An MCP server whose tools flows of its owner use. */
export const customMcpServers = kit.table(
  'custom_mcp_servers',
  {
    id: kit.id(),
    userId: kit
      .text('user_id')
      .notNull()
      .references(() => users.id),
    name: kit.text('name').notNull(),
    /** As it is shown; the address itself may hold a key. */
    shownUrl: kit.text('shown_url').notNull(),
    iconSrc: kit.text('icon_src'),
    color: kit.text('color'),
    authType: kit.oneOf('auth_type', mcpAuthTypes).notNull(),
    /** The address, the headers and the state of the sign-in. */
    sealed: kit.text('sealed').notNull(),
    /** As they were when they were listed last. Flows see these and no others. */
    tools: kit.json<McpTool[]>('tools').notNull(),
    toolSettings: kit.json<Record<string, McpToolSetting>>('tool_settings').notNull(),
    status: kit.oneOf('status', mcpServerStates).notNull(),
    error: kit.text('error'),
    listedDate: kit.time('listed_date'),
    createdDate: kit.time('created_date').notNull(),
    updatedDate: kit.time('updated_date').notNull(),
  },
  (t) => [kit.index('custom_mcp_servers_user').on(t.userId, t.updatedDate)],
)
export type CustomMcpServerRow = typeof customMcpServers.$inferSelect
