import { once } from 'node:events'
import { connect } from 'node:net'
import fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { closeAfterReply } from './close-after-reply.ts'

async function openServer() {
  const app = fastify()
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _body, done) => done(null))
  app.post('/', (request, reply) => {
    closeAfterReply(request, reply)
    return reply.code(413).send('Too large.')
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  onTestFinished(() => app.close())
  const { port } = app.server.address() as { port: number }
  return { app, port }
}

test('a client that goes on sending for a while reads the reply, and the end of the connection', async () => {
  const { port } = await openServer()
  const socket = connect(port, '127.0.0.1')
  const errors: unknown[] = []
  let reply = ''
  socket.on('error', (error) => errors.push(error))
  socket.on('data', (data) => {
    reply += data.toString()
  })
  socket.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Type: text/plain\r\nTransfer-Encoding: chunked\r\n\r\n')

  // More than the buffers of both sides hold, and the reply is not read before all of it was accepted.
  socket.pause()
  const block = Buffer.alloc(1_000_000, 'x')
  for (let sent = 0; sent < 20; sent += 1) {
    socket.write(`${block.length.toString(16)}\r\n`)
    socket.write(block)
    if (!socket.write('\r\n')) {
      await once(socket, 'drain')
    }
  }
  socket.resume()
  await once(socket, 'end')

  expect(reply).toMatch(/^HTTP\/1\.1 413 .*connection: close.*Too large\.$/is)
  expect(errors).toEqual([])
  socket.destroy()
})
