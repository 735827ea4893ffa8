import { describe, expect, test } from 'vitest'
import { policy } from '#server/policy.ts'
import { passwordOf } from '#server/testing/test-app.ts'
import { openAccounts } from './test-second-factor.ts'

const credit = (userId: string) => ['POST', '/wallets/credit', { userId, amount: 1 }] as const
const TEN_MINUTES = 600

test('money and keys require a step-up five minutes after the sign-in, and again after the next five', async () => {
  const { root, later } = await openAccounts()
  const create = () => root.call('POST', '/apikey', { keyName: 'Mine', permissions: ['chatflows:view'] })
  later(299)
  expect((await create()).statusCode).toBe(200)
  later(2)
  expect((await create()).json()).toMatchObject({ code: 'STEP_UP_REQUIRED', statusCode: 403 })

  const confirmed = await root.call('POST', '/auth/step-up', { password: passwordOf('root') })
  expect(confirmed.json()).toEqual({ until: '2026-03-01T10:10:01.000Z' })
  expect((await create()).statusCode).toBe(200)

  later(301)
  expect((await create()).statusCode).toBe(403)
})

test.each([
  'wallet.credit',
  'wallet.set',
  'wallet.reverse',
  'wallet.approvals.approve',
  'payment.refund',
  'apiKeys.create',
  'users.resetSecondFactor',
  'secondFactor.startTotp',
  'secondFactor.removeTotp',
  'secondFactor.startPasskey',
  'secondFactor.removePasskey',
  'secondFactor.replaceRecoveryCodes',
  'secondFactor.setRequirement',
])('%s requires a step-up', async (path) => {
  const { root, mutate, later, asOf } = await openAccounts()
  later(TEN_MINUTES)

  expect(policy.get(path)).toMatchObject({ stepUp: true, rejectsImpersonator: true })
  expect((await mutate(path, {}, asOf(root))).error?.code).toBe('STEP_UP_REQUIRED')
})

test('a step-up is valid for its session only', async () => {
  const { app, root, ada, login, later, asOf } = await openAccounts()
  const other = (await login('root')).json()
  later(TEN_MINUTES)

  await root.call('POST', '/auth/step-up', { password: passwordOf('root') })

  const [method, url, payload] = credit(ada.user.id)
  const headers = asOf(other)
  const rejected = await app.inject({ method, url: `/api/v1${url}`, headers, payload })
  expect(rejected.json().code).toBe('STEP_UP_REQUIRED')
})

describe('an account with a second factor', () => {
  test('confirms with a code and not with the password', async () => {
    const { root, addTotp, later, actionsOf } = await openAccounts()
    const { code } = await addTotp(root)
    later(TEN_MINUTES)
    const stepUp = (proof: object) => root.call('POST', '/auth/step-up', proof)

    expect((await stepUp({ password: passwordOf('root') })).json().details).toHaveProperty('password')
    expect((await stepUp({ code: code() })).statusCode).toBe(200)
    expect((await stepUp({ code: code() })).statusCode).toBe(400)
    expect((await root.call('POST', '/auth/second-factor/recovery-codes')).statusCode).toBe(200)
    expect(await actionsOf()).toContain('auth.stepUp')
  })

  test('confirms before a password change; an account without one is not asked twice', async () => {
    const { root, ada, addTotp, later } = await openAccounts()
    await addTotp(root)
    later(TEN_MINUTES)
    const change = (person: typeof ada, name: string) =>
      person.call('POST', '/auth/change-password', {
        currentPassword: passwordOf(name),
        newPassword: 'tulips on a grey roof',
      })

    expect((await change(root, 'root')).json().code).toBe('STEP_UP_REQUIRED')
    expect((await change(ada, 'ada')).statusCode).toBe(200)
  })

  test('removes its app, and with the last factor its recovery codes', async () => {
    const { ada, addTotp, login, services } = await openAccounts()
    await addTotp(ada)

    expect((await ada.call('DELETE', '/auth/second-factor/totp')).statusCode).toBe(200)

    expect((await ada.call('GET', '/auth/second-factor')).json()).toMatchObject({
      totp: null,
      recoveryCodes: null,
      methods: ['password'],
    })
    expect((await login('ada')).statusCode).toBe(200)
    const { items } = await services.notifications.list(ada.user.id)
    expect(items.map(({ kind }) => kind).toSorted()).toEqual(['second_factor_added', 'second_factor_removed'])
  })
})

test('wrong passwords of step-ups count with all other attempts', async () => {
  const { root } = await openAccounts()
  const codes = []
  for (let tries = 0; tries < 6; tries += 1) {
    codes.push((await root.call('POST', '/auth/step-up', { password: 'wrong' })).statusCode)
  }

  expect(codes).toEqual([400, 400, 400, 400, 400, 429])
})

test('an impersonating admin can neither confirm a step-up nor change a factor', async () => {
  const { root, ada, mutate, addTotp, asOf } = await openAccounts()
  const { code } = await addTotp(ada)
  const viewing = (await root.call('POST', '/auth/impersonate', { userId: ada.user.id })).json()
  const routes = [...policy.keys()].filter((route) => /^secondFactor\.(?!requirement)/.test(route))

  for (const route of routes.filter((each) => !each.endsWith('status') && !each.endsWith('setRequirement'))) {
    const { error } = await mutate(route, { code: code() }, asOf(viewing))
    expect([route, error?.message]).toEqual([route, 'You cannot do this while viewing as another user.'])
  }
})

test('an ADMIN resets the second factor of another user, never their own', async () => {
  const { root, ada, login, addTotp, actionsOf, services } = await openAccounts()
  await addTotp(ada)
  await addTotp(root)
  const reset = (id: string) => root.call('DELETE', `/auth/users/${id}/second-factor`)
  const listed = (await root.call('GET', '/auth/users')).json()
  expect(listed.map((each: { hasSecondFactor: boolean }) => each.hasSecondFactor)).toEqual([true, true])

  expect((await reset(root.user.id)).statusCode).toBe(403)
  expect((await reset(ada.user.id)).statusCode).toBe(200)

  expect((await ada.call('GET', '/auth/me')).statusCode).toBe(401)
  expect((await login('ada')).statusCode).toBe(200)
  expect((await reset(ada.user.id)).statusCode).toBe(409)
  expect(await actionsOf()).toContain('users.resetSecondFactor')
  const { items } = await services.notifications.list(ada.user.id)
  expect(items[0]).toMatchObject({ kind: 'second_factor_reset', params: { by: 'root' } })
})

describe('required by an ADMIN', () => {
  test('only by an ADMIN with a second factor', async () => {
    const { root, addTotp } = await openAccounts()
    const require = () => root.call('PUT', '/auth/second-factor/requirement', { requirement: 'admins' })
    expect((await require()).statusCode).toBe(409)

    await addTotp(root)

    expect((await require()).json()).toEqual({ requirement: 'admins' })
    expect((await root.call('GET', '/auth/second-factor/requirement')).json()).toEqual({
      requirement: 'admins',
    })
  })

  test('of everyone: users without one set one up before anything else', async () => {
    const { app, root, ada, addTotp } = await openAccounts()
    await addTotp(root)
    await root.call('PUT', '/auth/second-factor/requirement', { requirement: 'everyone' })
    const basic = { authorization: `Basic ${Buffer.from(`ada:${passwordOf('ada')}`).toString('base64')}` }

    expect((await ada.call('GET', '/chatflows')).json().code).toBe('SECOND_FACTOR_SETUP')
    expect((await app.inject({ url: '/api/v1/chatflows', headers: basic })).json().code).toBe(
      'SECOND_FACTOR_SETUP',
    )
    expect((await ada.call('POST', '/prediction/none', { question: 'Hello' })).json().code).toBe(
      'SECOND_FACTOR_SETUP',
    )
    expect((await ada.call('GET', '/auth/me')).statusCode).toBe(200)
    await addTotp(ada)
    expect((await ada.call('GET', '/chatflows')).statusCode).toBe(200)
    const last = await ada.call('DELETE', '/auth/second-factor/totp')
    expect(last.json().error).toContain('Add another one before you remove this one.')
    expect((await ada.call('GET', '/auth/second-factor')).json().totp).not.toBeNull()
  })

  test('a requirement for admins exempts other users, and impersonation is exempt', async () => {
    const { app, root, ada, addTotp, asOf } = await openAccounts()
    await addTotp(root)
    const setRequirement = (requirement: string) =>
      root.call('PUT', '/auth/second-factor/requirement', { requirement })

    await setRequirement('admins')
    expect((await ada.call('GET', '/chatflows')).statusCode).toBe(200)

    await setRequirement('everyone')
    const viewing = (await root.call('POST', '/auth/impersonate', { userId: ada.user.id })).json()
    const flows = await app.inject({ url: '/api/v1/chatflows', headers: asOf(viewing) })
    expect(flows.statusCode).toBe(200)
  })
})
