import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { runs } from '#server/features/runs/runs.table.ts'
import type { GuardedFetch } from '#server/upstream/guarded-fetch.ts'
import { openTriggers } from './testing/open-triggers.ts'
import { triggerLog, triggers } from './triggers.table.ts'

type Settings = Parameters<typeof openTriggers>[1]
type Sent = {
  method?: 'GET' | 'POST' | 'PUT'
  headers?: Record<string, string>
  body?: string
  query?: string
}

const hook = { startInputType: 'webhookTrigger', webhookMethod: 'POST', webhookResponseMode: 'sync' }
const signed = { ...hook, webhookEnableAuth: true, webhookSignatureHeader: 'X-Signature' }

async function openWebhook(inputs: Record<string, unknown>, settings: Settings = {}) {
  const world = await openTriggers(inputs, settings)
  const { app, id, ada } = world
  await world.save({ enabled: true })
  const { webhookSecret } = (await ada.call('POST', `/chatflows/${id}/webhook-secret`)).json<{
    webhookSecret: string
  }>()
  const send = ({ method = 'POST', headers = {}, body = '{"name":"Ada"}', query = '' }: Sent = {}) =>
    app.inject({
      ...{ method, url: `/api/v1/webhook/${id}${query}` },
      headers: { ...(method !== 'GET' && { 'content-type': 'application/json' }), ...headers },
      ...(method !== 'GET' && { payload: body }),
    })
  const sign = (body: string) => `sha256=${createHmac('sha256', webhookSecret).update(body).digest('hex')}`
  const runCount = async () => (await world.store.db.select().from(runs)).length
  /** The receiver has answered earlier than this is stored. */
  const isDelivered = async () =>
    (await world.store.db.select().from(triggerLog)).every(({ callbackDate }) => !callbackDate)
  return { ...world, send, sign, runCount, isDelivered, webhookSecret }
}

test('a webhook starts the flow with its body, headers and query, and answers as a prediction', async () => {
  const message = '{{ $webhook.body.name }} {{ $webhook.query.page }} {{ $webhook.headers.x-kind }}'
  const { send, id, log, store } = await openWebhook(hook, { message })

  const response = await send({ headers: { 'x-kind': 'order', authorization: 'Bearer x' }, query: '?page=7' })

  expect(response.statusCode).toBe(200)
  expect(response.json()).toMatchObject({
    text: 'Ada 7 order',
    executionId: expect.any(String),
    agentFlowExecutedData: [{ nodeId: 'start' }, { nodeId: 'reply' }],
  })
  expect(response.body).not.toContain('Bearer x')
  const [run] = await store.db.select().from(runs)
  expect(run).toMatchObject({ flowId: id, chatType: 'WEBHOOK', state: 'finished' })
  expect(await log()).toMatchObject([{ triggerType: 'webhook', status: 'SUCCEEDED' }])
})

test('the question of a webhook is its interpolated text or its payload', async () => {
  const text = { ...hook, webhookInputMode: 'text', webhookDefaultInput: 'Greet {{ $webhook.body.name }}' }
  const { send, publish } = await openWebhook(text, { message: '{{ question }}' })
  expect((await send()).json()).toMatchObject({ text: 'Greet Ada' })

  await publish({ ...hook, webhookInputMode: 'payload' })
  expect((await send()).json()).toMatchObject({ text: '{"name":"Ada"}' })
})

test('a form body is read as fields', async () => {
  const { send } = await openWebhook(
    { ...hook, webhookContentType: 'application/x-www-form-urlencoded' },
    { message: '{{ $webhook.body.name }}' },
  )

  const response = await send({
    headers: { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' },
    body: 'name=Ada+Lovelace',
  })

  expect(response.json()).toMatchObject({ text: 'Ada Lovelace' })
})

test.each<[string, Sent, number]>([
  ['another method', { method: 'PUT' }, 405],
  ['another content type', { headers: { 'content-type': 'text/plain' } }, 415],
  ['invalid JSON', { body: '{"name"' }, 400],
  ['a body that is too large', { body: JSON.stringify({ name: 'x'.repeat(1024 * 1024) }) }, 413],
])('%s is rejected', async (_, sent, status) => {
  const { send, runCount } = await openWebhook(hook)

  expect((await send(sent)).statusCode).toBe(status)
  expect(await runCount()).toBe(0)
})

test('missing parameters and those of another type are rejected and named', async () => {
  const { send } = await openWebhook({
    ...hook,
    webhookEnableValidation: true,
    webhookQueryParams: [{ name: 'page', required: true }],
    webhookHeaderParams: [{ name: 'X-Kind', required: true }],
    webhookBodyParams: [
      { name: 'name', type: 'string', required: true },
      { name: 'tags', type: 'array[number]', required: false },
    ],
  })

  const response = await send({ body: '{"tags":[1,"two"]}' })

  expect(response.statusCode).toBe(400)
  expect(response.body).toContain('The query parameter page is required')
  expect(response.body).toContain('The header X-Kind is required')
  expect(response.body).toContain('The body field name is required')
  expect(response.body).toContain('The body field tags must be of type array[number]')
  const valid = await send({ headers: { 'x-kind': 'a' }, query: '?page=1', body: '{"name":"A","tags":[1]}' })
  expect(valid.statusCode).toBe(200)
})

test('a flow that is not listening does not exist', async () => {
  const { send, save, publish } = await openWebhook(hook)
  await save({ enabled: false })
  expect((await send()).statusCode).toBe(404)

  await save({ enabled: true })
  await publish({ startInputType: 'chatInput' })
  expect((await send()).statusCode).toBe(404)
})

test('a signature over the raw body is required, and a replaced secret is no longer valid', async () => {
  const { send, sign, ada, id, runCount } = await openWebhook(signed)
  const body = '{"a": 1}'

  expect((await send({ body, headers: { 'x-signature': sign(body) } })).statusCode).toBe(200)
  expect((await send({ body })).statusCode).toBe(401)
  expect((await send({ body, headers: { 'x-signature': sign('{"a":1}') } })).statusCode).toBe(401)
  expect((await send({ body, headers: { 'x-signature': 'short' } })).statusCode).toBe(401)
  await ada.call('POST', `/chatflows/${id}/webhook-secret`)
  expect((await send({ body: '{"a":2}', headers: { 'x-signature': sign('{"a":2}') } })).statusCode).toBe(401)
  expect((await ada.call('DELETE', `/chatflows/${id}/webhook-secret`)).statusCode).toBe(204)
  expect((await send({ body, headers: { 'x-signature': sign(body) } })).statusCode).toBe(401)
  expect(await runCount()).toBe(1)
})

test('a plain token is compared as it is', async () => {
  const { send, webhookSecret } = await openWebhook({ ...signed, webhookSignatureType: 'plain-token' })

  expect((await send({ headers: { 'x-signature': webhookSecret } })).statusCode).toBe(200)
  expect((await send({ headers: { 'x-signature': `${webhookSecret}x` } })).statusCode).toBe(401)
})

test('a signed time older than five minutes is rejected', async () => {
  const { send, webhookSecret, clock } = await openWebhook(signed)
  const body = '{"a":1}'
  const dated = (ageSeconds: number) => {
    const time = Math.floor(clock.time.getTime() / 1_000) - ageSeconds
    const hash = createHmac('sha256', webhookSecret).update(`${time}.${body}`).digest('hex')
    return { body, headers: { 'x-signature': `t=${time},v1=${hash}` } }
  }

  expect((await send(dated(60))).statusCode).toBe(200)
  expect((await send(dated(301))).statusCode).toBe(401)
  const standard = (ageSeconds: number) => {
    const time = String(Math.floor(clock.time.getTime() / 1_000) - ageSeconds)
    const hash = createHmac('sha256', webhookSecret).update(`m1.${time}.${body}`).digest('base64')
    const headers = { 'webhook-id': 'm1', 'webhook-timestamp': time, 'x-signature': `v1,x v1,${hash}` }
    return { body, headers }
  }
  expect((await send(standard(0))).statusCode).toBe(200)
  expect((await send(standard(400))).statusCode).toBe(401)
})

test('a repeated delivery gets the first answer and starts no second run', async () => {
  const { send, runCount, set } = await openWebhook(hook, { message: '{{ $webhook.body.name }}' })
  const delivery = { headers: { 'x-github-delivery': 'd-1' } }

  const first = await send(delivery)
  const again = await send(delivery)

  expect(again.statusCode).toBe(200)
  expect(again.json()).toEqual(first.json())
  expect(await runCount()).toBe(1)
  expect((await send({ headers: { 'x-github-delivery': 'd-2' } })).statusCode).toBe(200)
  expect(await runCount()).toBe(2)
  set('2026-12-01T09:00:31Z')
  expect((await send(delivery)).json().executionId).not.toBe(first.json().executionId)
  expect(await runCount()).toBe(3)
})

test('of deliveries that arrive at once, one starts a run', async () => {
  const { send, runCount } = await openWebhook(hook)
  const delivery = { headers: { 'idempotency-key': 'd-1' } }

  const responses = await Promise.all([send(delivery), send(delivery), send(delivery)])

  expect(await runCount()).toBe(1)
  expect(responses.every(({ statusCode }) => statusCode === 200 || statusCode === 202)).toBe(true)
})

test('a signed delivery without an id is recognised by its signature and body', async () => {
  const { send, sign, runCount } = await openWebhook(signed)
  const delivery = { body: '{"a":1}', headers: { 'x-signature': sign('{"a":1}') } }

  await send(delivery)
  await send(delivery)
  expect(await runCount()).toBe(1)
  await send({ body: '{"a":2}', headers: { 'x-signature': sign('{"a":2}') } })
  expect(await runCount()).toBe(2)
})

test('the owner can choose the header of the delivery id', async () => {
  const { send, save, runCount } = await openWebhook(hook)
  await save({ deliveryHeader: 'X-Order' })

  await send({ headers: { 'x-order': '1', 'idempotency-key': 'a' } })
  await send({ headers: { 'x-order': '1', 'idempotency-key': 'b' } })

  expect(await runCount()).toBe(1)
})

test('humanInput in the body goes on with the run that waits', async () => {
  const { send, runCount } = await openWebhook(hook, { waits: true, message: 'Went on.' })
  const parked = (await send({ body: '{"chatId":"chat-1"}' })).json()
  expect(parked).toMatchObject({ text: 'Go on?', chatId: 'chat-1', action: { elements: expect.any(Array) } })

  const body = JSON.stringify({ chatId: 'chat-1', humanInput: { type: 'proceed' } })
  const headers = { 'idempotency-key': 'answer-1' }
  const done = (await send({ body, headers })).json()

  expect(done).toMatchObject({ text: 'Went on.', executionId: parked.executionId })
  expect((await send({ body, headers })).json()).toMatchObject({ text: 'Went on.' })
  expect((await send({ body })).statusCode).toBe(409)
  expect(await runCount()).toBe(1)
})

test('a humanInput of another form is rejected, and a chatId that is no text belongs to the flow', async () => {
  const { send } = await openWebhook(hook)

  const response = await send({ body: '{"chatId":"chat-1","humanInput":{"type":"maybe"}}' })
  expect(response.statusCode).toBe(400)
  expect((await send({ body: '{"chatId":7}' })).statusCode).toBe(200)
})

test('bytes that are not UTF-8 are rejected', async () => {
  const { app, id, runCount } = await openWebhook(hook)
  const headers = { 'content-type': 'application/json' }
  const payload = Buffer.from([0x22, 0xff, 0x22])

  const response = await app.inject({ method: 'POST', url: `/api/v1/webhook/${id}`, headers, payload })

  expect(response.statusCode).toBe(400)
  expect(await runCount()).toBe(0)
})

test('a streamed webhook answers with events', async () => {
  const { send } = await openWebhook({ ...hook, webhookResponseMode: 'stream' })

  const response = await send()

  expect(response.headers['content-type']).toContain('text/event-stream')
  expect(response.body).toContain('"event":"token"')
  expect(response.body).toContain('"event":"end"')
})

test('more requests than the flow allows are rejected', async () => {
  const { send, ada, id } = await openWebhook(hook)
  const rateLimit = { status: true, limitMax: 1, limitDuration: 60, limitMsg: 'Slow down' }
  await ada.call('PUT', `/chatflows/${id}`, { apiConfig: JSON.stringify({ rateLimit }) })

  expect((await send()).statusCode).toBe(200)
  const response = await send()

  expect([response.statusCode, response.body]).toEqual([429, 'Slow down'])
})

const asynchronous = {
  ...{ ...hook, webhookResponseMode: 'async' },
  ...{ callbackUrl: 'https://shop.example/done', callbackSecret: 'shared' },
}

function createReceiver(statuses: number[]) {
  const calls: { url: string; body: string; headers: Headers }[] = []
  const through =
    (fetch: GuardedFetch): GuardedFetch =>
    async (url, init) => {
      if (!String(url).startsWith('https://shop.example/')) {
        return fetch(url, init)
      }
      calls.push({ url: String(url), body: String(init?.body), headers: new Headers(init?.headers) })
      return new Response('', { status: statuses[calls.length - 1] ?? 200 })
    }
  return { calls, through }
}

test('an asynchronous webhook answers at once and sends a signed callback', async () => {
  const { calls, through } = createReceiver([200])
  const { send, services, set, isDelivered } = await openWebhook(asynchronous, { through })

  const response = await send({ body: '{"chatId":"chat-9"}' })

  expect(response.statusCode).toBe(202)
  expect(response.json()).toEqual({
    ...{ chatId: 'chat-9', status: 'PROCESSING' },
    executionId: expect.stringMatching(/^[0-9a-f-]{36}$/),
  })
  await expect.poll(() => calls.length).toBe(1)
  const [{ body = '', headers } = {}] = calls
  expect(JSON.parse(body)).toMatchObject({ status: 'SUCCESS', chatId: 'chat-9', data: { text: 'Done.' } })
  const hash = createHmac('sha256', 'shared').update(body).digest('hex')
  expect(headers?.get('x-flowise-signature')).toBe(`sha256=${hash}`)
  await expect.poll(isDelivered).toBe(true)
  set('2026-11-23T10:00:00Z')
  await services.triggers.tick()
  expect(calls).toHaveLength(1)
})

test('a failed callback is tried three times, after three and six seconds', async () => {
  const { calls, through } = createReceiver([500, 500, 500, 500])
  const { send, services, set } = await openWebhook(asynchronous, { through })
  await send()
  await expect.poll(() => calls.length).toBe(1)

  set('2026-11-23T09:00:32Z')
  await services.triggers.tick()
  expect(calls).toHaveLength(1)
  set('2026-11-23T09:00:33Z')
  await services.triggers.tick()
  await services.triggers.tick()
  expect(calls).toHaveLength(2)
  set('2026-11-23T09:00:39Z')
  await services.triggers.tick()
  expect(calls).toHaveLength(3)
  set('2026-11-23T12:00:00Z')
  await services.triggers.tick()
  expect(calls).toHaveLength(3)
  expect(new Set(calls.map(({ headers }) => headers.get('idempotency-key'))).size).toBe(1)
})

test('a callback is sent once, whichever process finds it first', async () => {
  const { calls, through } = createReceiver([500, 200])
  const { send, services, set } = await openWebhook(asynchronous, { through })
  await send()
  await expect.poll(() => calls.length).toBe(1)
  set('2026-11-23T09:00:34Z')

  await Promise.all([services.triggers.tick(), services.triggers.tick(), services.triggers.tick()])

  expect(calls).toHaveLength(2)
})

test('the callback of a run that waits says so', async () => {
  const { calls, through } = createReceiver([])
  const { send } = await openWebhook(asynchronous, { through, waits: true })
  await send()

  await expect.poll(() => calls.length).toBe(1)
  expect(JSON.parse(calls[0]?.body ?? '')).toMatchObject({ status: 'STOPPED', data: { text: 'Go on?' } })
})

test('the secret is returned once and stored sealed', async () => {
  const { ada, id, store, webhookSecret, services } = await openWebhook(hook)
  const [row] = await store.db.select().from(triggers)

  expect(webhookSecret).toMatch(/^[0-9a-f]{64}$/)
  expect(JSON.stringify(row)).not.toContain(webhookSecret)
  expect(await services.triggers.get(ada.user.id, id)).toMatchObject({ hasSecret: true, kind: 'webhook' })
})
