import { z } from 'zod'
import type { Caller } from '#server/caller.ts'
import { procedure, router } from '#server/trpc.ts'
import {
  applyModelInput,
  cheaperModelSchema,
  correctScoreInput,
  evaluationEstimateSchema,
  evaluationHeadSchema,
  evaluationIdInput,
  evaluationInput,
  evaluationListInput,
  evaluationSchema,
  gateInput,
  publishGateSchema,
  publishReportInput,
  publishReportSchema,
  restEvaluationInput,
  rowOfEvaluationInput,
  saveGateInput,
  startEvaluationInput,
} from '#shared/evaluations.ts'
import { deleteResult } from '#shared/variables.ts'

const page = z.coerce.number<string>().int().min(1)
const listInput = z.object({ page: page.optional(), limit: page.max(1_000).optional() })
const listed = z.union([
  z.array(evaluationHeadSchema),
  z.object({ data: z.array(evaluationHeadSchema), total: z.int() }),
])
const started = z.object({ id: z.string() })

const actorOf = ({ id, impersonatorId }: Caller) => ({ userId: id, authorId: impersonatorId ?? id })

const gateRouter = router({
  get: procedure
    .input(gateInput)
    .output(publishGateSchema)
    .query(({ ctx, input }) => ctx.services.publishChecks.get(ctx.caller.id, input.flowId)),

  save: procedure
    .input(saveGateInput)
    .output(publishGateSchema)
    .mutation(({ ctx, input }) => ctx.services.publishChecks.save(ctx.caller.id, input)),

  /** A mutation because it carries the whole flow; nothing is written. */
  report: procedure
    .input(publishReportInput)
    .output(publishReportSchema)
    .mutation(({ ctx, input }) => ctx.services.publishChecks.report(ctx.caller.id, input)),
})

export const evaluationsRouter = router({
  gate: gateRouter,

  list: procedure
    .meta({
      rest: {
        method: 'GET',
        path: '/evaluations',
        id: 'listEvaluations',
        tag: 'Evaluations',
        summary: 'List evaluations',
      },
    })
    .input(listInput.default({}))
    .output(listed)
    .query(({ ctx, input }) => ctx.services.evaluations.list(ctx.caller.id, input)),

  of: procedure
    .input(evaluationListInput)
    .output(listed)
    .query(({ ctx, input }) => ctx.services.evaluations.list(ctx.caller.id, input)),

  get: procedure
    .meta({
      rest: {
        method: 'GET',
        path: '/evaluations/:id',
        id: 'getEvaluation',
        tag: 'Evaluations',
        summary: 'Get an evaluation with its results',
      },
    })
    .input(evaluationIdInput)
    .output(evaluationSchema)
    .query(({ ctx, input }) => ctx.services.evaluations.get(ctx.caller.id, input.id)),

  estimate: procedure
    .input(evaluationInput)
    .output(evaluationEstimateSchema)
    .query(({ ctx, input }) => ctx.services.evaluations.estimate(ctx.caller.id, input)),

  start: procedure
    .input(startEvaluationInput)
    .output(started)
    .mutation(({ ctx, input }) => ctx.services.evaluations.start(ctx.caller, input)),

  create: procedure
    .meta({
      rest: {
        method: 'POST',
        path: '/evaluations',
        id: 'createEvaluation',
        tag: 'Evaluations',
        summary: 'Start an evaluation',
        description:
          'Runs a data set over versions of one flow in the background and charges its owner. By default the published version; `targets` names others.',
      },
    })
    .input(restEvaluationInput)
    .output(evaluationHeadSchema)
    .mutation(({ ctx, input }) => ctx.services.evaluations.startRest(ctx.caller, input)),

  runAgain: procedure
    .meta({
      rest: {
        method: 'POST',
        path: '/evaluations/run-again/:id',
        id: 'runEvaluationAgain',
        tag: 'Evaluations',
        summary: 'Run an evaluation again',
      },
    })
    .input(evaluationIdInput)
    .output(started)
    .mutation(({ ctx, input }) => ctx.services.evaluations.runAgain(ctx.caller, input.id)),

  versions: procedure
    .meta({
      rest: {
        method: 'GET',
        path: '/evaluations/versions/:id',
        id: 'listEvaluationVersions',
        tag: 'Evaluations',
        summary: 'List the runs of the same data set',
      },
    })
    .input(evaluationIdInput)
    .output(z.array(evaluationHeadSchema))
    .query(({ ctx, input }) => ctx.services.evaluations.siblings(ctx.caller.id, input.id)),

  isOutdated: procedure
    .meta({
      rest: {
        method: 'GET',
        path: '/evaluations/is-outdated/:id',
        id: 'isEvaluationOutdated',
        tag: 'Evaluations',
        summary: 'Tell whether the flow has changed since',
      },
    })
    .input(evaluationIdInput)
    .output(z.object({ isOutdated: z.boolean() }))
    .query(({ ctx, input }) => ctx.services.evaluations.outdated(ctx.caller.id, input.id)),

  remove: procedure
    .meta({
      rest: {
        method: 'DELETE',
        path: '/evaluations/:id',
        id: 'deleteEvaluation',
        tag: 'Evaluations',
        summary: 'Delete an evaluation',
      },
    })
    .input(evaluationIdInput)
    .output(deleteResult)
    .mutation(({ ctx, input }) => ctx.services.evaluations.remove(ctx.caller.id, [input.id])),

  removeAll: procedure
    .meta({
      rest: {
        method: 'PATCH',
        path: '/evaluations',
        id: 'deleteEvaluations',
        tag: 'Evaluations',
        summary: 'Delete evaluations',
      },
    })
    .input(z.object({ ids: z.array(z.string()).min(1).max(1_000) }))
    .output(deleteResult)
    .mutation(({ ctx, input }) => ctx.services.evaluations.remove(ctx.caller.id, input.ids)),

  stop: procedure
    .input(evaluationIdInput)
    .output(started)
    .mutation(({ ctx, input }) => ctx.services.evaluations.stop(ctx.caller.id, input.id)),

  resume: procedure
    .input(evaluationIdInput)
    .output(started)
    .mutation(({ ctx, input }) => ctx.services.evaluations.resume(ctx.caller.id, input.id)),

  runRow: procedure
    .input(rowOfEvaluationInput)
    .output(started)
    .mutation(({ ctx, input }) => ctx.services.evaluations.runRow(ctx.caller.id, input)),

  correct: procedure
    .input(correctScoreInput)
    .output(evaluationSchema)
    .mutation(({ ctx, input }) => ctx.services.evaluations.correct(ctx.caller.id, input)),

  cheaperModels: procedure
    .input(gateInput)
    .output(z.array(cheaperModelSchema))
    .query(({ ctx, input }) => ctx.services.evaluations.cheaperModels(ctx.caller.id, input.flowId)),

  applyModel: procedure
    .input(applyModelInput)
    .output(z.object({ flowId: z.string() }))
    .mutation(({ ctx, input }) => ctx.services.evaluations.applyModel(actorOf(ctx.caller), input)),
})
