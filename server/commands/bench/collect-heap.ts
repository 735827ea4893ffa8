import { once } from 'node:events'

type Reply = { id: number; result: { result?: { value: unknown } } }

/**
 * Bytes used in V8's heap after garbage collection, of a process started with `--inspect` on this port. The
 * inspector detaches between calls, so that the measured process runs undisturbed.
 */
export async function collectHeap(port: number): Promise<number> {
  const [page] = await (await fetch(`http://127.0.0.1:${port}/json/list`)).json()
  const socket = new WebSocket(page.webSocketDebuggerUrl)
  await once(socket, 'open')
  try {
    // Twice: objects released by finalizers in the first collection are freed by the second.
    await notify(socket, 1, 'HeapProfiler.collectGarbage')
    await notify(socket, 2, 'HeapProfiler.collectGarbage')
    const requested = { expression: 'process.memoryUsage().heapUsed', returnByValue: true }
    return Number((await notify(socket, 3, 'Runtime.evaluate', requested)).result?.value)
  } finally {
    socket.close()
  }
}

async function notify(socket: WebSocket, id: number, method: string, params: object = {}) {
  socket.send(JSON.stringify({ id, method, params }))
  for (;;) {
    const [event] = (await once(socket, 'message')) as [MessageEvent<string>]
    const reply = JSON.parse(event.data) as Reply
    if (reply.id === id) {
      return reply.result
    }
  }
}
