import { expect, test } from 'vitest'
import { SESSION_COOKIE, XSRF_COOKIE } from '#server/context.ts'
import { profiles } from '#server/features/users/users.table.ts'
import { createTestApp, passwordOf } from '#server/testing/test-app.ts'

type World = Awaited<ReturnType<typeof createTestApp>>

function routes({ app }: World) {
  const post = (url: string, payload: object, headers: Record<string, string> = {}) =>
    app.inject({ method: 'POST', url: `/api/v1${url}`, payload, headers })
  return {
    post,
    login: (username: string, password: string) => post('/auth/login', { username, password }),
    me: (headers: Record<string, string>) => app.inject({ url: '/api/v1/auth/me', headers }),
    basic: (username: string, password: string) => ({
      authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`,
    }),
  }
}

test('the first account is an administrator, all others are users', async () => {
  const { signUp } = await createTestApp()

  expect((await signUp('root')).user.role).toBe('ADMIN')
  expect((await signUp('ada')).user.role).toBe('USER')
})

test('of two concurrent first registrations one becomes the administrator', async () => {
  const { app } = await createTestApp()
  const register = (username: string) =>
    app.inject({
      method: 'POST',
      url: '/api/v1/auth/register',
      payload: { username, email: `${username}@example.com`, password: 'long enough' },
    })

  const answers = await Promise.all(['ann', 'bob', 'cem', 'dan'].map(register))

  const roles = answers
    .filter(({ statusCode }) => statusCode === 200)
    .map((answer) => answer.json().user.role)
  expect(roles.filter((role) => role === 'ADMIN')).toHaveLength(1)
})

test('the current user includes the profile, with empty values for missing fields', async () => {
  const { signUp, store } = await createTestApp()
  const { user, call } = await signUp('ada')
  const empty = {
    customerName: '',
    address: '',
    phone: '',
    phoneCountryCode: '+90',
    companyName: '',
    companyVatNo: '',
    companyAddress: '',
    companyPhone: '',
    companyPhoneCountryCode: '+90',
    companyEmail: '',
  }
  expect((await call('GET', '/auth/me')).json()).toEqual({ ...user, ...empty, impersonator: null })

  const stored = { ...empty, customerName: 'Ada Lovelace', phoneCountryCode: '+44' }
  const updatedDate = new Date('2026-01-01')
  await store.transaction(async (tx) => {
    await tx.insert(profiles).values({ userId: user.id, ...stored, updatedDate })
  })
  expect((await call('GET', '/auth/me')).json()).toEqual({ ...user, ...stored, impersonator: null })
})

test('no response about a user contains a secret', async () => {
  const { signUp } = await createTestApp()

  const { user } = await signUp('ada')

  expect(Object.keys(user).toSorted()).toEqual(
    ['avatarUrl', 'createdDate', 'email', 'id', 'role', 'updatedDate', 'username'].toSorted(),
  )
})

test.each([
  ['ADA', 'other@example.com', 'username', 'This username is taken.'],
  ['bea', 'Ada@Example.com', 'email', 'There is already an account with this email.'],
])('%s with %s is already taken, in any case', async (username, email, field, sentence) => {
  const world = await createTestApp()
  await world.signUp('ada')

  const response = await routes(world).post('/auth/register', { username, email, password: 'long enough' })

  expect(response.statusCode).toBe(409)
  expect(response.json()).toMatchObject({ error: sentence, details: { [field]: [sentence] } })
})

test('registration can be closed, except for the first account', async () => {
  const world = await createTestApp({ env: { ALLOW_REGISTRATION: 'false' } })
  await world.signUp('root')

  const account = { username: 'ada', email: 'ada@example.com', password: 'long enough' }
  const response = await routes(world).post('/auth/register', account)

  expect(response.statusCode).toBe(403)
})

test('a user signs in by name or by email, in any case', async () => {
  const world = await createTestApp()
  await world.signUp('ada')
  const { login } = routes(world)

  for (const name of ['ada', 'Ada', 'ADA@example.com']) {
    expect((await login(name, passwordOf('ada'))).statusCode).toBe(200)
  }
})

test('a wrong password and an unknown name get the same response', async () => {
  const world = await createTestApp()
  await world.signUp('ada')
  const { login } = routes(world)

  const wrong = await login('ada', 'not it')
  const unknown = await login('nobody', 'not it')
  const { requestId: first, ...body } = wrong.json()
  const { requestId: second, ...bodyOfUnknown } = unknown.json()

  expect(wrong.statusCode).toBe(401)
  expect(bodyOfUnknown).toEqual(body)
  expect(first).not.toBe(second)
})

test('signing out ends that session and no other', async () => {
  const world = await createTestApp()
  const { headers } = await world.signUp('ada')
  const { login, post, me } = routes(world)
  const other = { authorization: `Bearer ${(await login('ada', passwordOf('ada'))).json().token}` }

  await post('/auth/logout', {}, headers)

  expect((await me(headers)).statusCode).toBe(401)
  expect((await me(other)).statusCode).toBe(200)
})

test('a new password ends every session and the old password, and creates a new session', async () => {
  const world = await createTestApp()
  const { headers } = await world.signUp('ada')
  const { login, post, me } = routes(world)
  const change = { currentPassword: passwordOf('ada'), newPassword: 'another long one' }

  const { token } = (await post('/auth/change-password', change, headers)).json()

  expect((await me(headers)).statusCode).toBe(401)
  expect((await me({ authorization: `Bearer ${token}` })).statusCode).toBe(200)
  expect((await login('ada', passwordOf('ada'))).statusCode).toBe(401)
  expect((await login('ada', 'another long one')).statusCode).toBe(200)
})

test('a wrong current password changes nothing and names the field', async () => {
  const world = await createTestApp()
  const { headers } = await world.signUp('ada')
  const { post, me } = routes(world)

  const change = { currentPassword: 'wrong', newPassword: 'another long one' }
  const response = await post('/auth/change-password', change, headers)

  expect(response.json().details).toEqual({ currentPassword: ['This is not your current password.'] })
  expect((await me(headers)).statusCode).toBe(200)
})

test('a session expires after thirty days', async () => {
  let now = new Date('2026-01-01')
  const world = await createTestApp({ now: () => now })
  const { headers } = await world.signUp('ada')

  now = new Date('2026-01-30')
  expect((await routes(world).me(headers)).statusCode).toBe(200)
  now = new Date('2026-02-01')
  expect((await routes(world).me(headers)).statusCode).toBe(401)
})

test('Basic authentication works like a sign-in and counts as one', async () => {
  const world = await createTestApp()
  await world.signUp('ada')
  const { me, basic } = routes(world)

  expect((await me(basic('ada', passwordOf('ada')))).json().username).toBe('ada')
  const tries = []
  for (let index = 0; index < 6; index += 1) {
    tries.push((await me(basic('ada', 'wrong'))).statusCode)
  }
  expect(tries).toEqual([401, 401, 401, 401, 401, 429])
})

test.each(['Bearer', 'Bearer nonsense', 'Bearer fts_x', 'Bearer ftk_x', 'Basic', 'Basic !!', 'Digest x'])(
  '%j does not authenticate',
  async (authorization) => {
    const world = await createTestApp()

    expect((await routes(world).me({ authorization })).statusCode).toBe(401)
  },
)

test('attempts are counted per account and per address, and a successful one is not counted', async () => {
  let now = new Date('2026-01-01')
  const world = await createTestApp({ now: () => now })
  await world.signUp('ada')
  const { login } = routes(world)
  for (let index = 0; index < 5; index += 1) {
    await login('ada', 'wrong')
  }

  const sixth = await login('ada', passwordOf('ada'))

  expect(sixth.statusCode).toBe(429)
  expect(sixth.json().details.retryAfterSeconds).toBe(900)
  now = new Date(now.getTime() + 15 * 60_000 + 1)
  for (let index = 0; index < 30; index += 1) {
    expect((await login('ada', passwordOf('ada'))).statusCode).toBe(200)
  }
})

test('twenty names tried from one address reach the limit', async () => {
  const world = await createTestApp()
  const { login } = routes(world)

  const codes = []
  for (let index = 0; index < 21; index += 1) {
    codes.push((await login(`nobody${index}`, 'wrong')).statusCode)
  }

  expect(codes.slice(0, 20).every((code) => code === 401)).toBe(true)
  expect(codes[20]).toBe(429)
})

test('a batch of twenty sign-ins counts as twenty attempts', async () => {
  const { app, signUp } = await createTestApp()
  await signUp('ada')
  const batch = Object.fromEntries(
    Array.from({ length: 20 }, (_, index) => [index, { username: 'ada', password: `guess ${index}` }]),
  )
  const names = Array.from({ length: 20 }, () => 'auth.login').join(',')

  const response = await app.inject({ method: 'POST', url: `/trpc/${names}?batch=1`, payload: batch })

  const codes = response
    .json()
    .map((each: { error: { data: { error: { statusCode: number } } } }) => each.error.data.error.statusCode)
  expect(codes.filter((code: number) => code === 401)).toHaveLength(5)
  expect(codes.filter((code: number) => code === 429)).toHaveLength(15)
})

test('a cookie can read; writing also requires the XSRF token in the header', async () => {
  const { app, signUp } = await createTestApp()
  await signUp('ada')
  const login = await app.inject({
    method: 'POST',
    url: '/api/v1/auth/login',
    payload: { username: 'ada', password: passwordOf('ada') },
  })
  const jar = Object.fromEntries(login.cookies.map(({ name, value }) => [name, value]))
  const write = (cookies: Record<string, string>, headers: Record<string, string> = {}) =>
    app.inject({
      method: 'POST',
      url: '/api/v1/chatflows',
      payload: { name: 'x', type: 'CHATFLOW' },
      cookies,
      headers,
    })

  expect((await app.inject({ url: '/api/v1/auth/me', cookies: jar })).statusCode).toBe(200)
  expect((await write(jar)).statusCode).toBe(403)
  expect((await write(jar, { 'x-xsrf-token': 'wrong' })).statusCode).toBe(403)
  // A cookie planted by an attacker who can set cookies, for example from another subdomain.
  const planted = 'planted.signature'
  expect((await write({ ...jar, [XSRF_COOKIE]: planted }, { 'x-xsrf-token': planted })).statusCode).toBe(403)
  expect((await write(jar, { 'x-xsrf-token': jar[XSRF_COOKIE] ?? '' })).statusCode).toBe(200)
  expect(login.cookies.find(({ name }) => name === SESSION_COOKIE)).toMatchObject({
    httpOnly: true,
    sameSite: 'Lax',
  })
})

test('signing out clears the cookies', async () => {
  const world = await createTestApp()
  const { headers } = await world.signUp('ada')

  const response = await routes(world).post('/auth/logout', {}, headers)

  expect(response.cookies.map(({ name, value }) => [name, value])).toEqual([
    [SESSION_COOKIE, ''],
    [XSRF_COOKIE, ''],
  ])
})
