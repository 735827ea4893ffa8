import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DEVICE_COOKIE, SESSION_COOKIE, XSRF_COOKIE } from '#server/context.ts'
import { policy } from '#server/policy.ts'
import { createTestApp, passwordOf } from '#server/testing/test-app.ts'
import { callsOf, statusOf, writes } from './calls.ts'
import { makeInput } from './inputs.ts'

// Browsers send cookies with cross-site requests, so no write may succeed without the CSRF token.

/** Authenticated by a signature or a token of its own, not by a session. */
const ownProof = /^POST \/api\/v1\/(payments\/callback|mcp\/:id)$|\/webhook\/:id$|\/channels\/:id\/events$/
const writing = [...policy.keys()].filter((route) => writes(route) && !ownProof.test(route))

type World = Awaited<ReturnType<typeof openWorld>>
let world: World
beforeAll(async () => {
  world = await openWorld()
})

describe(`${writing.length} writing routes with a cookie`, () => {
  const forgeries = {
    'and no header': () => ({ cookies: world.ada, headers: {} }),
    'and an empty header': () => ({ cookies: world.ada, headers: { 'x-xsrf-token': '' } }),
    'and another session’s halves': () => {
      const half = world.eve[XSRF_COOKIE] ?? ''
      return { cookies: { ...world.ada, [XSRF_COOKIE]: half }, headers: { 'x-xsrf-token': half } }
    },
    'and unsigned halves': () => {
      const half = 'cGxhbnRlZA'
      return { cookies: { ...world.ada, [XSRF_COOKIE]: half }, headers: { 'x-xsrf-token': half } }
    },
    'and halves signed by another key': () => {
      const half = `cGxhbnRlZA.${'A'.repeat(43)}`
      return { cookies: { ...world.ada, [XSRF_COOKIE]: half }, headers: { 'x-xsrf-token': half } }
    },
    'and halves that differ': () => ({
      cookies: world.ada,
      headers: { 'x-xsrf-token': world.eve[XSRF_COOKIE] ?? '' },
    }),
  }

  test.each(Object.entries(forgeries))('%s', async (_, forge) => {
    const passed: string[] = []
    for (const route of writing) {
      for (const { toRequest, over } of callsOf(route)) {
        const input = { ...makeInput(route, 'none'), ...inAddress(route) }
        const answer = await world.app.inject({ ...toRequest(input), ...forge() })
        if (statusOf(answer) !== 403) {
          passed.push(`${over} ${route}: ${answer.statusCode}`)
        }
      }
    }

    expect(passed).toEqual([])
  })
})

test('with the cookie and the token of its own session it writes', async () => {
  const headers = { 'x-xsrf-token': world.ada[XSRF_COOKIE] ?? '' }
  const payload = { name: 'Mine', type: 'CHATFLOW' }

  const answer = await world.app.inject({
    method: 'POST',
    url: '/api/v1/chatflows',
    cookies: world.ada,
    headers,
    payload,
  })

  expect(answer.statusCode).toBe(200)
})

const mutations = writing.filter((route) => !route.includes(' '))

test(`none of ${mutations.length} mutations can be called with GET`, async () => {
  const taken: string[] = []
  for (const route of mutations) {
    const query = { input: JSON.stringify(makeInput(route, 'none')) }
    const answer = await world.app.inject({ url: `/trpc/${route}`, query, headers: world.bearer })
    if (answer.statusCode !== 405) {
      taken.push(`${route}: ${answer.statusCode}`)
    }
  }
  expect(taken).toEqual([])
})

test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
  'a form of another site cannot write: %s',
  async (type) => {
    const payload = JSON.stringify({ name: 'Planted', type: 'CHATFLOW' })
    const headers = { 'content-type': type }
    for (const url of ['/api/v1/chatflows', '/trpc/flows.create']) {
      const answer = await world.app.inject({ method: 'POST', url, cookies: world.ada, headers, payload })
      expect(answer.statusCode).toBeGreaterThanOrEqual(400)
      expect(answer.statusCode).toBeLessThan(500)
    }
    const list = await world.app.inject({ url: '/api/v1/chatflows', headers: world.bearer })
    expect(list.body).not.toContain('Planted')
  },
)

function inAddress(route: string) {
  return Object.fromEntries([...route.matchAll(/:(\w+)/g)].map(([, name]) => [name ?? '', 'none']))
}

async function openWorld() {
  const { app, signUp } = await createTestApp({ atEnd: afterAll })
  const { headers: bearer } = await signUp('ada')
  await signUp('eve')
  async function jarOf(username: string): Promise<Record<string, string>> {
    const payload = { username, password: passwordOf(username) }
    const { cookies } = await app.inject({ method: 'POST', url: '/api/v1/auth/login', payload })
    const jar = Object.fromEntries(cookies.map(({ name, value }) => [name, value]))
    expect(Object.keys(jar).toSorted()).toEqual([DEVICE_COOKIE, XSRF_COOKIE, SESSION_COOKIE].toSorted())
    return jar
  }
  return { app, bearer, ada: await jarOf('ada'), eve: await jarOf('eve') }
}
