import { expect, onTestFinished, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import { procedures } from '#server/http/rest.ts'
import { policy } from '#server/policy.ts'
import { createTestServices } from '#server/testing/test-app.ts'
import { makeInput } from './inputs.ts'

// Rate limits cannot be evaded by forged headers or by batching calls in one request.

async function open(trustProxy = '') {
  const { services } = await createTestServices()
  const app = await buildApp(services, { trustProxy })
  onTestFinished(() => app.close())
  const register = async (username: string) => {
    const payload = { username, email: `${username}@example.com`, password: 'a long enough sentence' }
    const { token, user } = (
      await app.inject({ method: 'POST', url: '/api/v1/auth/register', payload })
    ).json()
    return { user, headers: { authorization: `Bearer ${token}` } }
  }
  const guess = async (index: number, headers: Record<string, string>) => {
    const payload = { username: `nobody${index}`, password: 'wrong' }
    return app.inject({ method: 'POST', url: '/api/v1/auth/login', payload, headers })
  }
  return { app, services, register, guess }
}

const spoofs = {
  'x-forwarded-for': (index: number) => `203.0.113.${index}`,
  'x-real-ip': (index: number) => `203.0.113.${index}`,
  forwarded: (index: number) => `for=203.0.113.${index}`,
  'x-client-ip': (index: number) => `203.0.113.${index}`,
  'cf-connecting-ip': (index: number) => `203.0.113.${index}`,
  'true-client-ip': (index: number) => `203.0.113.${index}`,
}

test.each(Object.entries(spoofs))(
  'a different %s per attempt does not reset the limit',
  async (name, write) => {
    const { guess } = await open()

    const codes = []
    for (let index = 0; index < 23; index += 1) {
      codes.push((await guess(index, { [name]: write(index) })).statusCode)
    }

    expect(codes.filter((code) => code === 401)).toHaveLength(20)
    expect(codes.slice(20)).toEqual([429, 429, 429])
  },
)

test('behind one trusted proxy, only the address added by the proxy counts', async () => {
  const { guess } = await open('1')

  const codes = []
  for (let index = 0; index < 22; index += 1) {
    // The last entry is the proxy's own.
    codes.push((await guess(index, { 'x-forwarded-for': `203.0.113.${index}, 198.51.100.7` })).statusCode)
  }
  const neighbour = await guess(99, { 'x-forwarded-for': '198.51.100.8' })

  expect(codes.filter((code) => code === 429)).toHaveLength(2)
  expect(neighbour.statusCode).toBe(401)
})

test('a rate-limited caller receives the waiting time, over REST and tRPC', async () => {
  const { app, guess } = await open()
  for (let index = 0; index < 20; index += 1) {
    await guess(index, {})
  }
  const payload = { username: 'nobody', password: 'wrong' }

  const answers = [
    await guess(20, {}),
    await app.inject({ method: 'POST', url: '/trpc/auth.login', payload }),
    await app.inject({ method: 'POST', url: '/trpc/auth.login?batch=1', payload: { 0: payload } }),
  ]

  for (const { statusCode, headers } of answers) {
    expect(statusCode).toBe(429)
    expect(Number(headers['retry-after'])).toBeGreaterThan(890)
  }
})

const limited = [...policy].filter(([, { limit }]) => limit)
/** Calls a caller may make in each limit's window. */
const allowed: Readonly<Record<string, number>> = {
  'account:caller': 120,
  'channel:caller': 120,
  'crawl:caller': 30,
  'impersonate:caller': 30,
  'money:caller': 300,
  'payment:caller': 30,
  'secret:caller': 120,
}

test.each(limited.map(([route, { limit }]) => [route, limit]))(
  '%s counts as %s, each call of a batch',
  async (route, limit) => {
    const { app, register } = await open()
    const { headers } = await register('root')
    const isQuery = procedures[route]?._def.type === 'query'
    const size = 100
    const names = Array.from({ length: size }, () => route).join(',')
    const input = Object.fromEntries(
      Array.from({ length: size }, (_, index) => [index, makeInput(route, 'none')]),
    )

    const max = allowed[String(limit)] ?? 0
    const rejected = 10

    const codes: number[] = []
    while (codes.length < max + rejected) {
      const answer = await app.inject({
        ...(isQuery
          ? { method: 'GET', url: `/trpc/${names}`, query: { batch: '1', input: JSON.stringify(input) } }
          : { method: 'POST', url: `/trpc/${names}?batch=1`, payload: input }),
        headers,
      })
      const items = answer.json<{ error?: { data: { error: { statusCode: number } } } }[]>()
      codes.push(...items.map(({ error }) => error?.data.error.statusCode ?? 200))
    }

    const through = codes.filter((code) => code !== 429).length
    expect(through).toBe(max)
    expect(codes.slice(-rejected).every((code) => code === 429)).toBe(true)
  },
)

test('account creation is limited to twenty an hour per address', async () => {
  const { app } = await open()
  const codes = []
  for (let index = 0; index < 21; index += 1) {
    const payload = { username: `user${index}`, email: `user${index}@example.com`, password: 'password' }
    codes.push((await app.inject({ method: 'POST', url: '/api/v1/auth/register', payload })).statusCode)
  }
  expect(codes.filter((code) => code === 429)).toHaveLength(1)
})
