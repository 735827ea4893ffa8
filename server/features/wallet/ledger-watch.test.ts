import { setImmediate as nextTurn } from 'node:timers/promises'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { dialect } from '#server/db/dialect.ts'
import { paymentOrders } from '#server/features/payments/payments.table.ts'
import { openUsage } from '#server/features/usage/test-usage.ts'
import { modelCalls, usageDays } from '#server/features/usage/usage.table.ts'
import { checkLedger, checkLedgerAndFile } from './check-ledger.ts'

const rulesOf = (findings: { rule: string }[]) => [...new Set(findings.map(({ rule }) => rule))]

async function withoutGuards(
  { store }: Pick<Awaited<ReturnType<typeof openUsage>>, 'store'>,
  table: string,
  work: () => Promise<void>,
) {
  if (dialect === 'postgres') {
    await store.exec(`alter table ${table} disable trigger all`)
    await work()
    await store.exec(`alter table ${table} enable trigger all`)
    return
  }
  const guards = await store.db
    .select({ name: sql<string>`name`, text: sql<string>`sql` })
    .from(sql`(select name, sql from sqlite_master where type = 'trigger' and tbl_name = ${table}) as guards`)
  for (const { name } of guards) {
    await store.exec(`drop trigger ${name}`)
  }
  await work()
  for (const { text } of guards) {
    await store.exec(text)
  }
}

test('an edited counter is found; then no money moves, reading still works, and a repair resumes operation', async () => {
  const world = await openUsage()
  const { ada, admin, answer, services, store, start } = world
  const account = `wallet:${ada.user.id}`
  const running = await start()
  const finish = await running.call()
  const edit = (micro: number) =>
    withoutGuards(world, 'accounts', () =>
      store.exec(`update accounts set credits_micro = credits_micro + ${micro} where id = '${account}'`),
    )
  await edit(1)

  const findings = await services.ledger.check()

  expect(findings).toEqual([{ rule: 'a wallet is the sum of its transfers', id: account }])
  const busy = 'Charges and payments are paused while the ledger is checked. Try again later.'
  await expect(answer()).rejects.toMatchObject({ code: 'UNAVAILABLE', message: busy })
  const credit = () => admin.call('POST', '/wallets/credit', { userId: ada.user.id, amount: 1 })
  expect([(await credit()).statusCode, (await credit()).json().error]).toEqual([503, busy])
  expect((await ada.call('GET', '/wallets/me')).json()).toMatchObject({ balance: 5.000001 })
  expect((await ada.call('GET', '/wallets/me/movements')).statusCode).toBe(200)
  expect((await admin.call('GET', '/wallets/ledger')).json()).toEqual({
    isSound: false,
    checkedDate: '2026-11-21T10:00:00.000Z',
    findings,
  })
  // Open holds are still settled, because their provider has been paid.
  await finish()
  await running.end()

  await edit(-1)
  expect(await services.ledger.check()).toEqual([])

  expect((await credit()).statusCode).toBe(200)
  await answer()
  expect((await admin.call('GET', '/wallets/ledger')).json()).toMatchObject({ isSound: true, findings: [] })
})

test('a missing guard is found by its name', async () => {
  const world = await openUsage()
  const { services } = world

  await withoutGuards(world, 'transfers', async () => {
    const found = await services.ledger.check()

    expect(rulesOf(found)).toEqual(['every guard stands'])
    expect(found.map(({ id }) => id)).toEqual(
      expect.arrayContaining(['transfers_kept', 'transfers_posted', 'transfers_unchanged']),
    )
  })

  expect(await services.ledger.check()).toEqual([])
})

test('a daily total that differs from its calls is found', async () => {
  const { store, answer, ada } = await openUsage()
  await answer()
  await store.transaction(async (tx) => {
    await tx.update(usageDays).set({ costMicro: 31 })
  })

  expect(await checkLedger(store.db)).toEqual([
    { rule: 'the days of a user are the sum of his calls', id: ada.user.id },
  ])
})

test('a call charged at other than its cost is found, and one that was not charged', async () => {
  const { store, answer } = await openUsage()
  await answer()
  await answer()
  const [first, second] = await store.db.select().from(modelCalls)
  await store.transaction(async (tx) => {
    await tx
      .update(modelCalls)
      .set({ costMicro: 29 })
      .where(eq(modelCalls.id, first?.id ?? ''))
    await tx
      .update(modelCalls)
      .set({ callId: 'another' })
      .where(eq(modelCalls.id, second?.id ?? ''))
    await tx.update(usageDays).set({ costMicro: 59 })
  })

  const findings = await checkLedger(store.db)

  expect(findings.map(({ rule }) => rule)).toEqual([
    'a run is charged what its calls cost',
    'a run is charged what its calls cost',
    'what a call cost was charged',
  ])
})

async function order(
  world: Awaited<ReturnType<typeof openUsage>>,
  state: 'paid' | 'pending',
  usdMicro: number,
) {
  const { ada, store } = world
  const date = new Date('2026-11-21T10:00:00Z')
  const values = {
    id: `id-${state}`,
    oid: `oid${state}`,
    userId: ada.user.id,
    state,
    usdMicro,
    totalKurus: 100,
  }
  const nothing = { idempotencyKey: null, token: null, failure: null, paidKurus: null, checkedDate: null }
  await store.transaction(async (tx) => {
    await tx.insert(paymentOrders).values({
      ...values,
      ...nothing,
      quote: {} as never,
      billing: {} as never,
      isTest: false,
      requestHash: '',
      expiresDate: date,
      paidDate: date,
      createdDate: date,
      updatedDate: date,
    })
  })
  const topUp = (amountMicro: number) =>
    store.transaction((tx) =>
      world.services.wallet.post(tx, {
        kind: 'topup',
        userId: ada.user.id,
        amountMicro,
        reference: `paytr:${values.oid}`,
        actor: { actorKind: 'psp', actorId: 'paytr' },
      }),
    )
  return topUp
}

test('a paid order has one top-up of its amount, and nothing else has one', async () => {
  const world = await openUsage()
  const check = () => checkLedger(world.store.db)
  const payPaid = await order(world, 'paid', 50_000_000)
  expect(rulesOf(await check())).toEqual(['a paid order was credited'])

  await payPaid(50_000_000)
  expect(await check()).toEqual([])

  const payPending = await order(world, 'pending', 60_000_000)
  expect(await check()).toEqual([])
  await payPending(60_000_000)
  expect(rulesOf(await check())).toEqual(['a top-up is a paid order, to the cent'])
})

test('a top-up of an amount other than ordered is found', async () => {
  const world = await openUsage()
  const pay = await order(world, 'paid', 50_000_000)

  await pay(50_000_001)

  expect(rulesOf(await checkLedger(world.store.db))).toEqual(['a top-up is a paid order, to the cent'])
})

test('money that moves while the ledger is read is not a finding', async () => {
  const { store, services, ada } = await openUsage()
  const actor = { actorKind: 'system', actorId: 'test', reason: 'Busy' } as const
  const post = (index: number) =>
    store.transaction((tx) =>
      services.wallet.post(tx, {
        kind: 'promotion',
        userId: ada.user.id,
        amountMicro: 1,
        reference: `busy:${index}`,
        actor,
      }),
    )
  // More than one piece of a SQLite file; PostgreSQL is read in one.
  const before = dialect === 'postgres' ? 100 : 3_000
  await Promise.all(Array.from({ length: before }, (_, index) => post(index)))
  let isRead = false
  const reading = checkLedger(store.db).finally(() => {
    isRead = true
  })
  let posted = before
  while (!isRead) {
    await Promise.all(Array.from({ length: 20 }, (_, index) => post(posted + index)))
    posted += 20
    await nextTurn()
  }

  // A real PostgreSQL has read a snapshot of so few entries by the end of the first round.
  expect(posted).toBeGreaterThan(dialect === 'postgres' ? before : before + 20)
  expect(await reading).toEqual([])
})

test('and neither when it is read in many pieces, wallet by wallet, while all of them move', async () => {
  const { store, services } = await openUsage()
  const owners = Array.from({ length: 12 }, (_, index) => `owner-${index}`)
  await store.transaction(async (tx) => {
    for (const owner of owners) {
      await services.wallet.open(tx, owner)
    }
  })
  const actor = { actorKind: 'system', actorId: 'test' } as const
  const postToAll = (turn: number) =>
    Promise.all(
      owners.map((userId) =>
        store.transaction((tx) =>
          services.wallet.post(tx, {
            kind: 'promotion',
            userId,
            amountMicro: 1,
            reference: `turn:${turn}`,
            actor,
          }),
        ),
      ),
    )
  await postToAll(0)
  let isRead = false
  const reading = checkLedger(store.db, 3).finally(() => {
    isRead = true
  })
  let turn = 0
  // Bounded, because small pieces are read more slowly than a wallet grows.
  while (!isRead && turn < 30) {
    turn += 1
    await postToAll(turn)
    await nextTurn()
  }

  expect(await reading).toEqual([])
})

test('the file is verified completely on demand', async () => {
  const { store } = await openUsage()

  expect(await checkLedgerAndFile(store.db)).toEqual([])
})
