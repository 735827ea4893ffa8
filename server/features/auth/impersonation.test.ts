import { expect, test } from 'vitest'
import { SESSION_COOKIE, XSRF_COOKIE } from '#server/context.ts'
import { createTestApp, passwordOf } from '#server/testing/test-app.ts'

async function openPlatform() {
  const clock = { now: new Date('2026-01-01') }
  const { app, signUp, services } = await createTestApp({ now: () => clock.now })
  const admin = await signUp('root')
  const ada = await signUp('ada')
  const eve = await signUp('eve')
  const view = (userId: string, reason?: string) =>
    admin.call('POST', '/auth/impersonate', { userId, ...(reason && { reason }) })
  async function viewAs(userId: string) {
    const { token, user } = (await view(userId)).json()
    const headers = { authorization: `Bearer ${token}` }
    const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) =>
      app.inject({ method, url: `/api/v1${url}`, headers, ...(payload && { payload }) })
    return { token, user, headers, call }
  }
  const reported = async () => (await services.audit.list({ kind: 'security', limit: 1 })).items[0]
  return { app, services, clock, admin, ada, eve, view, viewAs, reported }
}

test('an ADMIN impersonates a user, and both are identified', async () => {
  const { admin, ada, viewAs } = await openPlatform()

  const { user, call } = await viewAs(ada.user.id)

  expect(user).toMatchObject({ id: ada.user.id, username: 'ada', role: 'USER' })
  expect((await call('GET', '/auth/me')).json()).toMatchObject({
    username: 'ada',
    impersonator: { id: admin.user.id, username: 'root' },
  })
  expect((await call('GET', '/auth/users')).statusCode).toBe(403)
})

test('impersonation lasts thirty minutes regardless of activity, and its expiry is recorded', async () => {
  const { services, clock, ada, viewAs, reported } = await openPlatform()
  const { call } = await viewAs(ada.user.id)

  clock.now = new Date('2026-01-01T00:29:59Z')
  expect((await call('GET', '/auth/me')).statusCode).toBe(200)
  clock.now = new Date('2026-01-01T00:30:01Z')
  expect((await call('GET', '/auth/me')).statusCode).toBe(401)

  await services.sessions.sweep()
  expect(await reported()).toMatchObject({
    action: 'auth.impersonationExpired',
    actorName: 'root',
    onBehalfOf: 'ada',
    details: { reason: 'View As, no reason given' },
  })
})

test.each([
  ['oneself', 'admin', 403],
  ['another ADMIN', 'eve', 403],
  ['nobody', 'nobody', 404],
] as const)('%s cannot be impersonated', async (_, who, status) => {
  const { admin, eve, view } = await openPlatform()
  await admin.call('PUT', `/auth/users/${eve.user.id}`, { role: 'ADMIN' })
  const ids = { admin: admin.user.id, eve: eve.user.id, nobody: 'none' }

  expect((await view(ids[who])).statusCode).toBe(status)
})

test('impersonation cannot be nested, or started by a user', async () => {
  const { ada, eve, viewAs } = await openPlatform()
  const { call } = await viewAs(ada.user.id)

  expect((await call('POST', '/auth/impersonate', { userId: eve.user.id })).statusCode).toBe(403)
  expect((await ada.call('POST', '/auth/impersonate', { userId: eve.user.id })).statusCode).toBe(403)
})

test('start and end are recorded with the reason; ending revokes only that token', async () => {
  const { admin, ada, view, reported, app } = await openPlatform()
  const { token } = (await view(ada.user.id, 'She asked for help')).json()
  expect(await reported()).toMatchObject({
    action: 'auth.impersonate',
    onBehalfOf: 'ada',
    details: { reason: 'She asked for help' },
  })
  const headers = { authorization: `Bearer ${token}` }

  await app.inject({ method: 'POST', url: '/api/v1/auth/end-impersonation', headers })

  expect(await reported()).toMatchObject({
    action: 'auth.endImpersonation',
    actorName: 'root',
    onBehalfOf: 'ada',
  })
  expect((await app.inject({ url: '/api/v1/auth/me', headers })).statusCode).toBe(401)
  expect((await admin.call('GET', '/auth/me')).statusCode).toBe(200)
  expect((await ada.call('GET', '/auth/me')).statusCode).toBe(200)
})

test('signing out during impersonation ends it and no other session', async () => {
  const { admin, ada, viewAs, reported } = await openPlatform()
  const { call } = await viewAs(ada.user.id)

  await call('POST', '/auth/logout', {})

  expect(await reported()).toMatchObject({ action: 'auth.endImpersonation' })
  expect((await admin.call('GET', '/auth/me')).statusCode).toBe(200)
  expect((await ada.call('GET', '/auth/me')).statusCode).toBe(200)
})

test('the user ends the impersonation with "sign out everywhere"', async () => {
  const { ada, viewAs } = await openPlatform()
  const { call } = await viewAs(ada.user.id)

  await ada.call('POST', '/auth/sign-out-everywhere', {})

  expect((await call('GET', '/auth/me')).statusCode).toBe(401)
})

test('impersonations by a demoted ADMIN end', async () => {
  const { app, admin, ada, eve } = await openPlatform()
  await admin.call('PUT', `/auth/users/${eve.user.id}`, { role: 'ADMIN' })
  const payload = { username: 'eve', password: passwordOf('eve') }
  const login = await app.inject({ method: 'POST', url: '/api/v1/auth/login', payload })
  const view = await app.inject({
    method: 'POST',
    url: '/api/v1/auth/impersonate',
    headers: { authorization: `Bearer ${login.json().token}` },
    payload: { userId: ada.user.id },
  })
  const headers = { authorization: `Bearer ${view.json().token}` }
  expect((await app.inject({ url: '/api/v1/auth/me', headers })).statusCode).toBe(200)

  await admin.call('PUT', `/auth/users/${eve.user.id}`, { role: 'USER' })

  expect((await app.inject({ url: '/api/v1/auth/me', headers })).statusCode).toBe(401)
})

test('the session cookie switches to ada and, with the ADMIN’s next request, back', async () => {
  const { app, admin, ada } = await openPlatform()
  const cookies = { [SESSION_COOKIE]: admin.token, [XSRF_COOKIE]: 'x' }
  const payload = { userId: ada.user.id }
  const view = await app.inject({
    method: 'POST',
    url: '/api/v1/auth/impersonate',
    headers: admin.headers,
    cookies,
    payload,
  })
  const cookieOf = (answer: { cookies: { name: string; value: string }[] }) =>
    answer.cookies.find(({ name }) => name === SESSION_COOKIE)?.value
  const { token } = view.json()
  expect(cookieOf(view)).toBe(token)

  const back = await app.inject({
    url: '/api/v1/auth/me',
    headers: admin.headers,
    cookies: { [SESSION_COOKIE]: token },
  })

  expect(cookieOf(back)).toBe(admin.token)
  expect((await app.inject({ url: '/api/v1/auth/me', headers: admin.headers })).cookies).toEqual([])
})
