import { z } from 'zod'
import type { Caller } from '#server/caller.ts'
import { procedure, publicProcedure, router } from '#server/trpc.ts'
import { flowLossesSchema } from '#shared/flow-losses.ts'
import { type FlowConfig, saveFlowConfigInput } from '#shared/flow-sections.ts'
import {
  beginFlowInput,
  duplicateVersionInput,
  flowDraftSchema,
  flowHeadSchema,
  keepVersionInput,
  nameVersionInput,
  publishInput,
  publishVersionInput,
  restoreVersionInput,
  saveDraftInput,
  savedVersionSchema,
  saveVersionInput,
  versionInput,
  versionSchema,
} from '#shared/flow-versions.ts'
import {
  createFlowInput,
  flowHeadingSchema,
  flowIdInput,
  flowIssueSchema,
  flowSchema,
  flowSummarySchema,
  flowTypes,
  updateFlowInput,
} from '#shared/flows.ts'
import { overridableFieldSchema } from '#shared/override-list.ts'
import { deleteResult } from '#shared/variables.ts'
import { exampleLanguages } from './example-flow.ts'

const page = z.coerce.number<string>().int().min(1)
const listInput = z.object({
  // An unknown type is ignored, as clients expect.
  type: z.enum(flowTypes).optional().catch(undefined),
  page: page.optional(),
  limit: page.max(1_000).optional(),
  fields: z.enum(['summary']).optional().catch(undefined),
})
const listOf = <Item extends z.ZodType>(item: Item) =>
  z.union([z.array(item), z.object({ data: z.array(item), total: z.int() })])

const kindsOf = { CHATFLOW: ['CHATFLOW'], AGENT: ['MULTIAGENT', 'AGENTFLOW'] } as const

/** An impersonating admin is recorded as the author. */
const actorOf = ({ id, impersonatorId }: Caller) => ({ userId: id, authorId: impersonatorId ?? id })

// Read from a row by our own code, so it needs no validation.
const flowConfigSchema = z.custom<FlowConfig>()

const versionsRouter = router({
  list: procedure
    .input(flowIdInput)
    .output(z.array(versionSchema))
    .query(({ ctx, input }) => ctx.services.flows.versions.list(ctx.caller.id, input.id)),

  get: procedure
    .input(versionInput)
    .output(z.object({ id: z.string(), flowData: z.string() }))
    .query(({ ctx, input }) => ctx.services.flows.versions.get(ctx.caller.id, input.id, input.versionId)),

  save: procedure
    .input(saveVersionInput)
    .output(savedVersionSchema)
    .mutation(({ ctx, input }) => ctx.services.flows.versions.save(actorOf(ctx.caller), input)),

  keep: procedure
    .input(keepVersionInput)
    .output(z.object({ number: z.int() }))
    .mutation(({ ctx, input }) => ctx.services.flows.versions.keep(actorOf(ctx.caller), input)),

  name: procedure
    .input(nameVersionInput)
    .output(z.object({ id: z.string(), name: z.string().nullable() }))
    .mutation(({ ctx, input }) => ctx.services.flows.versions.name(actorOf(ctx.caller), input)),

  restore: procedure
    .input(restoreVersionInput)
    .output(flowDraftSchema)
    .mutation(({ ctx, input }) => ctx.services.flows.versions.restore(actorOf(ctx.caller), input)),

  publish: procedure
    .input(publishVersionInput)
    .output(flowHeadSchema)
    .mutation(({ ctx, input }) => ctx.services.flows.versions.publishVersion(actorOf(ctx.caller), input)),

  duplicate: procedure
    .input(duplicateVersionInput)
    .output(flowDraftSchema)
    .mutation(({ ctx, input: { id, versionId, name } }) =>
      ctx.services.flows.duplicateVersion(actorOf(ctx.caller), id, versionId, name),
    ),
})

export const flowsRouter = router({
  versions: versionsRouter,

  head: procedure
    .input(flowIdInput)
    .output(flowHeadSchema)
    .query(({ ctx, input }) => ctx.services.flows.drafts.head(ctx.caller.id, input.id)),

  draft: procedure
    .input(flowIdInput)
    .output(flowDraftSchema)
    .query(({ ctx, input }) => ctx.services.flows.drafts.open(ctx.caller.id, input.id)),

  begin: procedure
    .input(beginFlowInput)
    .output(flowDraftSchema)
    .mutation(({ ctx, input }) => ctx.services.flows.start(actorOf(ctx.caller), input)),

  saveDraft: procedure
    .input(saveDraftInput)
    .output(flowHeadSchema)
    .mutation(({ ctx, input }) => ctx.services.flows.drafts.save(actorOf(ctx.caller), input)),

  publish: procedure
    .input(publishInput)
    .output(flowHeadSchema)
    .mutation(({ ctx, input }) => ctx.services.flows.versions.publish(actorOf(ctx.caller), input)),

  list: procedure
    .meta({
      rest: {
        method: 'GET',
        path: '/chatflows',
        id: 'listFlows',
        tag: 'Flows',
        summary: 'List flows',
        description:
          'Newest change first. With `page` and `limit` the response is a page with a total; without them it is an array.',
      },
    })
    .input(listInput)
    .output(z.union([listOf(flowSchema), listOf(flowHeadingSchema)]))
    .query(({ ctx, input: { type, fields, ...input } }) => {
      const { list, headings } = ctx.services.flows
      return (fields ? headings : list)(ctx.caller.id, { types: type && [type], ...input })
    }),

  summaries: procedure
    .input(z.object({ type: z.enum(['CHATFLOW', 'AGENT']).default('CHATFLOW') }))
    .output(z.array(flowSummarySchema))
    .query(({ ctx, input }) => ctx.services.flows.summaries(ctx.caller.id, kindsOf[input.type])),

  get: procedure
    .meta({
      rest: { method: 'GET', path: '/chatflows/:id', id: 'getFlow', tag: 'Flows', summary: 'Get a flow' },
    })
    .input(flowIdInput)
    .output(flowSchema)
    .query(({ ctx, input }) => ctx.services.flows.get(ctx.caller.id, input.id)),

  create: procedure
    .meta({
      rest: {
        method: 'POST',
        path: '/chatflows',
        id: 'createFlow',
        tag: 'Flows',
        summary: 'Create a flow',
        description: 'The flow is published at once.',
      },
    })
    .input(createFlowInput)
    .output(flowSchema)
    .mutation(({ ctx, input }) => ctx.services.flows.createOrUpdate(actorOf(ctx.caller), input)),

  createExample: procedure
    .input(z.object({ language: z.enum(exampleLanguages).default('en') }).default({ language: 'en' }))
    .output(flowSchema)
    .mutation(({ ctx, input }) => ctx.services.flows.createExample(ctx.caller.id, input.language)),

  update: procedure
    .meta({
      rest: {
        method: 'PUT',
        path: '/chatflows/:id',
        id: 'updateFlow',
        tag: 'Flows',
        summary: 'Update a flow',
        description: 'Publishes the change at once. Fields that are absent keep their value.',
      },
    })
    .input(updateFlowInput)
    .output(flowSchema)
    .mutation(({ ctx, input }) => ctx.services.flows.update(actorOf(ctx.caller), input)),

  duplicate: procedure
    .input(flowIdInput.extend({ name: z.string().trim().min(1).max(255).optional() }))
    .output(flowSchema)
    .mutation(({ ctx, input }) => ctx.services.flows.duplicate(ctx.caller.id, input.id, input.name)),

  remove: procedure
    .meta({
      rest: {
        method: 'DELETE',
        path: '/chatflows/:id',
        id: 'deleteFlow',
        tag: 'Flows',
        summary: 'Delete a flow',
        description: 'Deletes its messages, feedback and files too.',
      },
    })
    .input(flowIdInput)
    .output(deleteResult)
    .mutation(({ ctx, input }) => ctx.services.flows.remove(ctx.caller.id, input.id)),

  losses: procedure
    .input(flowIdInput)
    .output(flowLossesSchema)
    .query(({ ctx, input }) => ctx.services.flows.losses(ctx.caller.id, input.id)),

  config: procedure
    .input(flowIdInput)
    .output(flowConfigSchema)
    .query(({ ctx, input }) => ctx.services.flows.config.get(ctx.caller.id, input.id)),

  saveConfig: procedure
    .input(saveFlowConfigInput)
    .output(flowConfigSchema)
    .mutation(({ ctx, input }) => ctx.services.flows.config.save(ctx.caller.id, input)),

  hasChanged: procedure
    .meta({
      rest: {
        method: 'GET',
        path: '/chatflows/has-changed/:id/:lastUpdatedDateTime',
        id: 'hasFlowChanged',
        tag: 'Flows',
        summary: 'Check whether a flow has changed',
      },
    })
    .input(flowIdInput.extend({ lastUpdatedDateTime: z.coerce.date<string>() }))
    .output(z.object({ hasChanged: z.boolean() }))
    .query(({ ctx, input }) =>
      ctx.services.flows.hasChanged(ctx.caller.id, input.id, input.lastUpdatedDateTime),
    ),

  validate: procedure
    .meta({
      rest: {
        method: 'GET',
        path: '/validation/:id',
        id: 'validateFlow',
        tag: 'Flows',
        summary: 'Validate a flow',
        description: 'Lists what keeps the flow from running. An empty array means it is ready.',
      },
    })
    .input(flowIdInput)
    .output(z.array(flowIssueSchema))
    .query(({ ctx, input }) => ctx.services.flows.validate(ctx.caller.id, input.id)),

  overridable: procedure
    .meta({
      rest: {
        method: 'GET',
        path: '/flow-config/:id',
        id: 'listOverridableFields',
        tag: 'Flows',
        summary: 'List what a question may override',
        description: 'The fields of the nodes of a flow that `overrideConfig` can set.',
      },
    })
    .input(flowIdInput)
    .output(z.array(overridableFieldSchema))
    .query(({ ctx, input }) => ctx.services.flows.overridable(ctx.caller.id, input.id)),

  streaming: publicProcedure
    .meta({
      rest: {
        method: 'GET',
        path: '/chatflows-streaming/:id',
        id: 'canFlowStream',
        tag: 'Chatbots',
        summary: 'Check whether a flow can stream',
      },
    })
    .input(flowIdInput)
    .output(z.object({ isStreaming: z.boolean() }))
    .query(({ ctx, input }) => ctx.services.flows.streams(input.id)),
})
