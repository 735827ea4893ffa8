import type { FastifyReply, FastifyRequest } from 'fastify'

const LINGER_MS = 2_000

/**
 * Ends the connection after the reply while the body of the request is still arriving. What arrives is discarded for a
 * moment before: closing a socket with unread bytes resets it, and the client would lose the reply.
 */
export function closeAfterReply({ raw }: FastifyRequest, reply: FastifyReply) {
  reply.header('connection', 'close')
  const { socket } = raw
  // Node calls it once the reply has been written.
  socket.destroySoon = () => {
    socket.end()
    raw.resume()
    setTimeout(() => socket.destroy(), LINGER_MS).unref()
  }
}
