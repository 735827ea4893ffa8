import { connect } from 'node:net'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import { requestDuration, requestsInFlight } from '#server/telemetry/metrics/instruments.ts'
import type { Metric } from '#server/telemetry/metrics/registry.ts'
import { createTestApp, createTestServices } from '#server/testing/test-app.ts'

type Line = { msg: string; requestId?: string; [field: string]: unknown }

async function openLoggedApp(level = 'info') {
  const { services } = await createTestServices()
  const lines: Line[] = []
  const stream = new Writable({
    write(chunk, _, done) {
      lines.push(JSON.parse(String(chunk)))
      done()
    },
  })
  const app = await buildApp(services, { logger: { level, stream } })
  onTestFinished(() => app.close())
  return { app, services, lines }
}

test('every response carries the id of its request, also in the body of an error', async () => {
  const { app } = await createTestApp()

  const answers = await Promise.all(
    [
      '/api/v1/ping',
      '/api/v1/wallets/me',
      '/trpc/wallet.get',
      '/api/v1/nowhere',
      '/trpc/no.such',
      '/assets/gone.js',
    ].map((url) => app.inject({ url })),
  )

  const ids = answers.map(({ headers }) => headers['x-request-id'])
  expect(new Set(ids).size).toBe(answers.length)
  for (const { headers, body, statusCode } of answers) {
    expect(headers['x-request-id']).toMatch(/^rq-[\da-f]{8}-[\da-z]+$/)
    expect(statusCode === 200 || body.includes(`"requestId":"${headers['x-request-id']}"`)).toBe(true)
  }
})

test('an id that was sent along is used, unless something could misread it', async () => {
  const { app } = await createTestApp()
  const idFor = async (sent: string) =>
    (await app.inject({ url: '/api/v1/ping', headers: { 'x-request-id': sent } })).headers['x-request-id']

  expect(await idFor('4bf92f35-77b3.A_1')).toBe('4bf92f35-77b3.A_1')
  for (const bad of [
    'short',
    'a'.repeat(65),
    'has spaces in it',
    'quote"quote"',
    '<script>alert',
    'ünïcödé-id',
  ]) {
    expect(await idFor(bad)).toMatch(/^rq-/)
  }
})

test('a request that is no HTTP has an id too', async () => {
  const { url } = await createTestApp({ listen: true })
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  socket.end('nonsense\r\n\r\n')

  const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n')

  const { requestId } = JSON.parse(body)
  expect(requestId).toMatch(/^rq-/)
  expect(head).toContain(`x-request-id: ${requestId}`)
})

test('a request is logged with its id, method, route, status and time, and without its address', async () => {
  const { app, lines } = await openLoggedApp()

  const headers = { 'x-request-id': 'seen-by-proxy' }
  await app.inject({ url: '/api/v1/chatflows/planted-id?token=planted-token', headers })
  await app.inject({ url: '/trpc/wallet.get?input=planted-input' })
  await app.inject({ url: '/trpc/wallet.get,users.list?batch=1&input=planted-input' })

  expect(lines).toMatchObject([
    {
      requestId: 'seen-by-proxy',
      method: 'GET',
      route: '/api/v1/chatflows/:id',
      status: 401,
      msg: 'Request',
    },
    { route: '/trpc/wallet.get', status: 401 },
    { route: '/trpc/:path' },
  ])
  expect(lines.every(({ ms }) => Number.isInteger(ms))).toBe(true)
  expect(JSON.stringify(lines)).not.toContain('planted')
})

test('above the level info only failures of ours are logged, with the same id', async () => {
  const { app, services, lines } = await openLoggedApp('warn')
  services.rates.current = () => Promise.reject(new Error('The disk is broken.'))
  const payload = { username: 'ada', email: 'ada@example.com', password: "ada's password" }
  const { token } = (await app.inject({ method: 'POST', url: '/api/v1/auth/register', payload })).json()

  const failed = await app.inject({
    url: '/trpc/payment.exchangeRate',
    headers: { authorization: `Bearer ${token}` },
  })

  expect(failed.statusCode).toBe(500)
  expect(lines).toMatchObject([
    {
      level: 50,
      requestId: failed.headers['x-request-id'],
      route: '/trpc/payment.exchangeRate',
      method: 'GET',
    },
  ])
})

test('requests are counted by the pattern of their route, and none stays open', async () => {
  const { app } = await createTestApp()
  const before = countOf(requestDuration.read(), '/api/v1/chatflows/:id')
  const open = firstValue(requestsInFlight.read())

  await app.inject({ url: '/api/v1/chatflows/one' })
  await app.inject({ url: '/api/v1/chatflows/two' })

  expect(countOf(requestDuration.read(), '/api/v1/chatflows/:id')).toBe(before + 2)
  expect(firstValue(requestsInFlight.read())).toBe(open)
})

test('a client that goes before the answer ends its request', async () => {
  const { url } = await createTestApp({ listen: true })
  const before = firstValue(requestsInFlight.read())
  let begun: () => void = () => undefined
  const started = new Promise<void>((resolve) => {
    begun = resolve
  })
  const socket = connect(Number(new URL(url).port), '127.0.0.1', () => {
    socket.write(
      'POST /api/v1/auth/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{',
    )
    begun()
  })
  await started
  await expect.poll(() => firstValue(requestsInFlight.read())).toBe(before + 1)

  socket.destroy()

  await expect.poll(() => firstValue(requestsInFlight.read())).toBe(before)
})

function countOf(metric: Metric, route: string) {
  const distributions = metric.type === 'histogram' ? metric.distributions : []
  return distributions
    .filter(({ labels }) => labels.route === route)
    .reduce((sum, { count }) => sum + count, 0)
}

/** Suites share a worker and its metrics. */
function firstValue(metric: Metric): number {
  return metric.type === 'histogram' ? 0 : (metric.points[0]?.value ?? 0)
}
