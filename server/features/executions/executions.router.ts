import { z } from 'zod'
import { executionStates } from '#server/engine/program/executed-items.ts'
import { procedure, publicProcedure, router } from '#server/trpc.ts'
import { isoDate } from '#shared/dates.ts'
import {
  answerWaitInput,
  executionCountsInput,
  executionCountsSchema,
  executionDetailSchema,
  executionListInput,
  executionListSchema,
  openWaitsSchema,
  sharedExecutionSchema,
} from '#shared/executions.ts'
import { flowTypes } from '#shared/flows.ts'
import type { RunState } from '#shared/runs.ts'

const executionSchema = z.object({
  id: z.string(),
  /** JSON text: the executed nodes in the order in which they ended. */
  executionData: z.string(),
  state: z.enum(executionStates),
  agentflowId: z.string(),
  sessionId: z.string(),
  /** JSON text: what a waiting execution asks, with its buttons. */
  action: z.string().nullable(),
  isPublic: z.boolean(),
  createdDate: isoDate,
  updatedDate: isoDate,
  stoppedDate: isoDate.nullable(),
  agentflow: z.object({ id: z.string(), name: z.string(), type: z.enum(flowTypes) }),
})

const statesOf: Readonly<Record<(typeof executionStates)[number], readonly RunState[]>> = {
  INPROGRESS: ['running'],
  STOPPED: ['waiting'],
  FINISHED: ['finished'],
  ERROR: ['failed'],
  TERMINATED: ['stopped'],
  // Steps that take too long fail.
  TIMEOUT: [],
}

const date = z.coerce.date<string>().optional()
const pageInput = z.object({
  id: z.string().optional(),
  agentflowId: z.string().optional(),
  agentflowName: z.string().max(255).optional(),
  sessionId: z.string().max(255).optional(),
  state: z.enum(executionStates).optional(),
  startDate: date,
  endDate: date,
  page: z.coerce.number<string>().int().min(1).default(1),
  limit: z.coerce.number<string>().int().min(1).max(100).default(12),
})

const named = z.object({ id: z.string() })
/** Over REST as a JSON body, or as a repeated parameter, which is a text when there is one. */
const executionIds = z.preprocess(
  (value) => (typeof value === 'string' ? [value] : value),
  z.array(z.string()).min(1).max(1_000),
)
const removed = z.object({ success: z.boolean(), deletedCount: z.int() })
const tag = 'Executions' as const

export const executionsRouter = router({
  page: procedure
    .meta({
      rest: {
        ...{ method: 'GET', path: '/executions', id: 'listExecutions', tag },
        summary: 'List executions of agent flows',
        description: 'Newest first.',
        parameters: {
          id: 'Only this execution.',
          agentflowId: 'Only executions of this flow.',
          agentflowName: 'Part of the name of the flow.',
          state: 'Only executions in this state. `STOPPED` waits for a person.',
          page: 'Page to return, from 1.',
        },
      },
    })
    .input(pageInput)
    .output(z.object({ data: z.array(executionSchema), total: z.int() }))
    .query(({ ctx, input }) => {
      const { id, agentflowId: flowId, agentflowName: flowName, sessionId, state } = input
      const { startDate: from, endDate: to, page, limit } = input
      const filter = { id, flowId, flowName, sessionId, from, to, states: state && statesOf[state] }
      return ctx.services.executions.page(ctx.caller.id, filter, { page, limit })
    }),

  get: procedure
    .meta({
      rest: {
        ...{ method: 'GET', path: '/executions/:id', id: 'getExecution', tag },
        summary: 'Get an execution',
      },
    })
    .input(named)
    .output(executionSchema)
    .query(({ ctx, input }) => ctx.services.executions.get(ctx.caller.id, input.id)),

  update: procedure
    .meta({
      rest: {
        ...{ method: 'PUT', path: '/executions/:id', id: 'updateExecution', tag },
        summary: 'Share an execution, or stop sharing it',
        description: 'Anyone who has the link can open a shared execution.',
      },
    })
    .input(named.extend({ isPublic: z.boolean().optional() }))
    .output(executionSchema)
    .mutation(({ ctx, input }) => ctx.services.executions.setPublic(ctx.caller.id, input.id, input.isPublic)),

  remove: procedure
    .meta({
      rest: {
        ...{ method: 'DELETE', path: '/executions/:id', id: 'deleteExecution', tag },
        summary: 'Delete an execution',
        description: 'A running execution is stopped first. Its costs stay in the usage.',
        errors: [409],
      },
    })
    .input(named)
    .output(removed)
    .mutation(({ ctx, input }) => ctx.services.executions.removeOwn(ctx.caller.id, input.id)),

  removeMany: procedure
    .meta({
      rest: {
        ...{ method: 'DELETE', path: '/executions', id: 'deleteExecutions', tag },
        summary: 'Delete several executions',
        description: 'Running executions are stopped first. Unknown ids are ignored.',
        parameters: { executionIds: 'Ids of the executions. Repeat it, or send a list in a JSON body.' },
        errors: [409],
      },
    })
    .input(z.object({ executionIds }))
    .output(removed)
    .mutation(({ ctx, input }) => ctx.services.executions.remove(ctx.caller.id, input.executionIds)),

  getPublic: publicProcedure
    .meta({
      rest: {
        ...{ method: 'GET', path: '/public-executions/:id', id: 'getPublicExecution', tag },
        summary: 'Get a shared execution',
        description: 'Without credentials, secrets and passwords.',
        errors: [404],
      },
    })
    .input(named)
    .output(executionSchema)
    .query(({ ctx, input }) => ctx.services.executions.getPublic(input.id)),

  shared: publicProcedure
    .input(named)
    .output(sharedExecutionSchema)
    .query(({ ctx, input }) => ctx.services.executions.shared(input.id)),

  list: procedure
    .input(executionListInput)
    .output(executionListSchema)
    .query(({ ctx, input }) => ctx.services.executions.list(ctx.caller.id, input)),

  counts: procedure
    .input(executionCountsInput)
    .output(executionCountsSchema)
    .query(({ ctx, input }) => ctx.services.executions.counts(ctx.caller.id, input)),

  detail: procedure
    .input(named)
    .output(executionDetailSchema)
    .query(({ ctx, input }) => ctx.services.executions.detail(ctx.caller.id, input.id)),

  stop: procedure
    .input(named)
    .output(z.object({}))
    .mutation(async ({ ctx, input }) => {
      await ctx.services.executions.stop(ctx.caller.id, input.id)
      return {}
    }),

  runAgain: procedure
    .input(z.object({ id: z.string(), key: z.string().max(2_000) }))
    .output(z.object({ id: z.string() }))
    .mutation(async ({ ctx, input }) => {
      const { runId } = await ctx.services.chat.runAgain(ctx.caller.id, input.id, input.key)
      return { id: runId }
    }),

  waiting: router({
    list: procedure.output(openWaitsSchema).query(({ ctx }) => ctx.services.waits.list(ctx.caller.id)),

    count: procedure
      .output(z.object({ count: z.int() }))
      .query(async ({ ctx }) => ({ count: await ctx.services.waits.count(ctx.caller.id) })),

    answer: procedure
      .input(answerWaitInput)
      .output(z.object({ runId: z.string() }))
      .mutation(({ ctx, input }) => ctx.services.waits.answer(ctx.caller.id, input)),
  }),
})
