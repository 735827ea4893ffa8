import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

/** Counts effects outside of the product and its database. Each effect has a name that is unique in the whole test. */
export async function startEffectServer() {
  const counts = new Map<string, number>()
  const server = createServer((request, response) => {
    const name = decodeURIComponent(request.url?.split('/').at(-1) ?? '')
    request.resume()
    request.on('end', async () => {
      // Half of the effects take place before the response is lost with the process that waits for it.
      counts.set(name, (counts.get(name) ?? 0) + (request.method === 'POST' ? 1 : 0))
      await pause(Math.random() * 30)
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ done: name }))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    host: `127.0.0.1:${port}`,
    counts,
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}
