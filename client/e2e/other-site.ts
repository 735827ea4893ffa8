import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect, createServer as createTcpServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

/** A website of another origin with one page, and a script at `/web.js`. */
export async function openSite(html: string, { policy, script }: { policy?: string; script?: Buffer } = {}) {
  const server = createServer(({ url }, response) => {
    if (url === '/web.js') {
      response.writeHead(200, { 'content-type': 'text/javascript' })
      response.end(script)
      return
    }
    response.writeHead(200, {
      'content-type': 'text/html; charset=utf-8',
      ...(policy && { 'content-security-policy': policy }),
    })
    response.end(`<!doctype html><html lang="en"><head><title>Shop</title>
      <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
      <link rel="icon" href="data:," /></head><body>${html}</body></html>`)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return `http://localhost:${port}`
}

/** Passes connections on to a server, and cuts all of them on request. */
export async function openCable(url: string) {
  const { hostname, port } = new URL(url)
  const sockets = new Set<Socket>()
  const cable = createTcpServer((from) => {
    const to = connect(Number(port), hostname)
    for (const [socket, other] of [
      [from, to],
      [to, from],
    ] as const) {
      sockets.add(socket)
      socket.pipe(other)
      socket.on('error', () => other.destroy())
      socket.on('close', () => {
        sockets.delete(socket)
        other.destroy()
      })
    }
  })
  cable.listen(0, '127.0.0.1')
  await once(cable, 'listening')
  const cut = () => {
    for (const socket of sockets) {
      socket.destroy()
    }
  }
  onTestFinished(() => {
    cable.close()
    cut()
  })
  return { url: `http://127.0.0.1:${(cable.address() as AddressInfo).port}`, cut }
}
