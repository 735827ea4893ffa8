import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { createTestApp } from '#server/testing/test-app.ts'
import { sharedQueries } from '#shared/shared-queries.ts'
import { createSharedResponses } from './shared-response.ts'

test.for([
  '/nodes',
  '/nodes/chatOpenAI',
  '/components-credentials',
  '/usage/public-prices',
  '/node-icon/chatOpenAI',
  '/openapi.json',
])('%s is compressed, has a tag and is not sent twice', async (path) => {
  const { app, signUp } = await createTestApp()
  const { headers } = await signUp('ada')
  const get = (more: Record<string, string>) =>
    app.inject({ url: `/api/v1${path}`, headers: { ...headers, ...more } })

  const plain = await get({})
  const brotli = await get({ 'accept-encoding': 'gzip, deflate, br' })
  const again = await get({ 'accept-encoding': 'br', 'if-none-match': String(brotli.headers.etag) })

  expect(plain.headers).toMatchObject({ etag: expect.stringMatching(/^"[\w-]+"$/), vary: 'accept-encoding' })
  expect(plain.headers).not.toHaveProperty('content-encoding')
  const isCompressed = brotli.headers['content-encoding'] === 'br'
  expect(isCompressed).toBe(plain.rawPayload.length >= 1_024)
  expect(isCompressed ? brotliDecompressSync(brotli.rawPayload) : brotli.rawPayload).toEqual(plain.rawPayload)
  expect(again).toMatchObject({ statusCode: 304, body: '', headers: { etag: brotli.headers.etag } })
})

test.for([...sharedQueries])('%s over tRPC is compressed, has a tag and is not sent twice', async (name) => {
  const { app, signUp } = await createTestApp()
  const { headers } = await signUp('ada')
  const get = (more: Record<string, string>, query = '') =>
    app.inject({ url: `/trpc/${name}${query}`, headers: { ...headers, ...more } })

  const plain = await get({})
  const brotli = await get({ 'accept-encoding': 'br' })
  const again = await get({ 'accept-encoding': 'br', 'if-none-match': String(brotli.headers.etag) })
  const batch = await get({}, '?batch=1&input=%7B%7D')

  expect(plain.json().result.data).toEqual(batch.json()[0].result.data)
  expect(brotli.headers['content-encoding']).toBe('br')
  expect(brotliDecompressSync(brotli.rawPayload)).toEqual(plain.rawPayload)
  expect(again).toMatchObject({ statusCode: 304, body: '', headers: { etag: brotli.headers.etag } })
  expect(batch.headers).not.toHaveProperty('etag')
  expect((await app.inject({ url: `/trpc/${name}` })).statusCode).toBe(401)
})

test('a caller without access gets no 304', async () => {
  const { app, signUp } = await createTestApp()
  const { headers } = await signUp('ada')
  const { headers: known } = await app.inject({ url: '/api/v1/nodes', headers })

  const stranger = await app.inject({
    url: '/api/v1/nodes',
    headers: { 'if-none-match': String(known.etag) },
  })

  expect(stranger.statusCode).toBe(401)
  expect(stranger.headers['cache-control']).toBe('no-store')
  expect(known['cache-control']).toBe('private, no-cache')
})

async function serve() {
  const app = Fastify()
  onTestFinished(() => app.close())
  const { send } = createSharedResponses()
  let value: unknown = ['a'.repeat(2_000)]
  app.get('/value', (request, reply) => send(request, reply, value))
  return {
    get: (headers = {}) => app.inject({ url: '/value', headers }),
    change(next: unknown) {
      value = next
    },
  }
}

test('new content has a new tag, and unchanged content retains it', async () => {
  const { get, change } = await serve()
  const first = await get()

  change(['a'.repeat(2_000)])
  const same = await get()
  change(['b'.repeat(2_000)])
  const other = await get({ 'if-none-match': String(first.headers.etag) })

  expect(same.headers.etag).toBe(first.headers.etag)
  expect(other.statusCode).toBe(200)
  expect(other.json()).toEqual(['b'.repeat(2_000)])
  expect(other.headers.etag).not.toBe(first.headers.etag)
})

test('other spellings of a URL and arbitrary URLs store nothing more', async () => {
  const app = Fastify({ routerOptions: { ignoreTrailingSlash: true } })
  onTestFinished(() => app.close())
  const { send, count } = createSharedResponses(3)
  app.get('/icon/:name', (request, reply) => send(request, reply, 'same'))

  for (const path of ['/icon/chat', '/icon/%63hat', '/icon/%63%68at', '/icon/chat/', '/icon/chat?a=1']) {
    expect((await app.inject(path)).statusCode).toBe(200)
  }
  expect(count()).toBe(1)
  for (let index = 0; index < 10; index += 1) {
    await app.inject(`/icon/${index}`)
  }
  expect(count()).toBe(3)
})

test('large responses are evicted by size, and the newest is retained', async () => {
  const app = Fastify()
  onTestFinished(() => app.close())
  const { send, count } = createSharedResponses()
  app.get('/large/:name', (request, reply) => send(request, reply, 'x'.repeat(1_500_000)))

  for (let index = 0; index < 5; index += 1) {
    expect((await app.inject(`/large/${index}`)).body).toHaveLength(1_500_000)
    expect(count()).toBe(Math.min(index + 1, 2))
  }
})

test('each encoding has its own tag, and each is recognized again', async () => {
  const { get } = await serve()

  const gzipped = await get({ 'accept-encoding': 'br;q=0, gzip' })
  const plain = await get()

  expect(JSON.parse(gunzipSync(gzipped.rawPayload).toString())).toEqual(plain.json())
  expect(gzipped.headers.etag).not.toBe(plain.headers.etag)
  for (const tag of [`W/${gzipped.headers.etag}`, `"x", ${plain.headers.etag}`, '*']) {
    expect((await get({ 'if-none-match': tag })).statusCode, tag).toBe(304)
  }
})
