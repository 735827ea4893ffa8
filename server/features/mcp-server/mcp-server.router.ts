import { z } from 'zod'
import { procedure, router } from '#server/trpc.ts'
import { mcpServerSchema, offerFlowInput, updateMcpServerInput } from '#shared/mcp-server.ts'

const named = z.object({ id: z.string() })
const tag = 'MCP server'

export const mcpServerRouter = router({
  get: procedure
    .meta({
      rest: {
        method: 'GET',
        path: '/mcp-server/:id',
        id: 'getMcpServer',
        tag,
        summary: 'Get a flow as an MCP tool',
      },
    })
    .input(named)
    .output(mcpServerSchema)
    .query(({ ctx, input }) => ctx.services.mcpServer.get(ctx.caller.id, input.id)),

  offer: procedure
    .meta({
      rest: {
        method: 'POST',
        path: '/mcp-server/:id',
        id: 'offerFlowOverMcp',
        tag,
        summary: 'Offer a flow as an MCP tool',
        description: 'A flow without a token gets one, which is returned in full this once.',
        status: 201,
      },
    })
    .input(offerFlowInput)
    .output(mcpServerSchema)
    .mutation(({ ctx, input }) => ctx.services.mcpServer.offer(ctx.caller.id, input)),

  update: procedure
    .meta({
      rest: {
        method: 'PUT',
        path: '/mcp-server/:id',
        id: 'updateMcpServer',
        tag,
        summary: 'Change how a flow is offered as an MCP tool',
      },
    })
    .input(updateMcpServerInput)
    .output(mcpServerSchema)
    .mutation(({ ctx, input }) => ctx.services.mcpServer.update(ctx.caller.id, input)),

  disable: procedure
    .meta({
      rest: {
        method: 'DELETE',
        path: '/mcp-server/:id',
        id: 'disableMcpServer',
        tag,
        summary: 'Offer a flow to MCP clients no longer',
        description: 'The settings and the token stay for another time.',
      },
    })
    .input(named)
    .output(z.object({ message: z.string() }))
    .mutation(({ ctx, input }) => ctx.services.mcpServer.disable(ctx.caller.id, input.id)),

  replaceToken: procedure
    .meta({
      rest: {
        method: 'POST',
        path: '/mcp-server/:id/refresh',
        id: 'replaceMcpToken',
        tag,
        summary: 'Replace the token of a flow’s MCP tool',
        description: 'Returns the token in full this once. Clients with the one before it are rejected.',
      },
    })
    .input(named)
    .output(mcpServerSchema)
    .mutation(({ ctx, input }) => ctx.services.mcpServer.replaceToken(ctx.caller.id, input.id)),
})
