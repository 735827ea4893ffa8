import { expect, test, vi } from 'vitest'
import { createTestApp, passwordOf } from '#server/testing/test-app.ts'
import type { DeviceSession } from '#shared/auth.ts'
import { describeDevice } from './describe-device.ts'

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

async function openPlatform() {
  const clock = { now: new Date('2026-01-01') }
  const { app, signUp, store } = await createTestApp({ now: () => clock.now })
  const ada = await signUp('ada')
  const eve = await signUp('eve')
  async function signIn(userAgent: string, username = 'ada') {
    const { token } = (
      await app.inject({
        method: 'POST',
        url: '/api/v1/auth/login',
        payload: { username, password: passwordOf(username) },
        headers: { 'user-agent': userAgent },
      })
    ).json()
    return { authorization: `Bearer ${token}` }
  }
  const list = async (headers: Record<string, string>) =>
    (await app.inject({ url: '/api/v1/auth/sessions', headers })).json<DeviceSession[]>()
  const isIn = async (headers: Record<string, string>) =>
    (await app.inject({ url: '/api/v1/auth/me', headers })).statusCode === 200
  return { app, store, clock, ada, eve, signIn, list, isIn }
}

test('every session is listed with a readable device, the current one marked; sessions of other users are not listed', async () => {
  const { clock, ada, signIn, list } = await openPlatform()
  clock.now = new Date('2026-01-02')
  const headers = await signIn(firefox)

  const found = await list(headers)

  expect(found).toMatchObject([
    {
      device: 'Firefox on Linux',
      address: '127.0.0.1',
      createdDate: '2026-01-02T00:00:00.000Z',
      isCurrent: true,
    },
    { createdDate: '2026-01-01T00:00:00.000Z', isCurrent: false },
  ])
  expect((await list(ada.headers)).find(({ isCurrent }) => isCurrent)?.id).toBe(found[1]?.id)
})

test('a session can be ended by id, but only by its own user', async () => {
  const { app, ada, eve, signIn, list, isIn } = await openPlatform()
  const headers = await signIn(firefox)
  const id = (await list(headers)).find(({ isCurrent }) => isCurrent)?.id
  const end = (from: Record<string, string>) =>
    app.inject({ method: 'DELETE', url: `/api/v1/auth/sessions/${id}`, headers: from })

  expect((await end(eve.headers)).statusCode).toBe(404)
  expect(await isIn(headers)).toBe(true)
  expect((await end(ada.headers)).statusCode).toBe(200)
  expect(await isIn(headers)).toBe(false)
  expect(await isIn(ada.headers)).toBe(true)
})

test('signing out everywhere excludes the current session', async () => {
  const { app, ada, eve, signIn, isIn } = await openPlatform()
  const others = [await signIn(firefox), await signIn('curl/8.5.0')]

  await app.inject({ method: 'POST', url: '/api/v1/auth/sign-out-everywhere', headers: ada.headers })

  expect(await Promise.all(others.map(isIn))).toEqual([false, false])
  expect(await isIn(ada.headers)).toBe(true)
  expect(await isIn(eve.headers)).toBe(true)
})

test('last seen is written at most every five minutes', async () => {
  const { clock, ada, list, isIn } = await openPlatform()
  const seen = async () => (await list(ada.headers))[0]?.lastSeenDate
  clock.now = new Date('2026-01-01T00:04:59Z')
  await isIn(ada.headers)
  expect(await seen()).toBeNull()

  clock.now = new Date('2026-01-01T00:05:00Z')
  await isIn(ada.headers)
  await vi.waitFor(async () => expect(await seen()).toBe('2026-01-01T00:05:00.000Z'), 20_000)

  clock.now = new Date('2026-01-01T00:09:59Z')
  await isIn(ada.headers)
  await isIn(ada.headers)
  expect(await seen()).toBe('2026-01-01T00:05:00.000Z')
})

test.each([
  [firefox, 'Firefox on Linux'],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36 Edg/140.0',
    'Edge on Windows',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.0 Safari/605.1.15',
    'Safari on Mac',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 CriOS/140.0 Mobile Safari/604.1',
    'Chrome on iPhone',
  ],
  [
    'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 SamsungBrowser/28.0 Chrome/130.0 Mobile Safari/537.36',
    'Samsung Internet on Android',
  ],
  ['curl/8.5.0', 'curl'],
  ['', ''],
])('%s is shown as %s', (userAgent, device) => {
  expect(describeDevice(userAgent)).toBe(device)
})
