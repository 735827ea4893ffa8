import { z } from 'zod'
import { procedure, router } from '#server/trpc.ts'
import {
  createEvaluatorInput,
  createRestEvaluatorInput,
  evaluatorIdInput,
  evaluatorSchema,
  restEvaluatorSchema,
  updateEvaluatorInput,
  updateRestEvaluatorInput,
} from '#shared/evaluators.ts'
import { deleteResult } from '#shared/variables.ts'
import { toRestEvaluator } from './to-rest-evaluator.ts'

const page = z.coerce.number<string>().int().min(1)
const listInput = z.object({ page: page.optional(), limit: page.max(1_000).optional() })

/** The procedures with addresses speak as Flowise does; the others are for the screens. */
export const evaluatorsRouter = router({
  all: procedure
    .output(z.array(evaluatorSchema))
    .query(({ ctx }) => ctx.services.evaluators.all(ctx.caller.id)),

  add: procedure
    .input(createEvaluatorInput)
    .output(evaluatorSchema)
    .mutation(({ ctx, input }) => ctx.services.evaluators.create(ctx.caller.id, input)),

  change: procedure
    .input(updateEvaluatorInput)
    .output(evaluatorSchema)
    .mutation(({ ctx, input }) => ctx.services.evaluators.update(ctx.caller.id, input)),

  list: procedure
    .meta({
      rest: {
        method: 'GET',
        path: '/evaluators',
        id: 'listEvaluators',
        tag: 'Evaluations',
        summary: 'List evaluators',
      },
    })
    .input(listInput.default({}))
    .output(
      z.union([
        z.array(restEvaluatorSchema),
        z.object({ data: z.array(restEvaluatorSchema), total: z.int() }),
      ]),
    )
    .query(({ ctx, input }) => ctx.services.evaluators.listRest(ctx.caller.id, input)),

  get: procedure
    .meta({
      rest: {
        method: 'GET',
        path: '/evaluators/:id',
        id: 'getEvaluator',
        tag: 'Evaluations',
        summary: 'Get an evaluator',
      },
    })
    .input(evaluatorIdInput)
    .output(restEvaluatorSchema)
    .query(({ ctx, input }) => ctx.services.evaluators.get(ctx.caller.id, input.id).then(toRestEvaluator)),

  create: procedure
    .meta({
      rest: {
        method: 'POST',
        path: '/evaluators',
        id: 'createEvaluator',
        tag: 'Evaluations',
        summary: 'Create an evaluator',
        description:
          '`config` is JSON text, such as `{"kind":"contains","text":"refund"}`. Kinds: exact, contains, regex, schema, numeric, script, tool, judge.',
      },
    })
    .input(createRestEvaluatorInput)
    .output(restEvaluatorSchema)
    .mutation(({ ctx, input }) => ctx.services.evaluators.create(ctx.caller.id, input).then(toRestEvaluator)),

  update: procedure
    .meta({
      rest: {
        method: 'PUT',
        path: '/evaluators/:id',
        id: 'updateEvaluator',
        tag: 'Evaluations',
        summary: 'Update an evaluator',
      },
    })
    .input(updateRestEvaluatorInput)
    .output(restEvaluatorSchema)
    .mutation(({ ctx, input }) => ctx.services.evaluators.update(ctx.caller.id, input).then(toRestEvaluator)),

  remove: procedure
    .meta({
      rest: {
        method: 'DELETE',
        path: '/evaluators/:id',
        id: 'deleteEvaluator',
        tag: 'Evaluations',
        summary: 'Delete an evaluator',
      },
    })
    .input(evaluatorIdInput)
    .output(deleteResult)
    .mutation(({ ctx, input }) => ctx.services.evaluators.remove(ctx.caller.id, input.id)),
})
