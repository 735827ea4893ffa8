import { expect, test } from 'vitest'
import { openUsage } from '#server/features/usage/test-usage.ts'
import type { Movement } from '#shared/wallet.ts'
import { toDecimal } from './movements-file.ts'

const micro = (dollars: number) => Math.round(dollars * 1_000_000)

async function liveAWeek() {
  const world = await openUsage()
  const { answer, at, admin, ada, shop, desk } = world
  at('2026-11-22T10:00:00Z')
  await answer()
  await answer({ chatType: 'EXTERNAL' })
  at('2026-11-22T11:00:00Z')
  await admin.stepUp()
  await admin.call('POST', '/wallets/credit', { userId: ada.user.id, amount: '10', reason: 'A gift, =1+1' })
  at('2026-11-22T12:00:00Z')
  await answer({ flowId: desk.id, chatType: 'EXTERNAL' })
  at('2026-11-24T08:00:00Z')
  await answer()
  at('2026-11-24T09:00:00Z')
  await admin.stepUp()
  await admin.call('POST', '/wallets/credit', { userId: ada.user.id, amount: -1 })
  const page = async (query = '') =>
    (await ada.call('GET', `/wallets/me/movements${query}`)).json() as {
      items: Movement[]
      nextCursor: string | null
    }
  const all = async (limit: number) => {
    const items: Movement[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const read = await page(`?limit=${limit}${cursor && `&cursor=${cursor}`}`)
      items.push(...read.items)
      cursor = read.nextCursor
    }
    return items
  }
  return { ...world, shop, desk, page, all }
}

function expectToAddUp(items: Movement[], balance: number) {
  let expected = micro(balance)
  for (const { amount, balanceAfter } of items) {
    expect(micro(balanceAfter)).toBe(expected)
    expected -= micro(amount)
  }
  expect(expected).toBe(0)
}

test('usage is grouped by flow and day, everything else is separate, newest first, and the balances add up', async () => {
  const { page, ada, shop, desk } = await liveAWeek()

  const { items, nextCursor } = await page()

  expect(nextCursor).toBeNull()
  expect(items).toMatchObject([
    {
      kind: 'debit',
      amount: -1,
      balanceAfter: 13.99988,
      by: 'root',
      reference: 'Adjusted by an administrator',
    },
    { kind: 'usage', day: '2026-11-24', amount: -0.00003, reference: 'Shop', by: 'you', answers: 1 },
    { kind: 'usage', day: '2026-11-22', flowId: desk.id, reference: 'Desk', by: 'visitors', answers: 1 },
    { kind: 'credit', amount: 10, reference: 'A gift, =1+1', by: 'root' },
    { id: `usage:2026-11-22:${shop.id}`, amount: -0.00006, by: 'several', answers: 2, balanceAfter: 4.99994 },
    { kind: 'promotion', amount: 5, balanceAfter: 5, by: 'system', reference: 'Sandbox play money' },
  ])
  expectToAddUp(items, (await ada.call('GET', '/wallets/me')).json().balance)
})

test.each([1, 2, 3, 5])('in pages of %i the list is the same', async (limit) => {
  const { page, all } = await liveAWeek()

  expect(await all(limit)).toEqual((await page()).items)
})

test('changes during paging move neither rows nor balances', async () => {
  const { page, answer, at, admin, ada } = await liveAWeek()
  const before = (await page()).items
  const first = await page('?limit=3')

  at('2026-11-24T10:00:00Z')
  await answer()
  await admin.stepUp()
  await admin.call('POST', '/wallets/credit', { userId: ada.user.id, amount: 3 })

  const rest = await page(`?limit=3&cursor=${first.nextCursor}`)
  expect([...first.items, ...rest.items]).toEqual(before)
})

test.each(['nonsense', '1~', '99999999999999999~x', `1~${"'".repeat(3)}`])(
  '%s is not a cursor',
  async (cursor) => {
    const { ada } = await openUsage()

    const response = await ada.call('GET', `/wallets/me/movements?cursor=${encodeURIComponent(cursor)}`)

    expect(response.statusCode).toBe(400)
  },
)

test('a forged cursor yields a page of the same account, with recalculated balances', async () => {
  const { page, admin, ada } = await liveAWeek()
  const { items } = await page()

  const forged = `${Date.parse('2026-11-23T00:00:00Z')}~usage:2026-11-23:x`
  expect((await page(`?cursor=${forged}`)).items).toEqual(items.slice(2))
  const other = (await admin.call('GET', `/wallets/me/movements?cursor=${forged}`)).json()
  expect(other.items).toMatchObject([{ kind: 'promotion' }])
  expect((await admin.call('GET', `/wallets/${ada.user.id}/movements`)).json().items).toEqual(items)
  expect((await admin.call('GET', '/wallets/nobody/movements')).statusCode).toBe(404)
})

test('a grouped row expands to its charges', async () => {
  const { ada, admin, shop } = await liveAWeek()
  const entries = `/wallets/me/usage-entries?day=2026-11-22&flowId=${shop.id}`

  const first = (await ada.call('GET', `${entries}&limit=1`)).json()
  const second = (await ada.call('GET', `${entries}&limit=1&cursor=${first.nextCursor}`)).json()

  expect([...first.items, ...second.items]).toMatchObject([
    { model: 'flowtill-demo', inputTokens: 100, outputTokens: 50, cost: 0.00003, estimated: false },
    { cost: 0.00003 },
  ])
  expect(first.items[0].id).not.toBe(second.items[0].id)
  expect(second.nextCursor).toBeNull()
  expect((await admin.call('GET', entries)).json().items).toEqual([])
})

test('the file has every single entry, oldest first, and formulas are escaped in it', async () => {
  const { ada } = await liveAWeek()

  const response = await ada.call('GET', '/wallets/me/movements.csv?to=2026-11-30')

  expect(response.headers['content-type']).toBe('text/csv; charset=utf-8')
  const lines = response.body.split('\r\n').slice(0, -1)
  expect(lines).toHaveLength(1 + 7)
  expect(lines[0]).toBe(
    '\uFEFFdate,kind,amount_usd,balance_after_usd,reference,by,model,input_tokens,output_tokens,unit,entry_id',
  )
  expect(lines.slice(1).map((line) => line.split(',').slice(1, 4).join(' '))).toEqual([
    'promotion 5.000000 5.000000',
    'usage -0.000030 4.999970',
    'usage -0.000030 4.999940',
    'credit 10.000000 14.999940',
    'usage -0.000030 14.999910',
    'usage -0.000030 14.999880',
    'debit -1.000000 13.999880',
  ])
  expect(lines[2]).toContain(',Shop,system,flowtill-demo,100,50,')
  expect(lines[4]).toContain(',"A gift, =1+1",root,')
})

test('a partial file starts with the balance of its first day', async () => {
  const { ada } = await liveAWeek()

  const { body } = await ada.call('GET', '/wallets/me/movements.csv?from=2026-11-24&to=2026-11-24')

  expect(body.trim().split('\r\n').slice(1)).toEqual([
    expect.stringContaining(',usage,-0.000030,14.999880,'),
    expect.stringContaining(',debit,-1.000000,13.999880,'),
  ])
})

test('a file with more entries than one read contains each of them once', async () => {
  const { ada, store, services } = await openUsage()
  const actor = { actorKind: 'system', actorId: 'test', reason: 'Many' } as const
  await store.transaction(async (tx) => {
    for (let index = 0; index < 1_203; index += 1) {
      const entry = { userId: ada.user.id, amountMicro: 1, reference: `many:${index}`, actor }
      await services.wallet.post(tx, { kind: 'promotion', ...entry })
    }
  })

  const { body } = await ada.call('GET', '/wallets/me/movements.csv?to=2027-01-01')

  const lines = body.trim().split('\r\n').slice(1)
  expect(lines).toHaveLength(1_204)
  expect(new Set(lines.map((line) => line.split(',').at(-1))).size).toBe(1_204)
  expect(lines.at(-1)).toContain(',0.000001,5.001203,')
})

test.each(['from=2026-11-30&to=2026-11-01', 'from=x', 'to=2026-13-01'])(
  '%s is not a range',
  async (range) => {
    const { ada } = await openUsage()

    expect((await ada.call('GET', `/wallets/me/movements.csv?${range}`)).statusCode).toBe(400)
  },
)

test.each([
  [0, '0.000000'],
  [-1, '-0.000001'],
  [1_234_567, '1.234567'],
  [9_007_199_254_740_991, '9007199254.740991'],
])('%i micro-dollars are formatted as %s', (amount, text) => {
  expect(toDecimal(amount)).toBe(text)
})
