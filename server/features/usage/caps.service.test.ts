import { expect, test } from 'vitest'
import { openUsage } from './test-usage.ts'
import { modelCalls } from './usage.table.ts'

const rejectedFor = (sentence: string) => ({ code: 'INSUFFICIENT_FUNDS', message: sentence })

test('a flow that has reached its limit answers no more today, and again tomorrow; others still answer', async () => {
  const { answer, services, ada, shop, desk, at, store } = await openUsage()
  await services.usage.caps.setFlow(ada.user.id, { flowId: shop.id, perDay: 60, perConversation: null })
  await answer()
  await answer({ chatType: 'EXTERNAL', chatId: 'other' })

  await expect(answer()).rejects.toMatchObject(
    rejectedFor('This flow has reached its limit of $0.000060 for today.'),
  )

  await answer({ flowId: desk.id })
  at('2026-11-21T20:59:59.999Z')
  await expect(answer()).rejects.toMatchObject({ code: 'INSUFFICIENT_FUNDS' })
  at('2026-11-21T21:00:00Z')
  await answer()
  expect(await store.db.select().from(modelCalls)).toHaveLength(4)
})

test('a conversation has its own limit', async () => {
  const { answer, services, ada, shop } = await openUsage()
  await services.usage.caps.setFlow(ada.user.id, { flowId: shop.id, perDay: null, perConversation: 30 })
  await answer({ chatId: 'one' })

  await expect(answer({ chatId: 'one' })).rejects.toMatchObject(
    rejectedFor('This conversation has reached its limit of $0.000030.'),
  )
  await answer({ chatId: 'two' })
})

test.each([
  ['perDay', 'This account has reached its limit of $0.000060 for today.', '2026-11-22T10:00:00Z'],
  ['perMonth', 'This account has reached its limit of $0.000060 for this month.', '2026-12-01T10:00:00Z'],
] as const)('an account has a limit: %s', async (period, sentence, after) => {
  const { answer, services, ada, desk, at } = await openUsage()
  const none = { perDay: null, perMonth: null, lowBalance: 0 }
  await services.usage.caps.set(ada.user.id, { ...none, [period]: 60 })
  await answer()
  await answer({ flowId: desk.id })

  await expect(answer()).rejects.toMatchObject(rejectedFor(sentence))

  at(after)
  await answer()
})

test('pending calls count: of thirty concurrent calls only those below the limit start', async () => {
  const { start, services, ada, shop } = await openUsage()
  // Each holds 500 micro-dollars while it runs.
  await services.usage.caps.setFlow(ada.user.id, { flowId: shop.id, perDay: 2_000, perConversation: null })

  const started = await Promise.allSettled(
    Array.from({ length: 30 }, async (_, index) => (await start({ chatId: `chat-${index}` })).call()),
  )

  expect(started.filter(({ status }) => status === 'fulfilled')).toHaveLength(4)
  expect(started.filter(({ status }) => status === 'rejected')).toHaveLength(26)
})

test('the unused part of a hold is released for the limit', async () => {
  const { start, answer, services, ada, shop } = await openUsage()
  await services.usage.caps.setFlow(ada.user.id, { flowId: shop.id, perDay: 500, perConversation: null })
  const { call, end } = await start()
  const finish = await call()
  await expect(answer()).rejects.toMatchObject({ code: 'INSUFFICIENT_FUNDS' })
  await finish()
  await end()

  await answer()
})

test('a limit of zero rejects the first call; removing a limit takes effect immediately', async () => {
  const { answer, services, ada, shop } = await openUsage()
  const set = (perDay: number | null) =>
    services.usage.caps.setFlow(ada.user.id, { flowId: shop.id, perDay, perConversation: null })
  await answer()
  await set(0)
  await expect(answer()).rejects.toMatchObject({ code: 'INSUFFICIENT_FUNDS' })

  await set(null)

  await answer()
})

test('calls with a key of the owner spend nothing here and ignore limits', async () => {
  const { answer, services, ada, shop } = await openUsage()
  await services.usage.caps.setFlow(ada.user.id, { flowId: shop.id, perDay: 0, perConversation: 0 })

  await answer({ paidBy: 'owner' })
})

test('REST and tRPC store and show limits, and another user cannot limit a flow', async () => {
  const { ada, admin, shop, answer } = await openUsage()
  await answer()
  expect((await ada.call('GET', '/usage/caps')).json()).toEqual({
    perDay: null,
    perMonth: null,
    lowBalance: 2,
  })

  await ada.call('PUT', '/usage/caps', { perDay: '1.5', perMonth: null, lowBalance: 3 })
  const flow = await ada.call('PUT', `/usage/flow-caps/${shop.id}`, { perDay: 3, perConversation: '0.25' })
  const other = await admin.call('PUT', `/usage/flow-caps/${shop.id}`, { perDay: 3, perConversation: null })

  expect((await ada.call('GET', '/usage/caps')).json()).toEqual({
    perDay: 1.5,
    perMonth: null,
    lowBalance: 3,
  })
  expect(flow.json()).toEqual([
    { flowId: shop.id, name: 'Shop', perDay: 3, perConversation: 0.25, spentToday: 0.00003 },
  ])
  expect((await ada.call('GET', '/usage/flow-caps')).json()).toEqual(flow.json())
  expect(other.statusCode).toBe(404)
})
