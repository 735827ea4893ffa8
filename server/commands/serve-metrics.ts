import { once } from 'node:events'
import { createServer } from 'node:http'
import { StartError } from '../config.ts'
import { PROMETHEUS_TYPE, printMetrics } from '../telemetry/metrics/prometheus.ts'
import type { Metric } from '../telemetry/metrics/registry.ts'

type Address = { host: string; port: number }

/** Metrics alone on an address of their own, for everyone who reaches it. Returns the function that closes it. */
export async function serveMetrics({ host, port }: Address, collect: () => Promise<Metric[]>) {
  const server = createServer(async ({ method, url = '' }, response) => {
    if ((method !== 'GET' && method !== 'HEAD') || url.split('?')[0] !== '/metrics') {
      response
        .writeHead(404, { 'content-type': 'text/plain; charset=utf-8' })
        .end('Metrics are at /metrics.\n')
      return
    }
    try {
      const text = printMetrics(await collect())
      response.writeHead(200, { 'content-type': PROMETHEUS_TYPE }).end(text)
    } catch {
      response
        .writeHead(503, { 'content-type': 'text/plain; charset=utf-8' })
        .end('Metrics could not be read.\n')
    }
  })
  server.listen(port, host)
  try {
    await once(server, 'listening')
  } catch (error) {
    throw new StartError(`Flowtill cannot listen at METRICS_ADDRESS: ${(error as Error).message}`)
  }
  return {
    address: server.address(),
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}
