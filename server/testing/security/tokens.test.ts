import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { policy } from '#server/policy.ts'
import { createTestApp, passwordOf } from '#server/testing/test-app.ts'
import { callsOf, statusOf } from './calls.ts'
import { makeInput } from './inputs.ts'

// Tokens are opaque and reference a row, so there is no algorithm to confuse; the remaining risk is accepting an
// invalid one.

const closed = [...policy.keys()].filter((route) => policy.get(route)?.may !== 'anyone')

type World = Awaited<ReturnType<typeof openWorld>>
let world: World
beforeAll(async () => {
  world = await openWorld()
})

const forged: Record<string, () => string> = {
  'no scheme': () => world.token,
  'another scheme': () => `Token ${world.token}`,
  'nothing behind it': () => 'Bearer ',
  'the word undefined': () => 'Bearer undefined',
  'a cut token': () => `Bearer ${world.token.slice(0, -1)}`,
  'a longer token': () => `Bearer ${world.token}A`,
  'another letter case': () => `Bearer ${world.token.toUpperCase()}`,
  'one letter changed': () => `Bearer ${changed(world.token)}`,
  'a foreign prefix': () => `Bearer ${world.token.replace('fts_', 'ghp_')}`,
  'a session as a key': () => `Bearer ${world.token.replace('fts_', 'ftk_')}`,
  'a key as a session': () => `Bearer ${world.key.replace('ftk_', 'fts_')}`,
  'a reset link as a session': () => `Bearer ${world.reset}`,
  'a reset link with a session’s prefix': () => `Bearer ${world.reset.replace('ftr_', 'fts_')}`,
  'what the database keeps of it': () => `Bearer fts_${world.stored}`,
  'a session that was signed out': () => `Bearer ${world.ended}`,
  'an unsigned JWT': () => `Bearer ${jwt({ alg: 'none' }, '')}`,
  'a JWT': () => `Bearer ${jwt({ alg: 'HS256' }, 'c2lnbmF0dXJl')}`,
  'Basic with a token': () => `Basic ${Buffer.from(`ada:${world.token}`).toString('base64')}`,
}
const guesses = Object.keys(forged).filter((name) => !name.startsWith('Basic'))

describe(`${closed.length} closed routes × ${guesses.length} wrong tokens`, () => {
  test.each(guesses)('%s', async (name) => {
    const authorization = forged[name]?.() ?? ''
    const opened: string[] = []
    for (const route of closed) {
      for (const { toRequest, over } of callsOf(route)) {
        const request = toRequest({ ...makeInput(route, 'none'), ...inAddress(route) })
        const answer = await world.app.inject({ ...request, headers: { authorization } })
        if (statusOf(answer) !== 401) {
          opened.push(`${over} ${route}: ${statusOf(answer)}`)
        }
      }
    }
    expect(opened).toEqual([])
  })
})

test('a token is not accepted as a password', async () => {
  const headers = { authorization: forged['Basic with a token']?.() ?? '' }
  expect((await world.app.inject({ url: '/api/v1/auth/me', headers })).statusCode).toBe(401)
})

test('an expired session grants no access, over REST, tRPC or as a cookie', async () => {
  const { app, clock, token } = world
  const authorization = `Bearer ${token}`
  expect((await app.inject({ url: '/api/v1/auth/me', headers: { authorization } })).statusCode).toBe(200)

  clock.now = new Date(clock.now.getTime() + 31 * 24 * 60 * 60_000)

  expect((await app.inject({ url: '/api/v1/auth/me', headers: { authorization } })).statusCode).toBe(401)
  expect((await app.inject({ url: '/trpc/auth.me', headers: { authorization } })).statusCode).toBe(401)
  const cookies = { flowtill_session: token }
  expect((await app.inject({ url: '/api/v1/auth/me', cookies })).statusCode).toBe(401)
})

function changed(token: string) {
  const last = token.at(-10)
  return `${token.slice(0, -10)}${last === 'A' ? 'B' : 'A'}${token.slice(-9)}`
}

function jwt(header: object, signature: string) {
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  return `${encode({ typ: 'JWT', ...header })}.${encode({ sub: world.userId, role: 'ADMIN' })}.${signature}`
}

function inAddress(route: string) {
  return Object.fromEntries([...route.matchAll(/:(\w+)/g)].map(([, name]) => [name ?? '', 'none']))
}

async function openWorld() {
  const clock = { now: new Date('2026-01-01') }
  const { app, signUp, store } = await createTestApp({ atEnd: afterAll, now: () => clock.now })
  const admin = await signUp('ada')
  const keys = await admin.call('POST', '/apikey', {
    keyName: 'Hers',
    permissions: ['flows:ask', 'chatflows:view'],
  })
  const eve = await signUp('eve')
  const link = await admin.call('POST', `/auth/users/${eve.user.id}/reset-link`)
  const payload = { username: 'eve', password: passwordOf('eve') }
  const ended = (await app.inject({ method: 'POST', url: '/api/v1/auth/login', payload })).json().token
  await app.inject({
    method: 'POST',
    url: '/api/v1/auth/logout',
    headers: { authorization: `Bearer ${ended}` },
  })
  const { sessions } = await import('#server/features/auth/auth.table.ts')
  const [row] = await store.db.select().from(sessions)
  return {
    app,
    clock,
    userId: admin.user.id,
    token: admin.token,
    key: keys.json()[0].apiKey as string,
    reset: String(link.json().path).split('#')[1] ?? '',
    stored: row?.id ?? '',
    ended: ended as string,
  }
}
