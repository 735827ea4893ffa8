import { expect, test } from 'vitest'
import { createPasskeyDevice } from '#server/testing/passkey-device.ts'
import type { SecondFactorStatus } from '#shared/second-factor.ts'
import { openAccounts, type Started } from './test-second-factor.ts'

const rejected = 'This passkey was not accepted. Try again or use another way.'

type Session = { token: string; user: { username: string } }

async function openWithPasskey() {
  const world = await openAccounts()
  const { ada, mutate, asOf } = world
  const device = createPasskeyDevice()

  async function add(name: string, by = device, person = ada) {
    const { data } = await mutate<Started>('secondFactor.startPasskey', undefined, asOf(person))
    const answer = { challengeToken: data.challengeToken, response: by.create(data.options), name }
    return {
      answer,
      ...(await mutate<{ recoveryCodes: string[] }>('secondFactor.addPasskey', answer, asOf(person))),
    }
  }

  async function signIn(change: object = {}) {
    const { data } = await mutate<Started>('auth.passkeyOptions')
    const answer = { challengeToken: data.challengeToken, response: device.get(data.options), ...change }
    return { answer, ...(await mutate<Session>('auth.passkeyLogin', answer)) }
  }

  const status = async () => (await ada.call('GET', '/auth/second-factor')).json<SecondFactorStatus>()
  return { ...world, device, add, signIn, status }
}

test('the first passkey creates recovery codes; it signs in without a password', async () => {
  const { add, signIn, status, login, app, asOf, actionsOf } = await openWithPasskey()

  const { data } = await add('Laptop')
  expect(data.recoveryCodes).toHaveLength(10)
  expect((await login('ada')).json().details.methods).toEqual(['passkey', 'recovery'])
  const session = await signIn()

  expect(session.data.user.username).toBe('ada')
  const list = await app.inject({ url: '/api/v1/auth/sessions', headers: asOf(session.data) })
  expect(list.json()).toContainEqual(expect.objectContaining({ method: 'passkey', isCurrent: true }))
  expect((await status()).passkeys).toMatchObject([
    { name: 'Laptop', lastUsedDate: '2026-03-01T10:00:00.000Z' },
  ])
  expect(await actionsOf()).toContain('secondFactor.addPasskey')
})

test('a passkey completes a sign-in with the password and passes a step-up', async () => {
  const { add, device, challengeOf, finish, mutate, later, app, asOf } = await openWithPasskey()
  await add('Laptop')
  const challengeToken = await challengeOf('ada')

  const { data } = await mutate<Started>('auth.loginPasskeyProof', { challengeToken })
  const passkey = { challengeToken: data.challengeToken, response: device.get(data.options) }
  // REST has no host for passkeys, so this uses tRPC like a browser.
  const session = await mutate<Session>('auth.loginSecondFactor', { challengeToken, passkey })
  expect(session.status).toBe(200)
  expect((await finish(challengeToken, { passkey })).statusCode).toBe(404)

  later(600)
  const headers = asOf(session.data)
  const started = await mutate<Started>('secondFactor.stepUpPasskey', undefined, headers)
  const proof = { challengeToken: started.data.challengeToken, response: device.get(started.data.options) }
  expect((await mutate('secondFactor.stepUp', { passkey: proof }, headers)).status).toBe(200)
  const list = await app.inject({ url: '/api/v1/auth/sessions', headers })
  expect(list.json()).toContainEqual(expect.objectContaining({ method: 'password_passkey', isCurrent: true }))
})

test('an assertion is accepted once, and only for its challenge', async () => {
  const { add, signIn, mutate, later } = await openWithPasskey()
  await add('Laptop')

  const { answer } = await signIn()
  expect((await mutate('auth.passkeyLogin', answer)).status).toBe(404)

  const { data } = await mutate<Started>('auth.passkeyOptions')
  const elsewhere = { ...answer, challengeToken: data.challengeToken }
  expect((await mutate('auth.passkeyLogin', elsewhere)).error?.message).toBe(rejected)

  const late = await mutate<Started>('auth.passkeyOptions')
  later(301)
  expect((await mutate('auth.passkeyLogin', { ...answer, ...late.data })).status).toBe(404)
})

test('a device without user verification or with a decreasing counter is rejected', async () => {
  const { add, device, mutate } = await openWithPasskey()
  const { error } = await add('Careless', createPasskeyDevice({ isVerified: false }))
  expect(error?.message).toBe(rejected)
  await add('Laptop')

  const start = async () => (await mutate<Started>('auth.passkeyOptions')).data
  const first = await start()
  await mutate('auth.passkeyLogin', { ...first, response: device.get(first.options) })
  const second = await start()
  const copied = { ...second, response: device.get(second.options, { setBack: true }) }

  expect((await mutate('auth.passkeyLogin', copied)).error?.message).toBe(rejected)
})

test('challenges of one account or session are invalid for another', async () => {
  const { root, add, device, mutate, asOf, later, ada, login } = await openWithPasskey()
  await add('Laptop')
  const { data } = await mutate<Started>('secondFactor.startPasskey', undefined, asOf(root))
  const stolen = { ...data, response: createPasskeyDevice().create(data.options), name: 'Mine' }
  expect((await mutate('secondFactor.addPasskey', stolen, asOf(ada))).error?.message).toBe(rejected)

  later(600)
  const started = await mutate<Started>('secondFactor.stepUpPasskey', undefined, asOf(ada))
  const passkey = { ...started.data, response: device.get(started.data.options) }
  expect((await mutate('secondFactor.stepUp', { passkey }, asOf(root))).status).toBe(409)
  expect((await login('root')).statusCode).toBe(200)
})

test('several passkeys are named, and removed one by one', async () => {
  const { ada, add, status, mutate, asOf, root, later } = await openWithPasskey()
  await add('Laptop')
  later(1)
  const { data } = await add('Phone', createPasskeyDevice())
  expect(data.recoveryCodes).toBeNull()
  const [laptop, phone] = (await status()).passkeys
  const id = laptop?.id ?? ''

  await mutate('secondFactor.renamePasskey', { id, name: 'Old laptop' }, asOf(ada))
  expect((await mutate('secondFactor.removePasskey', { id }, asOf(root))).status).toBe(404)
  expect((await status()).passkeys.map(({ name }) => name)).toEqual(['Old laptop', 'Phone'])
  await mutate('secondFactor.removePasskey', { id }, asOf(ada))

  expect(await status()).toMatchObject({ passkeys: [{ id: phone?.id }], recoveryCodes: { left: 10 } })
  expect(
    (await mutate('auth.passkeyLogin', (await add('Tablet', createPasskeyDevice())).answer)).status,
  ).toBe(404)
})

test('passkeys belong to a domain name, and to PUBLIC_URL if set', async () => {
  const { app, mutate } = await openAccounts({ PUBLIC_URL: 'https://flows.example.com' })
  const { data } = await mutate<{ options: { rpId: string } }>('auth.passkeyOptions')
  expect(data.options.rpId).toBe('flows.example.com')

  const other = await openAccounts()
  const byAddress = await other.mutate('auth.passkeyOptions', undefined, { host: '192.0.2.1:3000' })
  expect(byAddress.error?.message).toContain('Passkeys need a domain name.')
  await app.close()
})

test('starting a passkey sign-in is rate limited per address', async () => {
  const { mutate } = await openAccounts()
  const statuses = []
  for (let tries = 0; tries < 61; tries += 1) {
    statuses.push((await mutate('auth.passkeyOptions')).status)
  }

  expect(statuses.filter((status) => status === 429)).toHaveLength(1)
})
