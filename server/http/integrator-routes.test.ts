import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import { aConversationFlow } from '#server/testing/conversation-flow.ts'
import { createTestApp, createTestServices } from '#server/testing/test-app.ts'
import type { ApiKey } from '#shared/api-keys.ts'

// Routes that integrators call with keys in paths and ids of other users: nothing may leak to logs, to anonymous
// callers or through errors.

const flow = { name: 'Museum', type: 'CHATFLOW', flowData: JSON.stringify(aConversationFlow()) }

async function openWorld() {
  const world = await createTestApp()
  const root = await world.signUp('root')
  const eve = await world.signUp('eve')
  const makeFlow = async (more: object = {}) =>
    (await root.call('POST', '/chatflows', { ...flow, ...more })).json<{ id: string }>().id
  return { ...world, root, eve, makeFlow }
}

test('a key in a path appears in neither the log nor a response, for any status', async () => {
  const { services, store } = await createTestServices()
  const lines: string[] = []
  const stream = { write: (line: string) => void lines.push(line) }
  // With a client, unknown paths pass through the static files first.
  const clientFolder = mkdtempSync(join(tmpdir(), 'flowtill-client-'))
  writeFileSync(join(clientFolder, 'index.html'), '<html></html>')
  const app = await buildApp(services, { logger: { level: 'trace', stream }, clientFolder })
  onTestFinished(() => rmSync(clientFolder, { recursive: true }))
  onTestFinished(() => app.close())
  const account = { username: 'root', email: 'root@example.com', password: 'a long password' }
  const { token } = (
    await app.inject({ method: 'POST', url: '/api/v1/auth/register', payload: account })
  ).json()
  const headers = { authorization: `Bearer ${token}` }
  const payload = { keyName: 'Mine', permissions: ['flows:ask'] }
  const made = await app.inject({ method: 'POST', url: '/api/v1/apikey', headers, payload })
  const key = made.json<ApiKey[]>()[0]?.apiKey ?? ''
  const wrong = 'ftk_planted-wrong-key-7733'
  const bodies: string[] = []
  const statusOf = async (url: string, method: 'GET' | 'HEAD' | 'POST' | 'DELETE' | 'OPTIONS' = 'GET') => {
    const response = await app.inject({ method, url: `/api/v1${url}` })
    bodies.push(response.body, JSON.stringify(response.headers))
    return response.statusCode
  }

  expect(await statusOf(`/verify/apikey/${key}`)).toBe(200)
  expect(await statusOf(`/verify/apikey/${key}`, 'HEAD')).toBe(200)
  expect(await statusOf(`/chatflows/apikey/${key}`)).toBe(403)
  for (const secret of [key, wrong]) {
    expect(await statusOf(`/verify/apikey/${secret}`, 'POST')).toBe(405)
    expect(await statusOf(`/chatflows/apikey/${secret}`, 'DELETE')).toBe(405)
    expect(await statusOf(`/verify/apikey/${secret}`, 'OPTIONS')).toBe(204)
    expect(await statusOf(`/verify/apikey/${secret}/more`)).toBe(404)
    expect(await statusOf(`/verify/api-key/${secret}`)).toBe(404)
    expect(await statusOf(`/verify/apikey/${secret}%zz`)).toBe(400)
    expect(await statusOf(`/verify/apikey/${secret}%00`)).toBe(400)
    expect(await statusOf(`/verify/apikey/${secret.repeat(200)}`)).toBe(414)
  }
  const tries = await Promise.all(Array.from({ length: 61 }, () => statusOf(`/verify/apikey/${wrong}`)))
  expect(new Set(tries)).toEqual(new Set([401, 429]))
  const trail = JSON.stringify(await services.audit.list({ limit: 50 }))
  await store.exec('alter table api_keys rename to api_keys_away')
  const broken = await statusOf(`/verify/apikey/${wrong}`)
  await store.exec('alter table api_keys_away rename to api_keys')
  expect(broken).toBe(500)

  expect(lines.filter((line) => JSON.parse(line).level === 50)).toHaveLength(1)
  const output = [...lines, ...bodies, trail].join('\n')
  expect([key, wrong].filter((secret) => output.includes(secret))).toEqual([])
})

test.each([
  ['without a proxy, whatever a caller says of itself', '', 429],
  ['behind a proxy, by the address that it names', '1', 401],
])('attempts with keys are counted per address: %s', async (_, trustProxy, status) => {
  const { services } = await createTestServices()
  const app = await buildApp(services, { trustProxy })
  onTestFinished(() => app.close())
  const tryFrom = async (address: string) => {
    const headers = { 'x-forwarded-for': address }
    return (await app.inject({ url: '/api/v1/verify/apikey/ftk_wrong', headers })).statusCode
  }
  for (let count = 0; count < 60; count += 1) {
    await tryFrom('203.0.113.1')
  }

  expect(await tryFrom('203.0.113.1')).toBe(429)
  expect(await tryFrom('203.0.113.2')).toBe(status)
  // Only the last entry is from the proxy; the caller may have forged the others.
  expect(await tryFrom('203.0.113.9, 203.0.113.1')).toBe(429)
})

test('the rate limit of a flow counts uploads to its store by the address given by the proxy', async () => {
  const { services, root, makeFlow } = await openWorld()
  const rateLimit = { status: true, limitMax: 1, limitDuration: 60 }
  const id = await makeFlow({ apiConfig: JSON.stringify({ rateLimit }) })
  const app = await buildApp(services, { trustProxy: '1' })
  onTestFinished(() => app.close())
  const upsertFrom = async (address: string) => {
    const headers = { ...root.headers, 'x-forwarded-for': address }
    return (await app.inject({ method: 'POST', url: `/api/v1/vector/upsert/${id}`, headers })).statusCode
  }

  expect(await upsertFrom('203.0.113.1')).toBe(400)
  expect(await upsertFrom('203.0.113.9, 203.0.113.1')).toBe(429)
  expect(await upsertFrom('203.0.113.2')).toBe(400)
})

test('a flow of another user responds like one that does not exist', async () => {
  const { app, root, eve, makeFlow } = await openWorld()
  const keys = (
    await root.call('POST', '/apikey', { keyName: 'Other', permissions: ['chatflows:view'] })
  ).json<ApiKey[]>()
  const chatbotConfig = JSON.stringify({
    allowedOrigins: ['https://shop.example'],
    allowedOriginsError: 'Mine.',
  })
  const hidden = [
    await makeFlow({ chatbotConfig }),
    await makeFlow({ isPublic: true, apikeyid: keys[0]?.id, chatbotConfig }),
  ]
  const none = '0198c0de-0000-4000-8000-000000000000'
  const routes = [
    ['GET', '/public-chatflows/'],
    ['GET', '/flow-config/'],
    ['POST', '/vector/upsert/'],
    ['POST', '/vector/internal-upsert/'],
  ] as const
  const callers = [
    {},
    { origin: 'https://evil.example' },
    eve.headers,
    { ...eve.headers, origin: 'https://evil.example' },
  ]

  for (const [method, path] of routes) {
    for (const headers of callers) {
      const answerOf = async (id: string) => {
        const {
          statusCode,
          body,
          headers: all,
        } = await app.inject({
          method,
          url: `/api/v1${path}${id}`,
          headers: { ...headers, 'x-request-id': 'one-request' },
        })
        const { date: _, 'content-length': __, ...rest } = all
        return { statusCode, body, rest }
      }
      const missing = await answerOf(none)
      expect([401, 404]).toContain(missing.statusCode)
      for (const id of hidden) {
        expect(await answerOf(id), `${method} ${path}`).toEqual(missing)
      }
    }
  }
})

test('invalid bodies of node-config are a client error', async () => {
  const { app, root } = await openWorld()
  const statusOf = async (payload: string, type = 'application/json') => {
    const headers = { ...root.headers, 'content-type': type }
    return (await app.inject({ method: 'POST', url: '/api/v1/node-config', headers, payload })).statusCode
  }
  const deep = `{"name":"chatOpenAI","inputs":${'['.repeat(200_000)}${']'.repeat(200_000)}}`
  const malformed = [
    '',
    '[]',
    'null',
    '7',
    '"chatOpenAI"',
    '{',
    '{}',
    '{"name":null}',
    '{"name":7}',
    '{"name":[]}',
  ]
  const wrong = [
    '{"name":{"$ne":""}}',
    '{"name":"chatOpenAI","id":7}',
    '{"name":"chatOpenAI","label":{}}',
    '{"name":"chatOpenAI","label":"\\u0000"}',
    '{"name":"chatOpenAI","__proto__":{"name":"x"}}',
    '{"name":"chatOpenAI","constructor":{"prototype":{}}}',
    JSON.stringify({ name: 'x'.repeat(1_000_000) }),
    JSON.stringify({ name: 'chatOpenAI', label: 'x'.repeat(256) }),
    deep,
  ]

  for (const body of [...malformed, ...wrong]) {
    expect(await statusOf(body), body.slice(0, 60)).toBe(400)
  }
  expect(await statusOf(JSON.stringify({ name: 'chatOpenAI', inputs: 'x'.repeat(26 * 1024 * 1024) }))).toBe(
    413,
  )
  expect(await statusOf('name=chatOpenAI', 'application/x-www-form-urlencoded')).toBe(415)
  for (const name of ['', 'none', '__proto__', 'constructor', 'toString', '../chatOpenAI']) {
    expect(await statusOf(JSON.stringify({ name })), name).toBe(404)
  }
})
