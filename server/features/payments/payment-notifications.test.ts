import { expect, test } from 'vitest'
import { openShop } from '#server/testing/open-shop.ts'

const link = '/app/usage-billing?tab=payments'

async function openDesk() {
  const shop = await openShop()
  const { services, ada } = shop
  const noticesOf = async (userId: string) =>
    (await services.notifications.list(userId)).items.map(({ kind, params, link, count }) => ({
      ...{ kind, params, link, count },
    }))
  return { ...shop, notices: () => noticesOf(ada.user.id), noticesOf }
}

test('a successful payment is notified once, however often the provider repeats it', async () => {
  const { anOrder, notify, paidForm, notices } = await openDesk()
  const order = await anOrder()

  await Promise.all(Array.from({ length: 3 }, () => notify(paidForm(order))))
  await notify(paidForm(order))

  expect(await notices()).toEqual([{ kind: 'payment_succeeded', params: { paid: 100 }, link, count: 1 }])
})

test('a failed payment is notified once, with the reason as a code', async () => {
  const { anOrder, notify, failedForm, notices } = await openDesk()
  const order = await anOrder()
  const rejection = {
    ...failedForm(order),
    failed_reason_code: '0',
    failed_reason_msg: 'Yetersiz bakiye.',
  }

  await notify(rejection)
  await notify(rejection)

  expect(await notices()).toEqual([
    { kind: 'payment_failed', params: { paid: 100, code: 'insufficient_funds' }, link, count: 1 },
  ])
})

test('two payments are two notifications', async () => {
  const { anOrder, notify, paidForm, failedForm, notices } = await openDesk()
  const [first, second] = [await anOrder(), await anOrder()]

  await notify(failedForm(first))
  await notify(paidForm(second))

  expect((await notices()).map(({ kind }) => kind).sort()).toEqual(['payment_failed', 'payment_succeeded'])
})

test('results of the reconciler are notified, too', async () => {
  const { create, control, services, ada, notices } = await openDesk()
  const { orderId } = (await create()).json<{ orderId: string }>()
  const { reference } = await services.payments.get(ada.user.id, orderId)
  await control({ notify: { lost: true }, settle: { oid: reference, as: 'success' } })
  await services.payments.recheck(orderId)

  expect(await notices()).toMatchObject([{ kind: 'payment_succeeded', params: { paid: 100 }, count: 1 }])
})

test('an amount other than the ordered one fails with a message, and nothing is credited', async () => {
  const { anOrder, notify, paidForm, notices } = await openDesk()
  const order = await anOrder()

  await notify(paidForm({ ...order, totalKurus: order.totalKurus - 1 }))

  expect(await notices()).toEqual([
    {
      kind: 'payment_failed',
      params: { paid: 100, message: 'The payment is not as it was ordered. An administrator looks into it.' },
      ...{ link, count: 1 },
    },
  ])
})

test('removed users get no notification', async () => {
  const { anOrder, notify, paidForm, noticesOf, admin, ada } = await openDesk()
  const order = await anOrder({ expiresDate: new Date(Date.now() - 60 * 60_000) })
  expect((await admin.call('DELETE', `/auth/users/${ada.user.id}`)).statusCode).toBe(200)

  await notify(paidForm(order))

  expect(await noticesOf(ada.user.id)).toEqual([])
})
