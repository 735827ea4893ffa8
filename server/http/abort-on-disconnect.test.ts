import { setImmediate } from 'node:timers/promises'
import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { abortOnDisconnect } from './abort-on-disconnect.ts'

async function serve(handle: (request: FastifyRequest, reply: FastifyReply) => Promise<object>) {
  const app = Fastify()
  onTestFinished(() => app.close())
  app.post('/', async (request, reply) => {
    await setImmediate()
    return handle(request, reply)
  })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  return (signal?: AbortSignal) =>
    fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
      ...(signal && { signal }),
    })
}

test('a completely received request does not count as a disconnected client', async () => {
  const post = await serve(async ({ raw }, reply) => {
    const signal = abortOnDisconnect(reply)
    while (!raw.destroyed) {
      await setImmediate()
    }
    return { aborted: signal.aborted }
  })

  expect(await (await post()).json()).toEqual({ aborted: false })
})

test('a client that disconnects after its request aborts the signal', async () => {
  const arrived = Promise.withResolvers<void>()
  const aborted = Promise.withResolvers<unknown>()
  const post = await serve(async (_, reply) => {
    const signal = abortOnDisconnect(reply)
    signal.addEventListener('abort', () => aborted.resolve(signal.reason))
    arrived.resolve()
    await aborted.promise
    return {}
  })
  const client = new AbortController()

  const call = post(client.signal)
  await arrived.promise
  client.abort()

  await expect(call).rejects.toThrow('aborted')
  expect(await aborted.promise).toMatchObject({ code: 'STOPPED' })
})
