import { expect, test } from 'vitest'
import { createTestApp } from '#server/testing/test-app.ts'
import { checkLedger } from './check-ledger.ts'
import { postings } from './wallet.table.ts'

async function openTill({ env = {} }: { env?: Record<string, string> } = {}) {
  const world = await createTestApp({ env })
  const [admin, ada, eve] = [await world.signUp('root'), await world.signUp('ada'), await world.signUp('eve')]
  const post = (path: string, payload: object, key?: string) =>
    world.app.inject({
      method: 'POST',
      url: `/api/v1/wallets/${path}`,
      headers: { ...admin.headers, ...(key !== undefined && { 'idempotency-key': key }) },
      payload,
    })
  const userId = ada.user.id
  const set = (amount: unknown, key?: string) => post('upsert', { userId, amount }, key)
  const credit = (amount: unknown, key?: string) => post('credit', { userId, amount }, key)
  const reverse = (postingId: string, key?: string) =>
    post('reverse', { postingId, reason: 'Posted to the wrong account' }, key)
  const balance = async () => (await ada.call('GET', '/wallets/me')).json().balance
  const listed = async () => (await ada.call('GET', '/wallets/me/movements')).json().items
  const newest = async () => (await listed())[0]
  const count = async () => (await world.store.db.select().from(postings)).length
  const isSound = async () => expect(await checkLedger(world.store.db)).toEqual([])
  return {
    ...world,
    admin,
    ada,
    eve,
    userId,
    post,
    set,
    credit,
    reverse,
    balance,
    listed,
    newest,
    count,
    isSound,
  }
}

test('setting a balance posts the difference, and nothing if there is none', async () => {
  const { set, newest, count, isSound } = await openTill()

  expect((await set('50')).json()).toMatchObject({ balance: 50 })
  expect(await newest()).toMatchObject({
    kind: 'credit',
    amount: 45,
    reference: 'Adjusted by an administrator',
  })
  expect((await set(0.000001)).json()).toMatchObject({ balance: 0.000001 })
  expect(await newest()).toMatchObject({ kind: 'debit', amount: -49.999999 })
  const before = await count()
  expect((await set('0.000001')).statusCode).toBe(200)
  expect(await count()).toBe(before)
  await isSound()
})

test('a balance cannot be set below the holds of running calls', async () => {
  const { set, store, services, userId, balance } = await openTill()
  const expiresDate = new Date('2100-01-01')
  await store.transaction((tx) =>
    services.wallet.hold(tx, { userId, reference: 'run:1', amountMicro: 1_000_000, expiresDate }),
  )

  const rejected = await set('0.999999')

  expect(rejected.statusCode).toBe(400)
  expect(rejected.json().error).toBe('User does not have enough balance')
  expect((await set('1')).statusCode).toBe(200)
  expect(await balance()).toBe(1)
})

test('fifty concurrent requests set a balance once', async () => {
  const { set, balance, count, isSound } = await openTill()
  const before = await count()

  await Promise.all(Array.from({ length: 50 }, () => set('12')))

  expect(await balance()).toBe(12)
  expect(await count()).toBe(before + 1)
  await isSound()
})

test('fifty concurrent requests with one key are one entry, with one response', async () => {
  const { credit, balance, count } = await openTill()
  const before = await count()

  const answers = await Promise.all(Array.from({ length: 50 }, () => credit('3', 'monday')))

  expect(new Set(answers.map(({ statusCode, json }) => `${statusCode} ${json().balance}`))).toEqual(
    new Set(['200 8']),
  )
  expect(await balance()).toBe(8)
  expect(await count()).toBe(before + 1)
})

test('a key reused for something else is a conflict: another amount, call, reason or wallet', async () => {
  const { credit, set, post, reverse, userId, eve, newest, balance, isSound } = await openTill()
  await credit('3', 'monday')
  const { id } = await newest()

  const others = [
    await credit('4', 'monday'),
    await set('8', 'monday'),
    await post('credit', { userId, amount: '3', reason: 'Another reason' }, 'monday'),
    await post('credit', { userId: eve.user.id, amount: '3' }, 'monday'),
    await reverse(id, 'monday'),
  ]

  expect(others.map(({ statusCode }) => statusCode)).toEqual([409, 409, 409, 409, 409])
  expect((await credit('3', 'monday')).json()).toMatchObject({ balance: 8 })
  expect(await balance()).toBe(8)
  await isSound()
})

test.each([
  ['empty', ''],
  ['longer than 255 characters', 'k'.repeat(256)],
])('an Idempotency-Key that is %s is rejected, and nothing is posted', async (_, key) => {
  const { credit, balance, count, app, admin, userId } = await openTill()
  const before = await count()
  const headers = { ...admin.headers, 'idempotency-key': key }
  const payload = { userId, amount: 3 }

  const answers = [
    await credit('3', key),
    await app.inject({ method: 'POST', url: '/trpc/wallet.credit', headers, payload }),
  ]

  expect(answers.map(({ statusCode }) => statusCode)).toEqual([400, 400])
  expect(answers[0]?.json().error).toBe('The Idempotency-Key must have 1 to 255 characters.')
  expect(await balance()).toBe(5)
  expect(await count()).toBe(before)
})

test('two keys of 255 characters that differ in the last one are two entries', async () => {
  const { credit, balance } = await openTill()
  const key = 'k'.repeat(254)

  await credit('3', `${key}a`)
  await credit('3', `${key}b`)

  expect(await balance()).toBe(11)
})

test('setting a balance with a key is done once, whatever has happened since', async () => {
  const { set, credit, balance } = await openTill()
  await set('50', 'tuesday')
  await credit('1')

  expect((await set('50', 'tuesday')).statusCode).toBe(200)

  expect(await balance()).toBe(51)
})

test('an entry is reversed completely and once; both rows name each other', async () => {
  const { credit, reverse, newest, listed, balance, isSound } = await openTill()
  await credit('7')
  const { id } = await newest()

  const first = await reverse(id)
  const again = await reverse(id)

  expect(first.json()).toMatchObject({ balance: 5 })
  expect([again.statusCode, again.json().error]).toEqual([409, 'This entry is already reversed.'])
  const [reversal, credited] = await listed()
  expect(reversal).toMatchObject({
    kind: 'reversal',
    amount: -7,
    reverses: id,
    by: 'root',
    reference: 'Posted to the wrong account',
  })
  expect(credited).toMatchObject({ id, reversedBy: reversal.id })
  expect((await reverse(reversal.id)).statusCode).toBe(409)
  expect(await balance()).toBe(5)
  await isSound()
})

test('of fifty concurrent reversals of an entry one succeeds', async () => {
  const { credit, reverse, newest, balance, isSound } = await openTill()
  await credit('7')
  const { id } = await newest()

  const answers = await Promise.all(Array.from({ length: 50 }, () => reverse(id)))

  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
  expect(answers.filter(({ statusCode }) => statusCode === 409)).toHaveLength(49)
  expect(await balance()).toBe(5)
  await isSound()
})

test('a credit that has been spent cannot be reversed', async () => {
  const { credit, set, reverse, listed, balance } = await openTill()
  await credit('7')
  const [{ id }] = await listed()
  await set('6.999999')

  const rejected = await reverse(id)

  expect([rejected.statusCode, rejected.json().error]).toEqual([400, 'User does not have enough balance'])
  expect(await balance()).toBe(6.999999)
})

test('a reversed debit returns the money; play money can be reversed; an unknown posting is not found', async () => {
  const { credit, reverse, listed, balance } = await openTill()
  await credit('-2')
  const [debit, promotion] = await listed()

  await reverse(debit.id)
  expect(await balance()).toBe(5)
  await reverse(promotion.id)
  expect(await balance()).toBe(0)
  expect((await reverse('nothing')).statusCode).toBe(404)
})

test('a service can reverse the same posting twice and gets the same entry', async () => {
  const { store, services, credit, newest } = await openTill()
  await credit('7')
  const { id: postingId } = await newest()
  const actor = { actorKind: 'psp', actorId: 'paytr' } as const
  const reverse = () =>
    store.transaction((tx) => services.wallet.reverse(tx, { postingId, reason: 'Charged back', actor }))

  const [first, second] = [await reverse(), await reverse()]

  expect(second.id).toBe(first.id)
})

test('one action cannot exceed the maximum amount', async () => {
  const { credit, set, reverse, listed, balance } = await openTill({ env: { ADMIN_CHANGE_MAX_USD: '10' } })

  const rejected = [await credit('10.000001'), await set('15.000001')]
  expect(rejected.map((answer) => [answer.statusCode, answer.json().error])).toEqual(
    Array(2).fill([400, 'You can change at most $10 at once.']),
  )
  expect((await credit('10')).statusCode).toBe(200)
  const [{ id }] = await listed()
  expect((await reverse(id)).statusCode).toBe(200)
  expect(await balance()).toBe(5)
})

test('one administrator changes at most the daily total, in either direction', async () => {
  const { credit, balance, isSound } = await openTill({ env: { ADMIN_DAILY_MAX_USD: '10' } })
  expect((await credit('6')).statusCode).toBe(200)
  expect((await credit('-3')).statusCode).toBe(200)

  const rejected = await credit('1.000001')

  expect([rejected.statusCode, rejected.json().error]).toEqual([
    409,
    'This is more than one administrator may change in a day (ADMIN_DAILY_MAX_USD), and there is no other administrator to approve it.',
  ])
  expect((await credit('1')).statusCode).toBe(200)
  expect(await balance()).toBe(9)
  await isSound()
})

test('ADMINs can change their own wallet, in their own name', async () => {
  const { post, admin } = await openTill()

  const response = await post('credit', { userId: admin.user.id, amount: 1 })

  expect(response.json()).toMatchObject({ balance: 6 })
})

test('an ADMIN sees every wallet, one wallet, and finds users by a part of their name', async () => {
  const { admin, ada } = await openTill()
  const get = async (path: string) => admin.call('GET', path)

  expect((await get('/wallets')).json()).toHaveLength(3)
  expect((await get(`/wallets/${ada.user.id}?timestamp=1`)).json()).toMatchObject({
    userId: ada.user.id,
    balance: 5,
  })
  const nobody = await get('/wallets/nobody')
  expect([nobody.statusCode, nobody.json().error]).toEqual([404, 'User not found'])
  const { id, username, email, role } = ada.user
  expect((await get('/wallets/search/AD')).json()).toEqual([{ id, username, email, role }])
  expect((await get('/wallets/search/%25')).json()).toEqual([])
  expect((await get('/wallets/search/_da')).json()).toEqual([])
  expect((await get('/wallets/search/%20')).statusCode).toBe(400)
})

test('at most twenty are found, by name', async () => {
  const { admin, services, store } = await openTill()
  await store.transaction(async (tx) => {
    for (let index = 0; index < 25; index += 1) {
      const username = `Many${String(index).padStart(2, '0')}`
      await services.users.create(tx, { username, email: `${username}@example.com`, passwordHash: 'x' })
    }
  })

  const found: { username: string }[] = (await admin.call('GET', '/wallets/search/many')).json()

  expect(found.map(({ username }) => username)).toEqual(
    Array.from({ length: 20 }, (_, index) => `Many${String(index).padStart(2, '0')}`),
  )
})
