import { z } from 'zod'
import { procedure, publicProcedure, router } from '#server/trpc.ts'
import {
  createFlowInput,
  flowIdInput,
  flowIssueSchema,
  flowSchema,
  flowSummarySchema,
  flowTypes,
  updateFlowInput,
} from '#shared/flows.ts'
import { deleteResult } from '#shared/variables.ts'
import { exampleLanguages } from './example-flow.ts'

const page = z.coerce.number<string>().int().min(1)
const listInput = z.object({
  // An unknown type is ignored, as clients expect.
  type: z.enum(flowTypes).optional().catch(undefined),
  page: page.optional(),
  limit: page.max(1_000).optional(),
})

const kindsOf = { CHATFLOW: ['CHATFLOW'], AGENT: ['MULTIAGENT', 'AGENTFLOW'] } as const

export const flowsRouter = router({
  list: procedure
    .meta({ rest: { method: 'GET', path: '/chatflows' } })
    .input(listInput)
    .output(z.union([z.array(flowSchema), z.object({ data: z.array(flowSchema), total: z.int() })]))
    .query(({ ctx, input: { type, ...input } }) =>
      ctx.services.flows.list(ctx.caller.id, { types: type && [type], ...input }),
    ),

  summaries: procedure
    .input(z.object({ type: z.enum(['CHATFLOW', 'AGENT']).default('CHATFLOW') }))
    .output(z.array(flowSummarySchema))
    .query(({ ctx, input }) => ctx.services.flows.summaries(ctx.caller.id, kindsOf[input.type])),

  get: procedure
    .meta({ rest: { method: 'GET', path: '/chatflows/:id' } })
    .input(flowIdInput)
    .output(flowSchema)
    .query(({ ctx, input }) => ctx.services.flows.get(ctx.caller.id, input.id)),

  create: procedure
    .meta({ rest: { method: 'POST', path: '/chatflows' } })
    .input(createFlowInput)
    .output(flowSchema)
    .mutation(({ ctx, input }) => ctx.services.flows.create(ctx.caller.id, input)),

  createExample: procedure
    .input(z.object({ language: z.enum(exampleLanguages).default('en') }).default({ language: 'en' }))
    .output(flowSchema)
    .mutation(({ ctx, input }) => ctx.services.flows.createExample(ctx.caller.id, input.language)),

  update: procedure
    .meta({ rest: { method: 'PUT', path: '/chatflows/:id' } })
    .input(updateFlowInput)
    .output(flowSchema)
    .mutation(({ ctx, input }) => ctx.services.flows.update(ctx.caller.id, input)),

  duplicate: procedure
    .input(flowIdInput.extend({ name: z.string().trim().min(1).max(255).optional() }))
    .output(flowSchema)
    .mutation(({ ctx, input }) => ctx.services.flows.duplicate(ctx.caller.id, input.id, input.name)),

  remove: procedure
    .meta({ rest: { method: 'DELETE', path: '/chatflows/:id' } })
    .input(flowIdInput)
    .output(deleteResult)
    .mutation(({ ctx, input }) => ctx.services.flows.remove(ctx.caller.id, input.id)),

  hasChanged: procedure
    .meta({ rest: { method: 'GET', path: '/chatflows/has-changed/:id/:lastUpdatedDateTime' } })
    .input(flowIdInput.extend({ lastUpdatedDateTime: z.coerce.date<string>() }))
    .output(z.object({ hasChanged: z.boolean() }))
    .query(({ ctx, input }) =>
      ctx.services.flows.hasChanged(ctx.caller.id, input.id, input.lastUpdatedDateTime),
    ),

  validate: procedure
    .meta({ rest: { method: 'GET', path: '/validation/:id' } })
    .input(flowIdInput)
    .output(z.array(flowIssueSchema))
    .query(({ ctx, input }) => ctx.services.flows.validate(ctx.caller.id, input.id)),

  streaming: publicProcedure
    .meta({ rest: { method: 'GET', path: '/chatflows-streaming/:id' } })
    .input(flowIdInput)
    .output(z.object({ isStreaming: z.boolean() }))
    .query(({ ctx, input }) => ctx.services.flows.streams(input.id)),
})
