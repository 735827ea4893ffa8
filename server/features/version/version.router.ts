import { z } from 'zod'
import { publicProcedure, router } from '#server/trpc.ts'

const link = z.url()

export const versionRouter = router({
  get: publicProcedure
    .meta({ rest: { method: 'GET', path: '/version' } })
    .output(
      z.object({
        version: z.string(),
        /** Models and payments are stand-ins on this server. */
        sandbox: z.boolean(),
        links: z.object({ privacy: link, terms: link, dataSecurity: link, website: link }),
      }),
    )
    .query(({ ctx }) => ctx.services.about),
})
