import { z } from 'zod'
import { procedure, router } from '#server/trpc.ts'
import { createToolInput, toolIdInput, toolSchema, updateToolInput } from '#shared/tools.ts'
import { deleteResult } from '#shared/variables.ts'

const page = z.coerce.number<string>().int().min(1)
const listInput = z.object({ page: page.optional(), limit: page.max(1_000).optional() })

export const toolsRouter = router({
  list: procedure
    .meta({ rest: { method: 'GET', path: '/tools' } })
    .input(listInput.default({}))
    .output(z.union([z.array(toolSchema), z.object({ data: z.array(toolSchema), total: z.int() })]))
    .query(({ ctx, input }) => ctx.services.tools.list(ctx.caller.id, input)),

  get: procedure
    .meta({ rest: { method: 'GET', path: '/tools/:id' } })
    .input(toolIdInput)
    .output(toolSchema)
    .query(({ ctx, input }) => ctx.services.tools.get(ctx.caller.id, input.id)),

  create: procedure
    .meta({ rest: { method: 'POST', path: '/tools' } })
    .input(createToolInput)
    .output(toolSchema)
    .mutation(({ ctx, input }) => ctx.services.tools.create(ctx.caller.id, input)),

  update: procedure
    .meta({ rest: { method: 'PUT', path: '/tools/:id' } })
    .input(updateToolInput)
    .output(toolSchema)
    .mutation(({ ctx, input }) => ctx.services.tools.update(ctx.caller.id, input)),

  remove: procedure
    .meta({ rest: { method: 'DELETE', path: '/tools/:id' } })
    .input(toolIdInput)
    .output(deleteResult)
    .mutation(({ ctx, input }) => ctx.services.tools.remove(ctx.caller.id, input.id)),
})
