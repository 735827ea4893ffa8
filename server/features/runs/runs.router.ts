import { z } from 'zod'
import { lastEventId, trackEvents } from '#server/track-events.ts'
import { procedure, router } from '#server/trpc.ts'
import { isoDate } from '#shared/dates.ts'
import { runHistoryInput, runHistorySchema, runStates, runTraceSchema } from '#shared/runs.ts'

const watchInput = z.object({ runId: z.string(), lastEventId })

export const runsRouter = router({
  get: procedure
    .input(z.object({ runId: z.string() }))
    .output(
      z.object({
        id: z.string(),
        flowId: z.string(),
        chatId: z.string(),
        state: z.enum(runStates),
        tokens: z.int(),
        startedDate: isoDate,
        endedDate: isoDate.nullable(),
      }),
    )
    .query(({ ctx, input }) => ctx.services.runs.get(ctx.caller.id, input.runId)),

  list: procedure
    .input(runHistoryInput)
    .output(runHistorySchema)
    .query(async ({ ctx, input: { flowId, ...page } }) => {
      const { id } = await ctx.services.flows.get(ctx.caller.id, flowId)
      return ctx.services.runs.list(id, page)
    }),

  trace: procedure
    .input(z.object({ runId: z.string() }))
    .output(runTraceSchema)
    .query(({ ctx, input }) => ctx.services.runs.trace(ctx.caller.id, input.runId)),

  /** The previous run of the same flow that includes a node. Null when no recent run does. */
  before: procedure
    .input(z.object({ runId: z.string(), nodeId: z.string() }))
    .output(runTraceSchema.nullable())
    .query(({ ctx, input }) => ctx.services.runs.before(ctx.caller.id, input.runId, input.nodeId)),

  /** Upserted stores; null when unknown. */
  filled: procedure
    .input(z.object({ flowId: z.string() }))
    .output(z.object({ nodes: z.array(z.string()).nullable() }))
    .query(async ({ ctx, input }) => {
      const { id } = await ctx.services.flows.get(ctx.caller.id, input.flowId)
      return { nodes: await ctx.services.runs.upsertedStores(id) }
    }),

  // Rejected before the stream begins: the client would treat an error within it as a lost connection and
  // reconnect forever.
  watch: procedure.input(watchInput).subscription(async ({ ctx, input, signal }) => {
    const { runId, lastEventId: after } = input
    return trackEvents(await ctx.services.runs.watch(ctx.caller.id, runId, after ?? 0, signal))
  }),
})
