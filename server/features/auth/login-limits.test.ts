import { expect, onTestFinished, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import { createTestServices, passwordOf } from '#server/testing/test-app.ts'

/** A server behind a trusted proxy, so that requests can have any source address. */
async function openWorld() {
  const { services } = await createTestServices()
  const app = await buildApp(services, { trustProxy: '1' })
  onTestFinished(() => app.close())
  const from = (address: string) => ({ 'x-forwarded-for': address })
  const post = (path: string, payload: object, headers: Record<string, string>) =>
    app.inject({ method: 'POST', url: `/api/v1/auth/${path}`, payload, headers })
  const login = (password: string, headers: Record<string, string>) =>
    post('login', { username: 'ada', password }, headers)
  const basic = (password: string, headers: Record<string, string>) =>
    app.inject({
      url: '/api/v1/auth/me',
      headers: { ...headers, authorization: `Basic ${Buffer.from(`ada:${password}`).toString('base64')}` },
    })
  const account = { username: 'ada', email: 'ada@example.com', password: passwordOf('ada') }
  const registered = await post('register', account, from('198.51.100.1'))
  const device = registered.cookies.find(({ name }) => name === 'flowtill_device')
  async function guess(times: number, addressOf: (index: number) => string) {
    const codes = []
    for (let index = 0; index < times; index += 1) {
      codes.push((await login(`wrong ${index}`, from(addressOf(index)))).statusCode)
    }
    return codes
  }
  return { from, login, basic, guess, device }
}

const right = passwordOf('ada')

test('failed attempts from elsewhere do not lock out a network the user has signed in from', async () => {
  const { guess, login, from } = await openWorld()

  expect(await guess(6, () => '203.0.113.9')).toEqual([401, 401, 401, 401, 401, 429])

  expect((await login(right, from('198.51.100.1'))).statusCode).toBe(200)
  expect((await login(right, from('198.51.100.2'))).statusCode).toBe(200)
})

test('attempts from many networks block every unknown one, with advice; a known device and network still work', async () => {
  const { guess, login, from, device } = await openWorld()
  const codes = await guess(22, (index) => `203.0.113.${index}`)
  expect(codes.filter((code) => code === 401)).toHaveLength(20)

  const stranger = await login(right, from('192.0.2.77'))

  expect(stranger.statusCode).toBe(429)
  expect(stranger.json().error).toBe(
    'Too many attempts from this network. Try again in 15 minutes, sign in from a device you have used before, or reset your password.',
  )
  const cookie = `flowtill_device=${device?.value}`
  expect((await login(right, { ...from('192.0.2.77'), cookie })).statusCode).toBe(200)
  expect((await login(right, from('198.51.100.1'))).statusCode).toBe(200)
})

test('a device cookie is invalid for another account or without our signature', async () => {
  const { guess, login, from, device } = await openWorld()
  await guess(22, (index) => `203.0.113.${index}`)

  for (const value of ['x', `${device?.value}x`, '.', `a.${device?.value.split('.')[1]}`]) {
    const answer = await login(right, { ...from('192.0.2.77'), cookie: `flowtill_device=${value}` })
    expect(answer.statusCode).toBe(429)
  }
  expect(device).toMatchObject({ httpOnly: true, sameSite: 'Lax' })
})

test('a known device has five failed attempts of its own', async () => {
  const { login, from, device } = await openWorld()
  const headers = { ...from('192.0.2.77'), cookie: `flowtill_device=${device?.value}` }
  const codes = []
  for (let index = 0; index < 6; index += 1) {
    codes.push((await login(`wrong ${index}`, headers)).statusCode)
  }
  expect(codes).toEqual([401, 401, 401, 401, 401, 429])
  expect((await login(right, from('198.51.100.1'))).statusCode).toBe(200)
})

test('the correct password sent twelve times concurrently is accepted twelve times', async () => {
  const { basic, login, from } = await openWorld()
  const headers = from('192.0.2.77')

  const answers = await Promise.all(Array.from({ length: 12 }, () => basic(right, headers)))
  const logins = await Promise.all(Array.from({ length: 12 }, () => login(right, headers)))

  expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(12).fill(200))
  expect(logins.map(({ statusCode }) => statusCode)).toEqual(Array(12).fill(200))
})

test('a wrong password sent twelve times concurrently counts as twelve attempts', async () => {
  const { basic, from } = await openWorld()

  const answers = await Promise.all(Array.from({ length: 12 }, () => basic('wrong', from('192.0.2.77'))))

  const codes = answers.map(({ statusCode }) => statusCode)
  expect(codes.filter((code) => code === 401)).toHaveLength(5)
  expect(codes.filter((code) => code === 429)).toHaveLength(7)
})
