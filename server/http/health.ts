// Plain routes: `pong` is text, and the health of the server has a status of its own.
import type { FastifyInstance } from 'fastify'
import type { Services } from '../services.ts'

export function mountHealth(app: FastifyInstance, { ledger, flows }: Services) {
  app.get('/ping', (_, reply) => reply.type('text/plain').send('pong'))

  app.get('/health', async (_, reply) => {
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
