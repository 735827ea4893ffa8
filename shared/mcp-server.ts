import { z } from 'zod'

export const MAX_MCP_DESCRIPTION = 2_000

/** What the protocol and the clients of the large models accept as the name of a tool. */
export const mcpToolName = /^[A-Za-z0-9_-]{1,64}$/

export const mcpNameRule = 'Use 1 to 64 letters, digits, _ or -'
export const mcpDescriptionRule = 'Describe what the flow does and when to ask it'

const toolName = z.string().trim().regex(mcpToolName, mcpNameRule)
const description = z.string().trim().min(1, mcpDescriptionRule).max(MAX_MCP_DESCRIPTION)

export const offerFlowInput = z.object({ id: z.string(), toolName, description })
export const updateMcpServerInput = z.object({
  id: z.string(),
  toolName: toolName.optional(),
  description: description.optional(),
  enabled: z.boolean().optional(),
})

/** A flow as a tool of MCP clients. */
export const mcpServerSchema = z.object({
  enabled: z.boolean(),
  /** In full once, when it is created or replaced; afterwards only its end. Empty without one. */
  token: z.string(),
  description: z.string(),
  toolName: z.string(),
})
export type McpServer = z.output<typeof mcpServerSchema>
