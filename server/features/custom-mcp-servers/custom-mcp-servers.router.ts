import { z } from 'zod'
import { procedure, router } from '#server/trpc.ts'
import {
  authorizedMcpServerSchema,
  createMcpServerInput,
  customMcpServerSchema,
  finishMcpSignInInput,
  listedMcpToolSchema,
  mcpProgramSchema,
  mcpServerIdInput,
  mcpToolSettingInput,
  updateMcpServerInput,
} from '#shared/custom-mcp-servers.ts'
import { toolUseSchema } from '#shared/tools.ts'
import { deleteResult } from '#shared/variables.ts'

const tag = 'Tools'
const path = '/custom-mcp-servers'
const page = z.coerce.number<string>().int().min(1)
const listInput = z.object({ page: page.optional(), limit: page.max(1_000).optional() }).default({})
/** For calls without a connection to close. */
const never = new AbortController().signal

export const customMcpServersRouter = router({
  list: procedure
    .meta({ rest: { method: 'GET', path, id: 'listCustomMcpServers', tag, summary: 'List MCP servers' } })
    .input(listInput)
    .output(z.object({ data: z.array(customMcpServerSchema), total: z.int() }))
    .query(({ ctx, input }) => ctx.services.customMcpServers.list(ctx.caller.id, input)),

  get: procedure
    .meta({
      rest: {
        method: 'GET',
        path: `${path}/:id`,
        id: 'getCustomMcpServer',
        tag,
        summary: 'Get an MCP server',
      },
    })
    .input(mcpServerIdInput)
    .output(customMcpServerSchema)
    .query(({ ctx, input }) => ctx.services.customMcpServers.get(ctx.caller.id, input.id)),

  uses: procedure
    .output(z.array(toolUseSchema))
    .query(({ ctx }) => ctx.services.customMcpServers.uses(ctx.caller.id)),

  tools: procedure
    .meta({
      rest: {
        method: 'GET',
        path: `${path}/:id/tools`,
        id: 'listCustomMcpServerTools',
        tag,
        summary: 'List the tools of an MCP server',
      },
    })
    .input(mcpServerIdInput)
    .output(z.array(listedMcpToolSchema))
    .query(({ ctx, input }) => ctx.services.customMcpServers.tools(ctx.caller.id, input.id)),

  create: procedure
    .meta({
      rest: { method: 'POST', path, id: 'createCustomMcpServer', tag, summary: 'Add an MCP server' },
    })
    .input(createMcpServerInput)
    .output(customMcpServerSchema)
    .mutation(({ ctx, input }) => ctx.services.customMcpServers.create(ctx.caller.id, input)),

  update: procedure
    .meta({
      rest: {
        method: 'PUT',
        path: `${path}/:id`,
        id: 'updateCustomMcpServer',
        tag,
        summary: 'Change an MCP server',
        description:
          'A masked secret that is sent back stays as it is, unless the address names another host.',
      },
    })
    .input(updateMcpServerInput)
    .output(customMcpServerSchema)
    .mutation(({ ctx, input }) => ctx.services.customMcpServers.update(ctx.caller.id, input)),

  remove: procedure
    .meta({
      rest: {
        method: 'DELETE',
        path: `${path}/:id`,
        id: 'deleteCustomMcpServer',
        tag,
        summary: 'Delete an MCP server',
      },
    })
    .input(mcpServerIdInput)
    .output(deleteResult)
    .mutation(({ ctx, input }) => ctx.services.customMcpServers.remove(ctx.caller.id, input.id)),

  authorize: procedure
    .meta({
      rest: {
        method: 'POST',
        path: `${path}/:id/authorize`,
        id: 'authorizeCustomMcpServer',
        tag,
        summary: 'Connect to an MCP server and list its tools',
        description:
          'A server that cannot be reached gets the status ERROR. Where somebody must sign in, `authorizationUrl` is the page.',
      },
    })
    .input(mcpServerIdInput)
    .output(authorizedMcpServerSchema)
    .mutation(({ ctx, input, signal = never }) =>
      ctx.services.customMcpServers.authorize(ctx.caller.id, input.id, signal),
    ),

  finishSignIn: procedure
    .input(finishMcpSignInInput)
    .output(customMcpServerSchema)
    .mutation(({ ctx, input, signal = never }) =>
      ctx.services.customMcpServers.finish(ctx.caller.id, input, signal),
    ),

  setTool: procedure
    .input(mcpToolSettingInput)
    .output(customMcpServerSchema)
    .mutation(({ ctx, input }) => ctx.services.customMcpServers.setTool(ctx.caller.id, input)),

  programs: procedure
    .output(z.array(mcpProgramSchema))
    .query(({ ctx }) => ctx.services.customMcpServers.programs()),
})
