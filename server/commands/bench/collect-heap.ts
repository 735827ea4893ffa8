import { once } from 'node:events'

type Reply = { id: number; result: { result?: { value: unknown } } }

/**
 * Bytes of V8's heap that are in use when it has been collected, of a process that was started with `--inspect` at this port.
 * Nobody is attached between two calls, so that what is measured runs as always.
 */
export async function collectHeap(port: number): Promise<number> {
  const [page] = await (await fetch(`http://127.0.0.1:${port}/json/list`)).json()
  const socket = new WebSocket(page.webSocketDebuggerUrl)
  await once(socket, 'open')
  try {
    // Twice: what a finalizer lets go of in the first is collected in the second.
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
