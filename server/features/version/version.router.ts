import { z } from 'zod'
import { procedure, publicProcedure, router } from '#server/trpc.ts'
import { isoDate } from '#shared/dates.ts'

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

  latest: procedure
    .meta({ rest: { method: 'GET', path: '/version/latest' } })
    .output(z.object({ name: z.string(), url: link, publishedDate: isoDate }).nullable())
    .query(({ ctx }) => ctx.services.latestRelease()),
})
