import { describe, expect, test } from 'vitest'
import { openMailServer } from '#server/testing/mail-server.ts'
import { createTestApp, passwordOf } from '#server/testing/test-app.ts'
import { resetLinks } from './auth.table.ts'

const neutral = 'This link is no longer valid. Request a new one.'
const newPassword = 'a brand new sentence'

async function openPlatform({ env }: { env?: Record<string, string> } = {}) {
  const clock = { now: new Date('2026-01-01') }
  const { app, signUp, store, services } = await createTestApp({ now: () => clock.now, ...(env && { env }) })
  const admin = await signUp('root')
  const ada = await signUp('ada')
  const make = async () =>
    (await admin.call('POST', `/auth/users/${ada.user.id}/reset-link`)).json<{
      path: string
      expiresDate: string
      mail: string
    }>()
  const tokenOf = ({ path }: { path: string }) => path.split('#')[1] ?? ''
  const redeem = (token: unknown, password: string = newPassword) =>
    app.inject({
      method: 'POST',
      url: '/api/v1/auth/reset-password',
      payload: { token, newPassword: password },
    })
  const login = async (password: string) =>
    (await app.inject({ method: 'POST', url: '/api/v1/auth/login', payload: { username: 'ada', password } }))
      .statusCode
  return { app, store, services, clock, admin, ada, make, tokenOf, redeem, login }
}

test('a link sets the password of its user once; every session ends', async () => {
  const { ada, make, tokenOf, redeem, login, services } = await openPlatform()
  const link = await make()
  expect(link.path).toMatch(/^\/reset-password#ftr_[\w-]{43}$/)
  expect(link.expiresDate).toBe('2026-01-01T01:00:00.000Z')

  expect((await redeem(tokenOf(link))).json()).toEqual({ success: true })

  expect((await ada.call('GET', '/auth/me')).statusCode).toBe(401)
  expect([await login(passwordOf('ada')), await login(newPassword)]).toEqual([401, 200])
  expect((await redeem(tokenOf(link))).json().error).toBe(neutral)
  const actions = (await services.audit.list({ limit: 10 })).items.map(({ action }) => action)
  expect(actions).toContain('auth.resetPassword')
  expect(actions).toContain('users.resetLink')
})

test('the stored reset link cannot be redeemed', async () => {
  const { store, make, tokenOf, redeem } = await openPlatform()
  const token = tokenOf(await make())

  const [row] = await store.db.select().from(resetLinks)

  expect(JSON.stringify(row)).not.toContain(token)
  expect((await redeem(row?.id)).json().error).toBe(neutral)
})

test.each(['', 'none', 'ftr_', `ftr_${'a'.repeat(43)}`])(
  '%j gets the generic error message',
  async (token) => {
    const { make, redeem } = await openPlatform()
    await make()

    const answer = await redeem(token)

    expect([answer.statusCode, answer.json().error]).toEqual([400, neutral])
  },
)

test.each([[null], [[]], [{}], [undefined], [7]])('%j is rejected as malformed', async (token) => {
  const { make, redeem, login } = await openPlatform()
  await make()

  expect((await redeem(token)).statusCode).toBe(400)
  expect(await login(passwordOf('ada'))).toBe(200)
})

test('expired and replaced links and links of a removed user get the same error message', async () => {
  const { clock, admin, ada, make, tokenOf, redeem } = await openPlatform()
  const replaced = tokenOf(await make())
  const late = tokenOf(await make())
  expect((await redeem(replaced)).json().error).toBe(neutral)
  clock.now = new Date('2026-01-01T01:00:01Z')
  expect((await redeem(late)).json().error).toBe(neutral)

  const orphan = tokenOf(await make())
  await admin.call('DELETE', `/auth/users/${ada.user.id}`)
  expect((await redeem(orphan)).json().error).toBe(neutral)
})

test('of two concurrent uses of one link, one succeeds', async () => {
  const { make, tokenOf, redeem } = await openPlatform()
  const token = tokenOf(await make())

  const answers = await Promise.all([
    redeem(token, 'the first sentence'),
    redeem(token, 'the other sentence'),
  ])

  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 400])
})

test('a weak password leaves the link usable', async () => {
  const { make, tokenOf, redeem } = await openPlatform()
  const token = tokenOf(await make())

  const weak = await redeem(token, 'ada12345')

  expect(Object.keys(weak.json().details)).toEqual(['newPassword'])
  expect((await redeem(token)).statusCode).toBe(200)
})

test('twenty attempts from one address reach the limit', async () => {
  const { redeem } = await openPlatform()

  const codes = []
  for (let index = 0; index < 21; index += 1) {
    codes.push((await redeem(`ftr_${index}`)).statusCode)
  }

  expect(codes.filter((code) => code === 429)).toHaveLength(1)
  expect((await redeem('x')).headers['retry-after']).toBe('900')
})

test('with a mail server, the user receives the link by mail too', async () => {
  const { url, characters } = await openMailServer()
  const env = { SMTP_URL: url, MAIL_FROM: 'till@flowtill.example', PUBLIC_URL: 'https://flowtill.example' }
  const { make, tokenOf, redeem } = await openPlatform({ env })

  const link = await make()

  expect(link.mail).toBe('sent')
  expect(characters).toMatchObject([{ to: ['ada@example.com'], from: 'till@flowtill.example' }])
  expect(characters[0]?.text).toContain(`https://flowtill.example${link.path}`)
  expect((await redeem(tokenOf(link))).json()).toEqual({ success: true })
})

test('a failed mail still leaves the administrator the link', async () => {
  const { url } = await openMailServer({ rejects: true })
  const { make, tokenOf, redeem } = await openPlatform({ env: { SMTP_URL: url } })

  const link = await make()

  expect(link.mail).toBe('failed')
  expect((await redeem(tokenOf(link))).json()).toEqual({ success: true })
})

describe('a link requested by its user', () => {
  const request = (app: Awaited<ReturnType<typeof createTestApp>>['app'], username: string) =>
    app.inject({ method: 'POST', url: '/api/v1/auth/forgot-password', payload: { username } })

  async function openMailing(options: Parameters<typeof openMailServer>[0] = {}) {
    const { url, characters } = await openMailServer(options)
    const env = { SMTP_URL: url, PUBLIC_URL: 'https://flowtill.example' }
    return { ...(await openPlatform({ env })), characters }
  }

  test('is mailed, sets a password once, and is in the audit log', async () => {
    const { app, characters, redeem, login, services } = await openMailing()

    expect((await request(app, 'ADA@example.com')).json()).toEqual({ success: true })

    await expect.poll(() => characters.length).toBe(1)
    expect(characters[0]?.to).toEqual(['ada@example.com'])
    const [token] = /ftr_[\w-]{43}/.exec(characters[0]?.text ?? '') ?? []
    expect((await redeem(token)).json()).toEqual({ success: true })
    expect((await redeem(token)).json().error).toBe(neutral)
    expect(await login(newPassword)).toBe(200)
    const { items } = await services.audit.list({ limit: 20 })
    expect(items.map(({ action }) => action)).toContain('auth.resetRequested')
  })

  test('for an unknown name the response is the same, and nothing is sent', async () => {
    const { app, characters } = await openMailing()

    const unknown = await request(app, 'nobody@example.com')
    const known = await request(app, 'ada')

    expect([unknown.statusCode, unknown.body]).toEqual([known.statusCode, known.body])
    await expect.poll(() => characters.length).toBe(1)
    expect(characters[0]?.to).toEqual(['ada@example.com'])
  })

  test('leaves a link of an ADMIN valid, and voids the previously requested one', async () => {
    const { app, make, tokenOf, redeem, characters } = await openMailing()
    const made = tokenOf(await make())
    await request(app, 'ada')
    await expect.poll(() => characters.length).toBe(2)
    await request(app, 'ada')
    await expect.poll(() => characters.length).toBe(3)

    const [first] = /ftr_[\w-]{43}/.exec(characters[1]?.text ?? '') ?? []
    expect((await redeem(first)).json().error).toBe(neutral)
    expect((await redeem(made)).json()).toEqual({ success: true })
  })

  test('more than three in an hour are rejected, for a known and an unknown name alike', async () => {
    const { app } = await openMailing()
    for (const username of ['ada', 'nobody']) {
      const statuses = []
      for (let time = 0; time < 4; time += 1) {
        statuses.push((await request(app, username)).statusCode)
      }
      expect(statuses).toEqual([200, 200, 200, 429])
    }
  })

  test('a failed email is recorded in the audit log', async () => {
    const { app, services } = await openMailing({ rejects: true })
    expect((await request(app, 'ada')).json()).toEqual({ success: true })
    const actions = async () => (await services.audit.list({ limit: 20 })).items.map(({ action }) => action)
    await expect.poll(actions).toContain('auth.resetMailFailed')
  })

  test('without a mail server the error names who can help', async () => {
    const { app } = await openPlatform()
    const response = await request(app, 'ada')
    expect([response.statusCode, response.json().error]).toEqual([
      409,
      'This server sends no email. Ask an admin for a reset link.',
    ])
  })
})
