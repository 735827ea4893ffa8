import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { mountModelServer } from './model-server.ts'

async function openShelf() {
  const app = Fastify()
  onTestFinished(() => app.close())
  await app.register(mountModelServer)
  const send = async (method: 'GET' | 'POST', url: string, payload?: object, key = 'sandbox-test') => {
    const body = payload instanceof FormData ? new Response(payload) : undefined
    const response = await app.inject({
      ...{ method, url: `/v1${url}` },
      headers: {
        authorization: `Bearer ${key}`,
        ...(body && { 'content-type': body.headers.get('content-type') ?? '' }),
      },
      ...(payload && { payload: body ? Buffer.from(await body.arrayBuffer()) : payload }),
    })
    return { status: response.statusCode, body: response.json() }
  }
  async function upload(size: number, key?: string): Promise<{ status: number; id: string }> {
    const form = new FormData()
    form.append('purpose', 'assistants')
    form.append('file', new File([new Uint8Array(size)], 'file.txt'))
    const { status, body } = await send('POST', '/files', form, key)
    return { status, id: body.id }
  }
  return { send, upload }
}

test('an account keeps its newest files up to its space; a store does not list those that are gone', async () => {
  const { send, upload } = await openShelf()
  const first = await upload(2_000_000)
  const store = await send('POST', '/vector_stores', { file_ids: [first.id] })

  await upload(2_000_000)
  await upload(2_000_000)

  expect((await send('GET', `/files/${first.id}`)).status).toBe(404)
  const { status, body } = await send('GET', `/vector_stores/${store.body.id}/files`)
  expect([status, body.data]).toEqual([200, []])
})

test('a file that is too large is rejected', async () => {
  const { upload } = await openShelf()

  expect((await upload(5_000_001)).status).toBeGreaterThanOrEqual(400)
})

test('accounts that have not been used for long are forgotten, so that strangers cannot fill the memory', async () => {
  const { send, upload } = await openShelf()
  const { id } = await upload(10, 'sandbox-first')

  for (let number = 0; number < 20; number += 1) {
    await upload(10, `sandbox-${number}`)
  }

  expect((await send('GET', `/files/${id}`, undefined, 'sandbox-first')).status).toBe(404)
})

test('long conversations are not kept beyond their space', async () => {
  const { send } = await openShelf()
  const ask = (input: string, previous?: string) =>
    send('POST', '/responses', { model: 'flowtill-demo', input, previous_response_id: previous ?? null })
  const { body: first } = await ask('Say exactly: Hello')
  expect((await ask('And now?', first.id)).status).toBe(200)

  await ask('a '.repeat(3_000_000))
  for (let number = 0; number < 4; number += 1) {
    await ask('b '.repeat(700_000))
  }

  expect((await ask('And now?', first.id)).status).toBe(400)
})
