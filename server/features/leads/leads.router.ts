import { z } from 'zod'
import { procedure, router } from '#server/trpc.ts'
import { leadSchema, ownLeadsInput, tryLeadInput } from '#shared/leads.ts'
import { deleteResult } from '#shared/variables.ts'

const named = z.object({ id: z.string() })

export const leadsRouter = router({
  list: procedure
    .meta({
      rest: {
        method: 'GET',
        path: '/leads/:id',
        id: 'listLeads',
        tag: 'Leads',
        summary: 'List leads of a flow',
      },
    })
    .input(named)
    .output(z.array(leadSchema))
    .query(({ ctx, input }) => ctx.services.leads.list(ctx.caller.id, input.id)),

  listOwn: procedure
    .input(ownLeadsInput)
    .output(z.array(leadSchema))
    .query(({ ctx, input }) => ctx.services.leads.listOwn(ctx.caller.id, input.flowId)),

  remove: procedure
    .input(named)
    .output(deleteResult)
    .mutation(({ ctx, input }) => ctx.services.leads.remove(ctx.caller.id, input.id)),

  try: procedure
    .input(tryLeadInput)
    .output(leadSchema)
    .mutation(({ ctx, input }) => ctx.services.leads.tryForm(ctx.caller.id, input)),
})
