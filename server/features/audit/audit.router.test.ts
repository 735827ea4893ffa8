import { expect, test } from 'vitest'
import { createTestApp, passwordOf } from '#server/testing/test-app.ts'
import type { AuditEntry } from '#shared/audit.ts'

async function openPlatform() {
  const { app, services, signUp, store } = await createTestApp()
  const admin = await signUp('root')
  const ada = await signUp('ada')
  const list = async (call = admin.call, url = '/audit?limit=100') =>
    (await call('GET', url)).json<{ items: AuditEntry[]; nextCursor: string | null }>()
  const last = async () => (await list()).items[0]
  async function viewAsAda() {
    const { token } = (await admin.call('POST', '/auth/impersonate', { userId: ada.user.id })).json()
    const headers = { authorization: `Bearer ${token}` }
    return (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) =>
      app.inject({ method, url: `/api/v1${url}`, headers, ...(payload && { payload }) })
  }
  return { app, services, store, admin, ada, list, last, viewAsAda }
}

test('an entry for a wallet change by an ADMIN names both users, the amount and the reason', async () => {
  const { admin, ada, last } = await openPlatform()

  await admin.call('POST', '/wallets/credit', { userId: ada.user.id, amount: 10, reason: 'A good cause' })

  expect(await last()).toMatchObject({
    kind: 'admin',
    action: 'wallet.credit',
    actorName: 'root',
    subject: 'ada',
    onBehalfOf: null,
    details: { amount: 10, reason: 'A good cause' },
  })
})

test('a rejected action is not recorded as done', async () => {
  const { admin, ada, list } = await openPlatform()
  const before = (await list()).items.length

  await admin.call('POST', '/wallets/credit', { userId: ada.user.id, amount: -1_000 })
  await ada.call('POST', '/wallets/credit', { userId: ada.user.id, amount: 10 })
  await ada.call('POST', '/chatflows', { name: 'Mine', type: 'CHATFLOW' })

  expect((await list()).items).toHaveLength(before)
})

test('created and deleted API keys are recorded without their values', async () => {
  const { admin, list } = await openPlatform()

  const made = await admin.call('POST', '/apikey', { keyName: 'Mine', permissions: ['chatflows:view'] })
  const [key] = made.json<{ id: string; apiKey: string }[]>()
  await admin.call('DELETE', `/apikey/${key?.id}`)

  const { items } = await list()
  expect(items.slice(0, 2).map(({ kind, action }) => `${kind} ${action}`)).toEqual([
    'security apiKeys.remove',
    'security apiKeys.create',
  ])
  expect(JSON.stringify(items)).not.toContain(key?.apiKey)
})

test('credential changes by an ADMIN are recorded, as they may be shared; those of other users are not', async () => {
  const { admin, ada, list, last } = await openPlatform()
  const credential = {
    name: 'House key',
    credentialName: 'openAIApi',
    plainDataObj: { openAIApiKey: 'sk-very-secret' },
  }

  await admin.call('POST', '/credentials', { ...credential, shared: true })

  expect(await last()).toMatchObject({
    kind: 'admin',
    action: 'credentials.create',
    details: { name: 'House key', shared: true, fields: ['plainDataObj'] },
  })
  const before = (await list()).items.length
  await ada.call('POST', '/credentials', credential)
  const { items } = await list()
  expect(items).toHaveLength(before)
  expect(JSON.stringify(items)).not.toContain('sk-very')
})

test('a write during impersonation names both users, over a procedure and over a plain route', async () => {
  const { ada, list, viewAsAda } = await openPlatform()
  const call = await viewAsAda()

  const { id } = (await call('POST', '/chatflows', { name: 'Looked after', type: 'CHATFLOW' })).json()
  await call('DELETE', '/avatars')

  const who = { kind: 'impersonation', actorName: 'root', onBehalfOf: 'ada' }
  await expect
    .poll(async () => (await list()).items.slice(0, 2))
    .toMatchObject([
      { ...who, action: 'DELETE /api/v1/avatars' },
      { ...who, action: 'flows.create', details: { name: 'Looked after' } },
    ])
  expect(id).toBeTypeOf('string')
  const seen = await list(ada.call, '/audit/me')
  expect(seen.items[0]).toMatchObject(who)
})

test('a user sees actions on their own account, without the address, and none on other accounts', async () => {
  const { admin, ada, list } = await openPlatform()
  await admin.call('POST', '/wallets/credit', { userId: ada.user.id, amount: 1 })
  await admin.call('POST', '/wallets/credit', { userId: admin.user.id, amount: 1 })

  const { items } = await list(ada.call, '/audit/me')

  expect(items.map(({ action }) => action)).toEqual(['wallet.credit', 'auth.register'])
  expect(items[0]).toMatchObject({ actorName: 'root', address: '' })
  expect(items[1]).toMatchObject({ actorName: 'ada', address: '127.0.0.1' })
  expect((await ada.call('GET', '/audit')).statusCode).toBe(403)
})

test('the list continues on the next page, and can be filtered', async () => {
  const { admin, ada, list } = await openPlatform()
  for (let amount = 1; amount <= 5; amount += 1) {
    await admin.call('POST', '/wallets/credit', { userId: ada.user.id, amount })
  }

  const first = await list(admin.call, '/audit?kind=admin&limit=3')
  const second = await list(admin.call, `/audit?kind=admin&limit=3&cursor=${first.nextCursor}`)

  const amounts = [...first.items, ...second.items].map(({ details }) => details.amount)
  expect(amounts).toEqual([5, 4, 3, 2, 1])
  expect(second.nextCursor).toBeNull()
  const about = await list(admin.call, `/audit?userId=${ada.user.id}&limit=100`)
  expect(about.items.every(({ subject, actorName }) => subject === 'ada' || actorName === 'ada')).toBe(true)
})

test('sign-ins are recorded; wrong passwords once per account and minute', async () => {
  const { app, list } = await openPlatform()
  const login = (username: string, password: string) =>
    app.inject({ method: 'POST', url: '/api/v1/auth/login', payload: { username, password } })

  await login('ada', 'wrong one')
  await login('ada', 'wrong two')
  await login('my secret typed in the wrong box', 'wrong three')
  await login('ada', passwordOf('ada'))

  const { items } = await list()
  const reported = items.filter(({ action }) => action.startsWith('auth.login'))
  expect(reported.map(({ action, subject }) => [action, subject])).toEqual([
    ['auth.login', 'ada'],
    ['auth.loginFailed', null],
    ['auth.loginFailed', 'ada'],
  ])
  expect(JSON.stringify(items)).not.toMatch(/wrong|secret typed/)
})
