import { once } from 'node:events'

type Watcher = { socket: WebSocket; since: number; seen: Map<string, number> }
type Expected = { messageId: string; at: number }

/**
 * Operators who watch all conversations, one per process. Every acknowledged answer must reach each watcher that was connected
 * before it and still is, whichever process has answered.
 */
export function createWatching(authorization: string) {
  const token = authorization.replace('Bearer ', '')
  const open = new Map<number, Watcher>()
  const expected: Expected[] = []
  const missing: string[] = []
  let longestMs = 0

  /** Answers that were acknowledged in the lifetime of this watcher. */
  function judge(watcher: Watcher, until: number) {
    for (const { messageId, at } of expected) {
      if (at >= watcher.since && at <= until) {
        const seenAt = watcher.seen.get(messageId)
        longestMs = Math.max(longestMs, (seenAt ?? at) - at)
        if (seenAt === undefined) {
          missing.push(`a watcher has not seen the answer ${messageId}`)
        }
      }
    }
  }

  return {
    async open(slot: number, url: string) {
      const address = `${url.replace('http', 'ws')}/api/v1/view-messages/all/ws?token=${token}`
      const socket = new WebSocket(address)
      const watcher: Watcher = { socket, since: Number.POSITIVE_INFINITY, seen: new Map() }
      const { promise: subscribed, resolve, reject } = Promise.withResolvers<void>()
      socket.addEventListener('message', ({ data }) => {
        const frame = JSON.parse(String(data)) as { type: string; data?: { id?: string } }
        if (frame.type === 'connected') {
          socket.send(JSON.stringify({ type: 'subscribe', chatflowId: 'all' }))
          socket.send(JSON.stringify({ type: 'ping' }))
        }
        if (frame.type === 'pong') {
          resolve()
        }
        if (frame.type === 'newMessage' && frame.data?.id) {
          watcher.seen.set(frame.data.id, performance.now())
        }
      })
      socket.addEventListener('error', () => reject(new Error(`No watcher could connect to ${url}.`)))
      await once(socket, 'open')
      await subscribed
      watcher.since = performance.now()
      open.set(slot, watcher)
    },
    /** Its process has died, or it moves to another one. */
    lose(slot: number) {
      const watcher = open.get(slot)
      open.delete(slot)
      watcher?.socket.close()
      // What was acknowledged just before may still have been on its way.
      judge(watcher as Watcher, performance.now() - 3_000)
    },
    expect: (messageId: string) => void expected.push({ messageId, at: performance.now() }),
    longest: () => Math.round(longestMs),
    close() {
      for (const watcher of open.values()) {
        judge(watcher, performance.now() - 1_000)
        watcher.socket.close()
      }
      open.clear()
    },
    issues: (maxMs: number) => [
      ...missing,
      ...(longestMs > maxMs ? [`a watcher waited for ${Math.round(longestMs)} ms`] : []),
    ],
  }
}
