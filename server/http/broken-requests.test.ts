import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import type { InjectOptions } from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import { createTestApp, createTestServices } from '#server/testing/test-app.ts'
import { errorBodySchema } from '#shared/errors.ts'

const json = { 'content-type': 'application/json' }
const login = '/api/v1/auth/login'
const post = (url: string, payload: string | Buffer, headers: object = json) =>
  ({ method: 'POST', url, headers, payload }) as InjectOptions
const invalidUtf8 = Buffer.concat([Buffer.from('{"username":"'), Buffer.from([0xff]), Buffer.from('"}')])

const broken: [string, InjectOptions, number, string][] = [
  ['an unknown path', { url: '/api/v1/nothing' }, 404, 'There is nothing here.'],
  [
    'broken percent-encoding',
    { url: '/api/v1/chatflows/%E0%A4%A' },
    400,
    'The URL contains invalid percent-encoding.',
  ],
  [
    'broken percent-encoding for tRPC',
    { url: '/trpc/%E0%A4%A' },
    400,
    'The URL contains invalid percent-encoding.',
  ],
  ['a long URL', { url: `/api/v1/chatflows/${'x'.repeat(5_001)}` }, 414, 'The URL is too long.'],
  ['malformed JSON', post(login, '{"username"'), 400, 'The body is not valid JSON.'],
  ['a body that sets a prototype', post(login, '{"__proto__":{}}'), 400, 'The body is not valid JSON.'],
  ['a body that is not UTF-8', post(login, invalidUtf8), 400, 'The body is not valid UTF-8.'],
  ['a list as body', post(login, '[]'), 400, 'Send a JSON object.'],
  ['a text as body', post(login, '"ada"'), 400, 'Send a JSON object.'],
  [
    'plain text',
    post(login, 'x', { 'content-type': 'text/plain' }),
    415,
    'Send the body as application/json.',
  ],
  [
    'a form',
    post(login, 'a=b', { 'content-type': 'application/x-www-form-urlencoded' }),
    415,
    'Send the body as application/json.',
  ],
  ['no media type', post(login, 'x', {}), 415, 'Send the body as application/json.'],
  ['a large body', post(login, `"${'x'.repeat(26 * 1024 * 1024)}"`), 413, 'This request is too large.'],
]

test.each(broken)('%s gets our error body', async (_, request, status, message) => {
  const { app } = await createTestApp()

  const response = await app.inject(request)

  expect(response.statusCode).toBe(status)
  expect(errorBodySchema.parse(response.json())).toMatchObject({
    statusCode: status,
    error: message,
    message,
  })
})

test.each([
  ['PATCH', '/api/v1/chatflows', 'GET, HEAD, POST'],
  ['GET', login, 'POST'],
  ['DELETE', '/api/v1/prediction/some-flow', 'OPTIONS, POST'],
  ['POST', '/api/v1/ping', 'GET, HEAD'],
])('%s %s is a 405 that lists the allowed methods', async (method, url, allow) => {
  const { app } = await createTestApp()

  const response = await app.inject({ method: method as 'GET', url })

  expect([response.statusCode, response.headers.allow]).toEqual([405, allow])
  expect(errorBodySchema.parse(response.json()).code).toBe('METHOD_NOT_ALLOWED')
})

test('OPTIONS lists the methods, HEAD works where GET does', async () => {
  const { app } = await createTestApp()

  const options = await app.inject({ method: 'OPTIONS', url: '/api/v1/chatflows' })
  expect([options.statusCode, options.headers.allow]).toEqual([204, 'GET, HEAD, POST'])
  expect((await app.inject({ method: 'HEAD', url: '/api/v1/ping' })).statusCode).toBe(200)
  expect((await app.inject({ method: 'OPTIONS', url: '/api/v1/nothing' })).statusCode).toBe(404)
})

test('tRPC rejects a wrong method and media type alike', async () => {
  const { app } = await createTestApp()

  const wrong = await app.inject({ url: '/trpc/auth.login?input={}' })
  expect([wrong.statusCode, wrong.headers.allow]).toEqual([405, 'POST'])
  expect(wrong.json().error.data.error.code).toBe('METHOD_NOT_ALLOWED')
  const form = await app.inject(post('/trpc/auth.login', 'x', { 'content-type': 'text/plain' }))
  expect([form.statusCode, form.json().code]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE'])
})

test('a trailing slash matches the same route, and an empty body is not an error', async () => {
  const { app, signUp } = await createTestApp()
  const { call, headers } = await signUp('ada')

  expect((await call('GET', '/chatflows/')).json()).toEqual([])
  expect((await call('GET', '/ping/')).body).toBe('pong')
  const logout = { method: 'POST', url: '/api/v1/auth/logout/', headers: { ...headers, ...json } } as const
  expect((await app.inject(logout)).statusCode).toBe(200)
})

test.each([
  ['headers that are too large', `GET / HTTP/1.1\r\nhost: a\r\nx: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
  ['what is no HTTP', 'hello\r\n\r\n', 400],
  ['an expectation we cannot meet', 'GET / HTTP/1.1\r\nhost: a\r\nexpect: magic\r\n\r\n', 417],
  ['a request without a host', 'GET /api/v1/ping HTTP/1.1\r\nconnection: close\r\n\r\n', 400],
])('over the wire, %s gets our error body', async (_, request, status) => {
  const { url } = await createTestApp({ listen: true })
  expect(await exchange(url, request)).toBe(status)
})

test('headers that take too long to arrive are a 408 with our error body', async () => {
  const { services } = await createTestServices()
  const app = await buildApp(services, { requestTimeoutMs: 50 })
  onTestFinished(() => app.close())
  const url = await app.listen({ host: '127.0.0.1', port: 0 })

  expect(await exchange(url, 'POST /api/v1/auth/login HTTP/1.1\r\nhost: a\r\n')).toBe(408)
})

async function exchange(url: string, request: string) {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  socket.on('error', () => undefined)

  socket.write(request)
  const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n')

  const [, status] = /^HTTP\/1\.1 (\d+) /.exec(head) ?? []
  expect(errorBodySchema.parse(JSON.parse(body)).statusCode).toBe(Number(status))
  return Number(status)
}
