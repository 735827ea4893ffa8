import { expect, test } from 'vitest'
import { auditEntries } from '#server/features/audit/audit.table.ts'
import { openShop } from '#server/testing/open-shop.ts'
import { createTestApp } from '#server/testing/test-app.ts'
import { checkLedger } from './check-ledger.ts'

type Way = 'approve' | 'reject'
type App = Awaited<ReturnType<typeof createTestApp>>
type Person = Awaited<ReturnType<App['signUp']>>

const DAY_MS = 24 * 60 * 60_000

async function openOffice({ admins = ['mia', 'noah'] }: { admins?: string[] } = {}) {
  let date = new Date('2026-03-02T09:00:00Z')
  const world = await createTestApp({ env: { ADMIN_DAILY_MAX_USD: '10' }, now: () => date })
  const root = await world.signUp('root')
  const ada = await world.signUp('ada')
  const promoted: Person[] = []
  for (const name of admins) {
    const { user } = await world.signUp(name)
    await root.call('PUT', `/auth/users/${user.id}`, { role: 'ADMIN' })
    promoted.push(await signIn(world, name))
  }
  const [mia = root, noah = root] = promoted
  const change = (path: string, payload: object, key?: string, by = root) =>
    world.app.inject({
      method: 'POST',
      url: `/api/v1/wallets/${path}`,
      headers: { ...by.headers, ...(key !== undefined && { 'idempotency-key': key }) },
      payload: { reason: 'A gift of the house', ...payload },
    })
  const credit = (amount: number, key?: string, by = root, to = ada) =>
    change('credit', { userId: to.user.id, amount }, key, by)
  const decide = (way: Way, id: string, by: Person) =>
    world.app.inject({
      method: 'POST',
      url: `/trpc/wallet.approvals.${way}`,
      headers: by.headers,
      payload: { id },
    })
  const list = async (by: Person) =>
    (await world.app.inject({ url: '/trpc/wallet.approvals.list', headers: by.headers })).json().result.data
  const balance = async (of = ada) => (await of.call('GET', '/wallets/me')).json().balance
  const notices = async (of: Person) => (await world.services.notifications.list(of.user.id)).items
  const isSound = async () => expect(await checkLedger(world.store.db)).toEqual([])
  const pass = (ms: number) => {
    date = new Date(date.getTime() + ms)
  }
  const request = async (key?: string) => (await credit(100, key)).json().details.approvalId as string
  return {
    ...world,
    ...{ root, ada, mia, noah },
    ...{ change, credit, decide, list, balance, notices, isSound, pass, request },
  }
}

async function signIn({ app }: App, username: string): Promise<Person> {
  const payload = { username, password: `${username}'s password` }
  const response = await app.inject({ method: 'POST', url: '/api/v1/auth/login', payload })
  const { token, user } = response.json()
  const headers = { authorization: `Bearer ${token}` }
  const call: Person['call'] = (method, url, body) =>
    app.inject({ method, url: `/api/v1${url}`, headers, ...(body && { payload: body }) })
  const stepUp = () => call('POST', '/auth/step-up', { password: payload.password })
  return { user, token, headers, call, stepUp }
}

test('above the limit nothing is posted: the change is pending, and the same key is the same change', async () => {
  const { credit, list, root, mia, ada, balance, isSound } = await openOffice()

  const answers = [await credit(100, 'monday'), await credit(100, 'monday')]

  expect(answers.map((answer) => [answer.statusCode, answer.json().code])).toEqual(
    Array(2).fill([409, 'NEEDS_APPROVAL']),
  )
  const [{ id }] = await list(mia)
  expect(answers.map((answer) => answer.json().details)).toEqual(Array(2).fill({ approvalId: id }))
  expect(await list(mia)).toEqual([
    {
      id,
      kind: 'credit',
      askedBy: 'root',
      isOwn: false,
      userId: ada.user.id,
      username: 'ada',
      amount: 100,
      reason: 'A gift of the house',
      createdDate: '2026-03-02T09:00:00.000Z',
      expiresDate: '2026-03-09T09:00:00.000Z',
    },
  ])
  expect(await list(root)).toMatchObject([{ id, isOwn: true }])
  expect((await credit(101, 'monday')).json().code).toBe('CONFLICT')
  expect(await balance()).toBe(5)
  await isSound()
})

test('another ADMIN approves: posted once in the name of the requester, audited with both names', async () => {
  const { request, credit, decide, list, mia, ada, root, balance, store, notices, isSound } =
    await openOffice()
  const id = await request('monday')

  const approved = await decide('approve', id, mia)

  expect(approved.json().result.data).toEqual({ id, state: 'approved' })
  expect(await balance()).toBe(105)
  const { items } = (await ada.call('GET', '/wallets/me/movements')).json()
  expect(items[0]).toMatchObject({
    kind: 'credit',
    amount: 100,
    by: 'root',
    reference: 'A gift of the house',
  })
  const entries = await store.db.select().from(auditEntries)
  expect(entries.filter(({ action }) => action.startsWith('wallet.'))).toMatchObject([
    { action: 'wallet.approvals.request', actorName: 'root', postingId: null },
    {
      action: 'wallet.approvals.approve',
      actorName: 'mia',
      subjectId: ada.user.id,
      postingId: items[0].id,
      details: { approvalId: id, askedBy: 'root', decidedBy: 'mia', amount: 100 },
    },
  ])
  expect((await notices(root)).map(({ kind, params }) => [kind, params.by])).toEqual([
    ['wallet_change_approved', 'mia'],
  ])
  expect(await list(mia)).toEqual([])
  // The key of the request now belongs to a completed change.
  expect((await credit(100, 'monday')).json()).toMatchObject({ balance: 105 })
  expect(await balance()).toBe(105)
  await isSound()
})

test('an approved change leaves the rest of the day to the requester', async () => {
  const { request, decide, credit, mia, balance } = await openOffice()
  await decide('approve', await request(), mia)

  expect((await credit(10)).statusCode).toBe(200)
  expect((await credit(0.000001)).json().code).toBe('NEEDS_APPROVAL')
  expect(await balance()).toBe(115)
})

test('neither the requester nor a user can approve or reject a change', async () => {
  const { request, decide, root, ada, balance, list, mia } = await openOffice()
  const id = await request()

  const rejected = [
    await decide('approve', id, root),
    await decide('reject', id, root),
    await decide('approve', id, ada),
  ]

  expect(rejected.map(({ statusCode }) => statusCode)).toEqual([403, 403, 403])
  expect(await list(mia)).toHaveLength(1)
  expect(await balance()).toBe(5)
})

test('of concurrent approvals and rejections one takes effect, with at most one posting', async () => {
  const { request, decide, mia, noah, balance, isSound } = await openOffice()
  const id = await request()

  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, index) =>
      decide(index % 5 === 4 ? 'reject' : 'approve', id, index % 2 === 0 ? mia : noah),
    ),
  )

  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
  expect(answers.filter(({ statusCode }) => statusCode === 409)).toHaveLength(9)
  const winner = answers.find(({ statusCode }) => statusCode === 200)?.json().result.data.state
  expect(await balance()).toBe(winner === 'approved' ? 105 : 5)
  await isSound()
})

test('a rejected change posts nothing, notifies the requester, and stays rejected under its key', async () => {
  const { request, decide, credit, root, mia, noah, notices, balance, list } = await openOffice()
  const id = await request('monday')

  expect((await decide('reject', id, mia)).json().result.data).toEqual({ id, state: 'rejected' })

  expect((await decide('approve', id, noah)).statusCode).toBe(409)
  expect((await notices(root)).map(({ kind }) => kind)).toEqual(['wallet_change_rejected'])
  const again = await credit(100, 'monday')
  expect([again.statusCode, again.json().code, again.json().error]).toEqual([
    409,
    'CONFLICT',
    'Another administrator rejected this change.',
  ])
  expect(await list(mia)).toEqual([])
  expect(await balance()).toBe(5)
})

test('a change expires after seven days', async () => {
  const { request, credit, list, mia, root, pass, balance, ...office } = await openOffice()
  const id = await request('monday')
  pass(7 * DAY_MS - 1)
  expect(await list(mia)).toHaveLength(1)
  pass(1)

  await Promise.all([mia.stepUp(), root.stepUp()])
  const late = await office.decide('approve', id, mia)

  expect([late.statusCode, await list(mia), await balance()]).toEqual([409, [], 5])
  expect((await credit(100, 'monday')).json()).toMatchObject({
    code: 'CONFLICT',
    error: 'This change has expired without an approval.',
  })
})

test('a set balance is approved as the requested difference; a change the balance no longer allows stays pending', async () => {
  const { change, credit, decide, list, mia, noah, ada, balance, isSound } = await openOffice()
  const userId = ada.user.id
  await change('upsert', { userId, amount: 50 })
  const [up] = await list(mia)
  expect(up).toMatchObject({ kind: 'set', amount: 45 })
  await credit(2)
  await decide('approve', up.id, mia)
  expect(await balance()).toBe(52)

  await change('credit', { userId, amount: -51 })
  const [down] = await list(mia)
  expect(down).toMatchObject({ kind: 'debit', amount: -51 })
  await credit(-2)
  const rejected = await decide('approve', down.id, noah)

  expect([rejected.statusCode, rejected.json().error.message]).toEqual([
    400,
    'User does not have enough balance',
  ])
  expect(await list(mia)).toHaveLength(1)
  expect(await balance()).toBe(50)
  expect((await decide('reject', down.id, noah)).statusCode).toBe(200)
  await isSound()
})

test('a reversal above the limit is pending as well, and reverses once', async () => {
  const { request, change, decide, list, mia, ada, balance, isSound } = await openOffice()
  await decide('approve', await request(), mia)
  const { items } = (await ada.call('GET', '/wallets/me/movements')).json()
  const reverse = () => change('reverse', { postingId: items[0].id })
  await reverse()
  await reverse()
  const [first, second] = await list(mia)
  expect(first).toMatchObject({ kind: 'reversal', amount: -100, username: 'ada' })

  expect((await decide('approve', first.id, mia)).statusCode).toBe(200)

  expect((await decide('approve', second.id, mia)).statusCode).toBe(409)
  expect((await reverse()).json().error).toBe('This entry is already reversed.')
  expect(await balance()).toBe(5)
  await isSound()
})

test('a change the balance does not allow is not submitted for approval', async () => {
  const { credit, list, mia } = await openOffice()

  const rejected = await credit(-100)

  expect([rejected.statusCode, rejected.json().error]).toEqual([400, 'User does not have enough balance'])
  expect(await list(mia)).toEqual([])
})

test('a change that needs approval is rejected if there is only one ADMIN', async () => {
  const { credit, balance } = await openOffice({ admins: [] })

  const rejected = await credit(100)

  expect([rejected.statusCode, rejected.json().code]).toEqual([409, 'CONFLICT'])
  expect(rejected.json().error).toContain('ADMIN_DAILY_MAX_USD')
  expect(await balance()).toBe(5)
})

test('a change by a demoted ADMIN can be rejected, but not approved', async () => {
  const { request, decide, mia, noah, root, balance } = await openOffice()
  const id = await request()
  await mia.call('PUT', `/auth/users/${root.user.id}`, { role: 'USER' })

  expect((await decide('approve', id, noah)).statusCode).toBe(409)
  expect((await decide('reject', id, noah)).statusCode).toBe(200)
  expect(await balance()).toBe(5)
})

test('a change for a removed account cannot be approved, only rejected', async () => {
  const { request, decide, mia, ada, root } = await openOffice()
  const id = await request()
  expect((await root.call('DELETE', `/auth/users/${ada.user.id}`)).statusCode).toBe(200)

  expect((await decide('approve', id, mia)).statusCode).toBe(404)
  expect((await decide('reject', id, mia)).statusCode).toBe(200)
})

test('ten concurrent credits never exceed the limit together', async () => {
  const { credit, list, mia, balance, isSound } = await openOffice()

  const answers = await Promise.all(Array.from({ length: 10 }, () => credit(3)))

  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(3)
  expect(await list(mia)).toHaveLength(7)
  expect(await balance()).toBe(14)
  await isSound()
})

test('ten concurrent requests with one key are one pending change', async () => {
  const { credit, list, mia } = await openOffice()

  const answers = await Promise.all(Array.from({ length: 10 }, () => credit(100, 'monday')))

  expect(new Set(answers.map((answer) => answer.json().details.approvalId)).size).toBe(1)
  expect(await list(mia)).toHaveLength(1)
})

test('every other ADMIN is notified of a pending change', async () => {
  const { request, notices, root, mia, noah, ada } = await openOffice()
  await request()

  const params = { by: 'root', user: 'ada', amount: 100, reason: 'A gift of the house' }
  for (const admin of [mia, noah]) {
    expect(await notices(admin)).toMatchObject([{ kind: 'wallet_change_requested', params }])
  }
  expect([await notices(root), await notices(ada)]).toEqual([[], []])
})

test('every ADMIN is notified of each change to an ADMIN’s wallet: credit, set, reversal, approval', async () => {
  const { change, credit, decide, list, notices, root, mia, noah, ada } = await openOffice()
  const userId = mia.user.id
  await credit(1, undefined, root, root)
  await change('upsert', { userId, amount: 6 })
  const { items } = (await mia.call('GET', '/wallets/me/movements')).json()
  await change('reverse', { postingId: items[0].id })
  await change('credit', { userId, amount: 50 })
  const [{ id }] = await list(noah)
  await decide('approve', id, noah)
  await credit(1)

  for (const admin of [root, mia, noah]) {
    const changed = (await notices(admin)).filter(({ kind }) => kind === 'admin_wallet_changed')
    expect(changed.map(({ params: { by, user, amount } }) => `${by} ${user} ${amount}`).toSorted()).toEqual([
      'root mia -1',
      'root mia 1',
      'root mia 50',
      'root root 1',
    ])
  }
  expect(await notices(ada)).toEqual([])
})

test('a refund counts towards the daily total of its ADMIN', async () => {
  const { admin, ada, buy, signUp, expectSound } = await openShop({ env: { ADMIN_DAILY_MAX_USD: '10' } })
  const { user } = await signUp('mia')
  await admin.call('PUT', `/auth/users/${user.id}`, { role: 'ADMIN' })
  const { orderId } = await buy()
  const refund = { orderId, amount: 8, reason: 'Asked for by phone' }
  expect((await admin.call('POST', '/payments/refund', refund)).statusCode).toBe(200)
  const credit = (amount: number) =>
    admin.call('POST', '/wallets/credit', { userId: ada.user.id, amount, reason: 'A gift' })

  expect((await credit(2.000001)).json().code).toBe('NEEDS_APPROVAL')
  expect((await credit(2)).statusCode).toBe(200)
  await expectSound()
})
