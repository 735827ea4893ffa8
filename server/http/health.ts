// Plain routes: `pong` is text, and the health check has a status code of its own.

import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { isoDate } from '#shared/dates.ts'
import type { Services } from '../services.ts'
import { type PlainRouteDocs, plainText } from './openapi/route-docs.ts'

const healthSchema = z.object({
  status: z.enum(['ok', 'failing']),
  database: z.enum(['ok', 'failing']),
  ledger: z.enum(['ok', 'failing', 'not checked yet']),
  checkedDate: isoDate.nullable(),
})
const pingDocs: PlainRouteDocs = {
  id: 'ping',
  tag: 'Server',
  summary: 'Check that the server responds',
  response: { 'text/plain': plainText('pong') },
}
const healthDocs: PlainRouteDocs = {
  id: 'getHealth',
  tag: 'Server',
  summary: 'Get the health of the server',
  response: healthSchema,
  otherStatuses: { 503: 'Something is failing.' },
}

export function mountHealth(app: FastifyInstance, { ledger, flows }: Services) {
  app.get('/ping', { config: { docs: pingDocs } }, (_, reply) => reply.type('text/plain').send('pong'))

  app.get('/health', { config: { docs: healthDocs } }, async (_, reply) => {
    const database = word(await flows.isReachable().catch(() => false))
    const last = ledger.last()
    const books = word((last?.findings.length ?? 0) === 0)
    const status = word(database === 'ok' && books === 'ok')
    const body = {
      status,
      database,
      ledger: last ? books : 'not checked yet',
      checkedDate: last?.checkedDate ?? null,
    }
    return reply.code(status === 'ok' ? 200 : 503).send(body)
  })
}

function word(isWell: boolean) {
  return isWell ? 'ok' : 'failing'
}
