import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Caller } from '#server/caller.ts'
import { createTestApp, passwordOf } from '#server/testing/test-app.ts'
import type { ListedUser } from '#shared/users.ts'
import { users } from './users.table.ts'

async function openPlatform() {
  const test = await createTestApp()
  const { app, signUp, services, store } = test
  const admin = await signUp('root')
  const ada = await signUp('ada')
  const list = async () => (await admin.call('GET', '/auth/users')).json<ListedUser[]>()
  const login = (username: string, password: string) =>
    app.inject({ method: 'POST', url: '/api/v1/auth/login', payload: { username, password } })
  const promote = (id: string) => admin.call('PUT', `/auth/users/${id}`, { role: 'ADMIN' })
  const logIn = async (username: string) => {
    const { token } = (await login(username, passwordOf(username))).json()
    const headers = { authorization: `Bearer ${token}` }
    return (method: 'GET' | 'PUT' | 'DELETE' | 'POST', url: string, payload?: object) =>
      app.inject({ method, url: `/api/v1${url}`, headers, ...(payload && { payload }) })
  }
  return { app, services, store, admin, ada, list, login, logIn, promote, signUp }
}

test('the list shows every user with balance and last seen, and no secrets', async () => {
  const { admin, ada, list } = await openPlatform()
  await admin.call('POST', '/wallets/credit', { userId: ada.user.id, amount: 12.5 })

  const found = await list()

  expect(found.map(({ username, role, balance }) => [username, role, balance])).toEqual([
    ['ada', 'USER', 17.5],
    ['root', 'ADMIN', 5],
  ])
  expect(found[0]?.lastSeenDate).toBeTypeOf('string')
  expect(Object.keys(found[0] ?? {}).toSorted()).toEqual(
    [
      'avatarUrl',
      'balance',
      'createdDate',
      'email',
      'hasSecondFactor',
      'id',
      'lastSeenDate',
      'role',
      'username',
    ].toSorted(),
  )
})

test('empty fields are not changed', async () => {
  const { admin, ada, login } = await openPlatform()

  const changed = await admin.call('PUT', `/auth/users/${ada.user.id}`, {
    username: '',
    email: 'new@example.com',
    password: '',
    role: '',
  })

  expect(changed.json()).toMatchObject({ username: 'ada', email: 'new@example.com', role: 'USER' })
  expect((await login('new@example.com', passwordOf('ada'))).statusCode).toBe(200)
})

test.each([
  [{ password: 'a new long sentence' }, true],
  [{ email: 'new@example.com' }, false],
  [{ role: 'MODERATOR' }, true],
  [{ role: 'ADMIN' }, true],
  [{ username: 'countess' }, false],
  [{ role: 'USER', email: 'ada@example.com' }, false],
])('%j ends sessions: %s', async (change, ends) => {
  const { admin, ada } = await openPlatform()

  expect((await admin.call('PUT', `/auth/users/${ada.user.id}`, change)).statusCode).toBe(200)

  expect((await ada.call('GET', '/auth/me')).statusCode).toBe(ends ? 401 : 200)
})

test('keys and pages of a demoted ADMIN lose access immediately', async () => {
  const { app, admin, ada, promote, logIn } = await openPlatform()
  await promote(ada.user.id)
  const call = await logIn('ada')
  const keys = (
    await call('POST', '/apikey', { keyName: 'Hers', permissions: ['flows:ask', 'chatflows:view'] })
  ).json()
  const headers = { authorization: `Bearer ${keys[0].apiKey}` }
  expect((await app.inject({ url: '/api/v1/chatflows', headers })).statusCode).toBe(200)

  await admin.call('PUT', `/auth/users/${ada.user.id}`, { role: 'USER' })

  expect((await app.inject({ url: '/api/v1/chatflows', headers })).statusCode).toBe(401)
  expect((await call('GET', '/auth/users')).statusCode).toBe(401)
})

test.each([
  [{ username: 'ROOT' }, 409, 'username'],
  [{ email: 'Root@Example.com' }, 409, 'email'],
  [{ password: 'password123' }, 400, 'password'],
  [{ password: 'short' }, 400, 'password'],
  [{ email: 'nonsense' }, 400, 'email'],
  [{ role: 'OWNER' }, 400, 'role'],
])('%j is rejected, and the field is named', async (change, status, field) => {
  const { admin, ada } = await openPlatform()

  const answer = await admin.call('PUT', `/auth/users/${ada.user.id}`, change)

  expect(answer.statusCode).toBe(status)
  expect(Object.keys(answer.json().details)).toEqual([field])
  expect((await ada.call('GET', '/auth/me')).statusCode).toBe(200)
})

test('ADMINs cannot edit, demote or remove themselves', async () => {
  const { admin, ada, promote } = await openPlatform()
  await promote(ada.user.id)

  const codes = [
    await admin.call('PUT', `/auth/users/${admin.user.id}`, { role: 'USER' }),
    await admin.call('PUT', `/auth/users/${admin.user.id}`, { password: 'a new long sentence' }),
    await admin.call('DELETE', `/auth/users/${admin.user.id}`),
  ].map(({ statusCode }) => statusCode)

  expect(codes).toEqual([403, 403, 403])
})

test.each(['demote', 'remove'] as const)(
  'of two ADMINs who concurrently %s each other, one remains',
  async (act) => {
    const { admin, ada, services, store, promote } = await openPlatform()
    await promote(ada.user.id)
    const from = { address: '127.0.0.1', userAgent: '' }
    const does = (caller: Caller, id: string) =>
      act === 'demote'
        ? services.userAdmin.update(caller, { id, role: 'USER' }, from)
        : services.userRemoval.remove(caller, id, from)

    const results = await Promise.allSettled([
      does(asCaller(admin.user), ada.user.id),
      does(asCaller(ada.user), admin.user.id),
    ])

    const rejected = results.filter((result) => result.status === 'rejected')
    expect(rejected.map(({ reason }) => reason.code)).toEqual(['CONFLICT'])
    expect(await store.db.select().from(users).where(eq(users.role, 'ADMIN'))).toHaveLength(1)
  },
)

test('a demoted ADMIN loses access, even for a request in progress', async () => {
  const { admin, ada, signUp, services, promote } = await openPlatform()
  const eve = await signUp('eve')
  await promote(ada.user.id)
  await admin.call('PUT', `/auth/users/${ada.user.id}`, { role: 'USER' })

  const late = services.userAdmin.update(
    asCaller(ada.user),
    { id: eve.user.id, role: 'ADMIN' },
    { address: '127.0.0.1', userAgent: '' },
  )

  await expect(late).rejects.toMatchObject({ code: 'FORBIDDEN' })
})

function asCaller({ id, username }: { id: string; username: string }): Caller {
  const nothing = { sessionId: null, impersonatorId: null, apiKeyId: null, permissions: null }
  return { id, username, role: 'ADMIN', via: 'session', ...nothing }
}

test('the audit trail names the fields, never the password', async () => {
  const { admin, ada, services } = await openPlatform()

  await admin.call('PUT', `/auth/users/${ada.user.id}`, { password: 'a new long sentence', role: 'ADMIN' })

  const { items } = await services.audit.list({ limit: 1 })
  expect(items[0]).toMatchObject({
    kind: 'admin',
    action: 'users.update',
    actorName: 'root',
    subject: 'ada',
    details: { fields: ['role', 'password'], role: ['USER', 'ADMIN'] },
  })
  expect(JSON.stringify(items)).not.toContain('sentence')
})

test('an ADMIN adds a user with a password and a role', async () => {
  const { admin, login, list } = await openPlatform()
  const password = 'a long enough sentence'

  const added = await admin.call('POST', '/auth/users', {
    ...{ username: 'mod', email: 'mod@example.com', password, role: 'MODERATOR' },
  })

  expect(added.json()).toMatchObject({ user: { username: 'mod', role: 'MODERATOR' }, invitation: null })
  expect((await login('mod', password)).statusCode).toBe(200)
  expect((await list()).find(({ username }) => username === 'mod')).toMatchObject({ balance: 5 })
  const again = await admin.call('POST', '/auth/users', { username: 'MOD', email: 'else@example.com' })
  expect(again.json()).toMatchObject({ statusCode: 409, details: { username: [expect.any(String)] } })
})

test('without a password the invitation link opens the account, once', async () => {
  const { admin, app, login } = await openPlatform()
  const added = (
    await admin.call('POST', '/auth/users', { username: 'lin', email: 'lin@example.com' })
  ).json()
  expect(added.invitation).toMatchObject({
    mail: 'none',
    path: expect.stringMatching(/^\/reset-password#ftr_/),
  })
  const redeem = (newPassword: string) =>
    app.inject({
      method: 'POST',
      url: '/api/v1/auth/reset-password',
      payload: { token: added.invitation.path.split('#')[1], newPassword },
    })

  expect((await redeem('a long enough sentence')).statusCode).toBe(200)
  expect((await redeem('another long sentence')).statusCode).toBe(400)
  expect((await login('lin', 'a long enough sentence')).statusCode).toBe(200)
})

test('a new email address invalidates the reset links sent to the old one', async () => {
  const { admin, ada, app } = await openPlatform()
  const { path } = (await admin.call('POST', `/auth/users/${ada.user.id}/reset-link`)).json()
  await admin.call('PUT', `/auth/users/${ada.user.id}`, { email: 'new@example.com' })

  const payload = { token: path.split('#')[1], newPassword: 'a long enough sentence' }
  const used = await app.inject({ method: 'POST', url: '/api/v1/auth/reset-password', payload })

  expect(used.statusCode).toBe(400)
})
