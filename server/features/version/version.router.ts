import { z } from 'zod'
import { procedure, publicProcedure, router } from '#server/trpc.ts'
import { isoDate } from '#shared/dates.ts'

const link = z.url()

export const versionRouter = router({
  get: publicProcedure
    .meta({
      rest: { method: 'GET', path: '/version', id: 'getVersion', tag: 'Server', summary: 'Get the version' },
    })
    .output(
      z.object({
        version: z.string(),
        /** Models and payments are sandbox services on this server. */
        sandbox: z.boolean(),
        /** False until the first account, an administrator, is created. */
        hasUsers: z.boolean(),
        mail: z.boolean(),
        /** URLs, or paths of this server. */
        links: z.object({
          privacy: z.string(),
          terms: z.string(),
          dataSecurity: z.string(),
          website: link.nullable(),
        }),
      }),
    )
    .query(async ({ ctx: { services } }) => ({
      ...services.about,
      hasUsers: await services.auth.hasUsers(),
    })),

  settings: publicProcedure
    .meta({
      rest: {
        method: 'GET',
        path: '/settings',
        id: 'getSettings',
        tag: 'Server',
        summary: 'Get the platform type',
      },
    })
    .output(z.object({ PLATFORM_TYPE: z.literal('open source') }))
    .query(() => ({ PLATFORM_TYPE: 'open source' as const })),

  address: publicProcedure
    .meta({
      rest: {
        method: 'GET',
        path: '/ip',
        id: 'getOwnAddress',
        tag: 'Server',
        summary: 'Get the address a request comes from',
        description: 'To check how many proxies stand in front of the server.',
      },
    })
    .output(z.object({ ip: z.string(), msg: z.string() }))
    .query(({ ctx }) => ({
      ip: ctx.origin.address,
      msg: 'If this is not the address you call from, set TRUST_PROXY to the number of proxies in front of this server.',
    })),

  latest: procedure
    .meta({
      rest: {
        method: 'GET',
        path: '/version/latest',
        id: 'getLatestVersion',
        tag: 'Server',
        summary: 'Get the latest release',
      },
    })
    .output(z.object({ name: z.string(), url: link, publishedDate: isoDate }).nullable())
    .query(({ ctx }) => ctx.services.latestRelease()),
})
