import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { sessions } from '#server/features/auth/auth.table.ts'
import { authChallenges, recoveryCodes, totpSecrets } from '#server/features/auth/second-factor.table.ts'
import { passwordOf } from '#server/testing/test-app.ts'
import { codeOf, openAccounts } from './test-second-factor.ts'

const wrongCode = 'This code is wrong, expired or already used. Enter the one your app shows now.'

test('an authenticator app is active once a code has confirmed it', async () => {
  const { ada, login, clock, actionsOf, services } = await openAccounts()
  const setup = (await ada.call('POST', '/auth/second-factor/totp')).json()
  expect(setup.uri).toContain(`secret=${setup.secret}`)
  expect((await login('ada')).statusCode).toBe(200)

  const rejected = await ada.call('POST', '/auth/second-factor/totp/confirm', { code: '000000' })
  expect(rejected.json()).toMatchObject({ code: 'INVALID_INPUT', details: { code: [wrongCode] } })
  const code = codeOf(setup.secret, clock.now)
  const confirmed = await ada.call('POST', '/auth/second-factor/totp/confirm', { code })

  expect(confirmed.json().recoveryCodes).toHaveLength(10)
  expect((await login('ada')).statusCode).toBe(401)
  expect(await actionsOf()).toContain('secondFactor.addTotp')
  const { items } = await services.notifications.list(ada.user.id)
  expect(items).toMatchObject([{ kind: 'second_factor_added', params: { factor: 'totp' } }])
})

test('the stored secret, codes and challenges are not enough to sign in', async () => {
  const { ada, addTotp, challengeOf, store } = await openAccounts()
  const { secret, recoveryCodes: codes } = await addTotp(ada)
  const challengeToken = await challengeOf('ada')

  const stored = JSON.stringify([
    await store.db.select().from(totpSecrets),
    await store.db.select().from(recoveryCodes),
    await store.db.select().from(authChallenges),
  ])
  expect([secret, challengeToken, ...codes].filter((text) => stored.includes(text))).toEqual([])
})

test('the password alone gets a challenge with the next steps; a code completes it', async () => {
  const { app, ada, login, finish, addTotp, asOf } = await openAccounts()
  const { code } = await addTotp(ada)

  const started = (await login('ada')).json()
  expect(started).toMatchObject({
    code: 'SECOND_FACTOR_REQUIRED',
    statusCode: 401,
    details: { methods: ['code', 'recovery'] },
  })
  expect(started.error).toContain('/api/v1/auth/login/second-factor')
  const { challengeToken } = started.details
  const session = await finish(challengeToken, { code: code() })

  expect(session.statusCode).toBe(200)
  const me = await app.inject({ url: '/api/v1/auth/me', headers: asOf(session.json()) })
  expect(me.json().username).toBe('ada')
  expect((await finish(challengeToken, { code: code() })).statusCode).toBe(404)
  const list = await app.inject({ url: '/api/v1/auth/sessions', headers: asOf(session.json()) })
  expect(list.json().map(({ method }: { method: string }) => method)).toEqual(['code', 'password'])
})

test('a code is accepted once, even in concurrent requests', async () => {
  const { ada, challengeOf, finish, addTotp } = await openAccounts()
  const { code } = await addTotp(ada)
  const challenges = [await challengeOf('ada'), await challengeOf('ada'), await challengeOf('ada')]

  const answers = await Promise.all(challenges.map((challenge) => finish(challenge, { code: code() })))
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 400, 400])

  const late = await finish(await challengeOf('ada'), { code: code() })
  expect(late.json().error).toBe(wrongCode)
})

test('the code that confirmed the app cannot be reused to sign in', async () => {
  const { ada, challengeOf, finish, addTotp, clock } = await openAccounts()
  const { secret } = await addTotp(ada)
  const used = codeOf(secret, new Date(clock.now.getTime() - 30_000))

  expect((await finish(await challengeOf('ada'), { code: used })).statusCode).toBe(400)
})

test('wrong codes are limited per account, whatever their challenge or batch', async () => {
  const { app, ada, challengeOf, finish, addTotp, later, actionsOf } = await openAccounts()
  const { code } = await addTotp(ada)
  const challengeToken = await challengeOf('ada')
  const batch = Object.fromEntries(
    Array.from({ length: 8 }, (_, index) => [index, { challengeToken, code: '000000' }]),
  )

  const answers = await app.inject({
    method: 'POST',
    url: `/trpc/${Array.from({ length: 8 }, () => 'auth.loginSecondFactor').join(',')}?batch=1`,
    payload: batch,
  })
  const codes = answers
    .json<{ error: { data: { error: { code: string } } } }[]>()
    .map(({ error }) => error.data.error.code)
  expect(codes.filter((each) => each === 'INVALID_INPUT')).toHaveLength(5)
  expect(codes.filter((each) => each === 'RATE_LIMITED')).toHaveLength(3)
  expect((await finish(await challengeOf('ada'), { code: code() })).statusCode).toBe(429)
  expect((await actionsOf()).filter((action) => action === 'auth.secondFactorFailed')).toHaveLength(1)

  later(15 * 60 + 30)
  expect((await finish(await challengeOf('ada'), { code: code() })).statusCode).toBe(200)
})

test('a challenge expires after five minutes', async () => {
  const { ada, challengeOf, finish, addTotp, later } = await openAccounts()
  const { code } = await addTotp(ada)
  const challengeToken = await challengeOf('ada')

  later(301)

  expect((await finish(challengeToken, { code: code() })).statusCode).toBe(404)
})

test('a challenge of one account accepts no code of another', async () => {
  const { ada, root, challengeOf, finish, addTotp } = await openAccounts()
  await addTotp(root)
  const { code } = await addTotp(ada)

  expect((await finish(await challengeOf('root'), { code: code() })).statusCode).toBe(400)
})

test('a recovery code signs in once; new ones replace all previous ones', async () => {
  const { app, ada, challengeOf, finish, addTotp, asOf } = await openAccounts()
  const { recoveryCodes: codes } = await addTotp(ada)
  const [first = '', second = ''] = codes
  const sloppy = ` ${first.toUpperCase().replace('-', ' ')} `

  const session = await finish(await challengeOf('ada'), { recoveryCode: sloppy })
  expect(session.statusCode).toBe(200)
  expect((await finish(await challengeOf('ada'), { recoveryCode: first })).json().error).toBe(
    'This recovery code is wrong or has been used.',
  )
  const headers = asOf(session.json())
  const status = await app.inject({ url: '/api/v1/auth/second-factor', headers })
  expect(status.json().recoveryCodes).toMatchObject({ left: 9 })

  const replaced = await app.inject({
    method: 'POST',
    url: '/api/v1/auth/second-factor/recovery-codes',
    headers,
  })
  expect(replaced.json().recoveryCodes).toHaveLength(10)
  expect((await finish(await challengeOf('ada'), { recoveryCode: second })).statusCode).toBe(400)
})

test('a browser with an earlier sign-in still requires the code', async () => {
  const { app, ada, challengeOf, finish, addTotp } = await openAccounts()
  const { code } = await addTotp(ada)
  const { cookies } = await finish(await challengeOf('ada'), { code: code() })
  const device = cookies.find(({ name }) => name === 'flowtill_device')

  const again = await app.inject({
    method: 'POST',
    url: '/api/v1/auth/login',
    cookies: { flowtill_device: device?.value ?? '' },
    payload: { username: 'ada', password: passwordOf('ada') },
  })

  expect(device).toBeDefined()
  expect(again.json().code).toBe('SECOND_FACTOR_REQUIRED')
})

test('a reset link changes the password and nothing else', async () => {
  const { root, ada, post, login, addTotp } = await openAccounts()
  await addTotp(ada)
  const { path } = (await root.call('POST', `/auth/users/${ada.user.id}/reset-link`)).json()
  const newPassword = 'a brand new sentence'

  await post('/auth/reset-password', { token: path.split('#')[1], newPassword })

  expect((await login('ada', newPassword)).json().code).toBe('SECOND_FACTOR_REQUIRED')
})

test('REST with the password names the API key instead; an API key still works', async () => {
  const { app, root, addTotp } = await openAccounts()
  const basic = {
    authorization: `Basic ${Buffer.from(`root:${passwordOf('root')}`).toString('base64')}`,
  }
  const list = (headers: Record<string, string>) => app.inject({ url: '/api/v1/chatflows', headers })
  expect((await list(basic)).statusCode).toBe(200)
  const [{ apiKey }] = (
    await root.call('POST', '/apikey', { keyName: 'Mine', permissions: ['chatflows:view'] })
  ).json()

  await addTotp(root)

  const rejected = await list(basic)
  expect(rejected.statusCode).toBe(401)
  expect(rejected.json().error).toContain('Use an API key instead.')
  expect((await list({ authorization: `Bearer ${apiKey}` })).statusCode).toBe(200)
})

test('removing the account deletes all its factors', async () => {
  const { root, ada, addTotp, challengeOf, store } = await openAccounts()
  await addTotp(ada)
  await challengeOf('ada')

  expect((await root.call('DELETE', `/auth/users/${ada.user.id}`)).statusCode).toBe(200)

  for (const table of [totpSecrets, recoveryCodes, authChallenges, sessions]) {
    expect(await store.db.select().from(table).where(eq(table.userId, ada.user.id))).toEqual([])
  }
})
