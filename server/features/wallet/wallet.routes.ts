// A plain route, because the response is a streamed file.

import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { createContext } from '#server/context.ts'
import { authorize } from '#server/guard.ts'
import { type PlainRouteDocs, plainText } from '#server/http/openapi/route-docs.ts'
import type { Services } from '#server/services.ts'
import { dayText, platformDay } from '#shared/dates.ts'
import { AppError } from '#shared/errors.ts'

const FIRST_DAY = '2020-01-01'

const rangeInput = z.object({
  from: dayText.default(FIRST_DAY),
  to: dayText.default(() => platformDay(new Date())),
})

const docs: PlainRouteDocs = {
  id: 'exportMovements',
  tag: 'Wallet',
  summary: 'Download own movements as CSV',
  query: rangeInput,
  response: { 'text/csv': plainText('date,kind,amount\n') },
}

export function mountWallet(app: FastifyInstance, services: Services) {
  app.get('/wallets/me/movements.csv', { config: { docs } }, async (request, reply) => {
    const ctx = await createContext(request, reply, services)
    authorize('GET /api/v1/wallets/me/movements.csv', ctx, false)
    const parsed = rangeInput.safeParse(request.query)
    if (!parsed.success || parsed.data.from > parsed.data.to) {
      throw new AppError('INVALID_INPUT', 'Choose a range of days as from=YYYY-MM-DD and to=YYYY-MM-DD.')
    }
    const { from, to } = parsed.data
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="movements-${from}-${to}.csv"`)
      .header('cache-control', 'no-store')
      .send(Readable.from(services.exportMovements(ctx.caller?.id ?? '', parsed.data)))
  })
}
