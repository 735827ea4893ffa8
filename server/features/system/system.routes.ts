// A plain route, because Prometheus reads text.

import type { FastifyInstance } from 'fastify'
import { enter } from '#server/http/visit.ts'
import type { Services } from '#server/services.ts'
import { PROMETHEUS_TYPE, printMetrics } from '#server/telemetry/metrics/prometheus.ts'

export function mountMetrics(app: FastifyInstance, services: Services) {
  app.get('/metrics', async (request, reply) => {
    await enter('GET /metrics', request, reply, services, false)
    return reply
      .type(PROMETHEUS_TYPE)
      .header('cache-control', 'no-store')
      .send(printMetrics(await services.system.metrics()))
  })
}
