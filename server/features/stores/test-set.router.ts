import { procedure, router } from '#server/trpc.ts'
import { runTestSetInput, saveTestSetInput, testResultSchema, testSetSchema } from '#shared/store-calls.ts'
import { storeIdInput } from '#shared/stores.ts'

/** Questions with the chunk each of them should find. */
export const testSetRouter = router({
  get: procedure
    .input(storeIdInput)
    .output(testSetSchema)
    .query(({ ctx, input }) => ctx.services.stores.testSet.get(ctx.caller.id, input.id)),

  save: procedure
    .input(saveTestSetInput)
    .output(testSetSchema)
    .mutation(({ ctx, input }) => ctx.services.stores.testSet.save(ctx.caller.id, input)),

  run: procedure
    .input(runTestSetInput)
    .output(testResultSchema)
    .mutation(({ ctx, input, signal }) => ctx.services.stores.testSet.run(ctx.caller.id, input, signal)),
})
