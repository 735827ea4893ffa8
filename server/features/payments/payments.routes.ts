// A plain route, because the raw bytes matter: the signature covers them, and the response must be exactly `OK`.

import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { authorize } from '#server/guard.ts'
import { type PlainRouteDocs, plainText } from '#server/http/openapi/route-docs.ts'
import type { Services } from '#server/services.ts'
import { AppError } from '#shared/errors.ts'

const ROUTE = 'POST /api/v1/payments/callback'
const FORM = 'application/x-www-form-urlencoded'
const BODY_LIMIT_BYTES = 16 * 1024
const WARNING_WINDOW_MS = 60_000

const defaults = new Set(['credited', 'repeated', 'failed'])

const docs: PlainRouteDocs = {
  id: 'receivePaymentNotification',
  tag: 'Payment',
  summary: 'Receive a notification of PayTR',
  description:
    'For the payment provider, which signs every notification. Responds with `OK` once it is stored.',
  body: {
    [FORM]: z.object({
      merchant_oid: z.string(),
      status: z.enum(['success', 'failed']),
      total_amount: z.string(),
      hash: z.string(),
    }),
  },
  response: { 'text/plain': plainText('OK') },
}

/** At most one report per window; the next one has the number of suppressed reports. */
function createThrottle(windowMs: number) {
  let openUntil = 0
  let suppressed = 0
  return {
    report(write: (suppressed: number) => void) {
      const now = performance.now()
      if (now < openUntil) {
        suppressed += 1
        return
      }
      write(suppressed)
      openUntil = now + windowMs
      suppressed = 0
    },
  }
}

/** PayTR's notification is signed, so it needs neither a session nor an XSRF token. */
export async function mountPayments(rest: FastifyInstance, services: Services) {
  const rejections = createThrottle(WARNING_WINDOW_MS)
  await rest.register(async (scope) => {
    // JSON is rejected too: a JSON string that contains a form would be read as one.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(FORM, { parseAs: 'string', bodyLimit: BODY_LIMIT_BYTES }, (_, body, done) => {
      done(null, body)
    })

    scope.post('/payments/callback', { config: { docs } }, async ({ body, ip, log }, reply) => {
      authorize(ROUTE, { caller: null, xsrf: false }, true)
      if (typeof body !== 'string') {
        throw new AppError('UNSUPPORTED_MEDIA_TYPE', `Send the notification as ${FORM}.`)
      }
      const { oid, outcome } = await services.payments.receive(body).catch((error: unknown) => {
        if (error instanceof AppError && error.code === 'INVALID_INPUT') {
          rejections.report((suppressed) =>
            log.warn(
              { ip, security: 'payment callback', ...(suppressed > 0 && { suppressed }) },
              error.message,
            ),
          )
        }
        throw error
      })
      if (!defaults.has(outcome)) {
        log.warn({ oid, outcome }, 'A payment needs to be looked at')
      }
      return reply.type('text/plain').send('OK')
    })
  })
}
