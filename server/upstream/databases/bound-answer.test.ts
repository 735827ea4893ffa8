import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createSqlPort } from '../vector-stores/open-postgres.ts'
import { createQueryDatabase } from './query-database.ts'

const message = (kind: string, ...parts: Buffer[]) => {
  const body = Buffer.concat(parts)
  const head = Buffer.alloc(5)
  head.write(kind, 0, 'latin1')
  head.writeInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
}
const int32 = (value: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(value)
  return bytes
}
const ready = message('Z', Buffer.from('I'))

/** A server that greets like PostgreSQL and never stops sending. */
async function openFlood() {
  const sockets = new Set<Socket>()
  let sent = 0
  const cell = Buffer.alloc(1_000_000, 'a')
  const row = message('D', Buffer.from([0, 1]), int32(cell.length), cell)
  const flood = (socket: Socket) => {
    while (!socket.destroyed && socket.write(row)) {
      sent += row.length
    }
  }
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.once('data', () => {
      socket.write(Buffer.concat([message('R', int32(0)), ready]))
      socket.once('data', () => {
        socket.on('drain', () => flood(socket))
        flood(socket)
      })
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    for (const socket of sockets) {
      socket.destroy()
    }
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { port, sent: () => sent }
}

test('the connection to a database that never stops sending is closed, for every kind of query', async () => {
  const { port, sent } = await openFlood()
  const allow = [`127.0.0.1:${port}`]
  const settings = { host: '127.0.0.1', port, database: 'd', user: 'u', password: 'p' }
  const tooMuch = { code: 'TOO_LARGE', message: 'The database sent more than we are willing to read.' }

  await expect(createSqlPort(allow)(settings, 'select $1', ['x'])).rejects.toMatchObject(tooMuch)
  const query = createQueryDatabase({ folder: '/nowhere', allow })
  const place = { kind: 'postgres' as const, address: `postgres://u:p@127.0.0.1:${port}/d` }
  await expect(query(place, 'select 1', new AbortController().signal)).rejects.toMatchObject(tooMuch)
  expect(sent()).toBeLessThan(300_000_000)
})
