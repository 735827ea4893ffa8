import { z } from 'zod'
import { procedure, router } from '#server/trpc.ts'
import { AppError } from '#shared/errors.ts'
import { isTooDeepJson } from '#shared/json-depth.ts'
import {
  createToolInput,
  customFunctionInput,
  testedToolSchema,
  testToolInput,
  toolIdInput,
  toolSchema,
  toolUseSchema,
  updateToolInput,
} from '#shared/tools.ts'
import { deleteResult } from '#shared/variables.ts'

const page = z.coerce.number<string>().int().min(1)
const listInput = z.object({ page: page.optional(), limit: page.max(1_000).optional() })

export const toolsRouter = router({
  list: procedure
    .meta({ rest: { method: 'GET', path: '/tools', id: 'listTools', tag: 'Tools', summary: 'List tools' } })
    .input(listInput.default({}))
    .output(z.union([z.array(toolSchema), z.object({ data: z.array(toolSchema), total: z.int() })]))
    .query(({ ctx, input }) => ctx.services.tools.list(ctx.caller.id, input)),

  get: procedure
    .meta({ rest: { method: 'GET', path: '/tools/:id', id: 'getTool', tag: 'Tools', summary: 'Get a tool' } })
    .input(toolIdInput)
    .output(toolSchema)
    .query(({ ctx, input }) => ctx.services.tools.get(ctx.caller.id, input.id)),

  create: procedure
    .meta({
      rest: { method: 'POST', path: '/tools', id: 'createTool', tag: 'Tools', summary: 'Create a tool' },
    })
    .input(createToolInput)
    .output(toolSchema)
    .mutation(({ ctx, input }) => ctx.services.tools.create(ctx.caller.id, input)),

  update: procedure
    .meta({
      rest: { method: 'PUT', path: '/tools/:id', id: 'updateTool', tag: 'Tools', summary: 'Update a tool' },
    })
    .input(updateToolInput)
    .output(toolSchema)
    .mutation(({ ctx, input }) => ctx.services.tools.update(ctx.caller.id, input)),

  remove: procedure
    .meta({
      rest: {
        method: 'DELETE',
        path: '/tools/:id',
        id: 'deleteTool',
        tag: 'Tools',
        summary: 'Delete a tool',
      },
    })
    .input(toolIdInput)
    .output(deleteResult)
    .mutation(({ ctx, input }) => ctx.services.tools.remove(ctx.caller.id, input.id)),

  test: procedure
    .input(testToolInput)
    .output(testedToolSchema)
    .mutation(({ ctx, input, signal }) => ctx.services.tools.test(ctx.caller.id, input, signal ?? never)),

  uses: procedure.output(z.array(toolUseSchema)).query(({ ctx }) => ctx.services.tools.uses(ctx.caller.id)),

  runFunction: procedure
    .meta({
      rest: {
        method: 'POST',
        path: '/node-custom-function',
        id: 'runCustomFunction',
        tag: 'Tools',
        summary: 'Run a JavaScript function',
        description: 'Runs the code in a sandbox and responds with its value.',
      },
    })
    .input(customFunctionInput)
    .output(z.json())
    .mutation(async ({ ctx, input, signal }) => {
      const { javascriptFunction: code, functionInputVariables } = input
      const script = { code, inputs: readVariables(functionInputVariables) }
      const { value } = await ctx.services.tools.runFunction(ctx.caller.id, script, signal ?? never)
      return value
    }),
})

/** For calls without a connection to close. */
const never = new AbortController().signal

function readVariables(given: z.infer<typeof customFunctionInput>['functionInputVariables']) {
  if (typeof given !== 'string') {
    return given ?? {}
  }
  if (isTooDeepJson(given)) {
    throw new AppError('INVALID_INPUT', 'The input variables are nested too deeply.')
  }
  try {
    return z.record(z.string(), z.json()).parse(given.trim() === '' ? {} : JSON.parse(given))
  } catch (cause) {
    throw new AppError('INVALID_INPUT', 'The input variables are not a JSON object.', { cause })
  }
}
