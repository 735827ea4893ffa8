import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

/** What a search of an encyclopedia returns. */
const query = {
  search: [{ title: 'Ephesus', snippet: 'Ephesus was a Greek city on the coast of Ionia.' }],
}

/** Counts effects outside of the product and its database. Each effect has a name that is unique in the whole test. */
export async function startEffectServer() {
  const counts = new Map<string, number>()
  const server = createServer((request, response) => {
    const name = decodeURIComponent(request.url?.split('/').at(-1) ?? '')
    request.resume()
    request.on('end', async () => {
      // Half of the effects take place at once, the others unless the caller has died meanwhile: a call that was begun
      // may have happened or not.
      const isLate = Math.random() < 0.5
      const count = () => request.method === 'POST' && counts.set(name, (counts.get(name) ?? 0) + 1)
      if (!isLate) {
        count()
      }
      await pause(Math.random() * 30)
      if (isLate && !request.socket.destroyed) {
        count()
      }
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ done: name, query }))
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
