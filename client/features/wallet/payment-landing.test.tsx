import { screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderApp } from '#client/testing/render-screen.tsx'
import { openShop } from '#server/testing/open-shop.ts'

const realTimeout = globalThis.setTimeout
/** Advances the fake timers in steps, with real time between them for the server to respond. */
async function findInTime(text: string) {
  for (let step = 0; step < 150 && !screen.queryByText(text); step += 1) {
    await vi.advanceTimersByTimeAsync(500)
    await new Promise((resolve) => realTimeout(resolve, 20))
  }
  return screen.getByText(text)
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
})
afterEach(() => {
  vi.useRealTimers()
  Object.defineProperty(window, 'parent', { value: window, configurable: true })
})

async function openOrder() {
  const shop = await openShop()
  const order = await shop.anOrder()
  const notify = (form: Record<string, string>) =>
    shop.app.inject({
      method: 'POST',
      url: '/api/v1/payments/callback',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams(form).toString(),
    })
  return { ...shop, order, notify }
}

function beFramed() {
  const parent = { postMessage: vi.fn() }
  Object.defineProperty(window, 'parent', { value: parent, configurable: true })
  return parent
}

test('shows that the payment is being checked, and reports it as paid only once the order is', async () => {
  const { app, ada, order, notify, paidForm } = await openOrder()

  await renderApp(`/payment/ok?order=${order.id}`, { app, session: ada })
  expect(await screen.findByRole('heading', { name: 'Checking your payment' })).toBeDefined()
  await vi.advanceTimersByTimeAsync(3_000)
  expect(screen.queryByText('Payment received')).toBeNull()
  await notify(paidForm(order))

  expect((await findInTime('Payment received')).tagName).toBe('H1')
  expect(screen.getByText('$100.00 was added to your wallet.')).toBeDefined()
  const link = screen.getByRole('link', { name: 'To Usage & Billing' })
  expect(link.getAttribute('href')).toBe('/app/usage-billing')
})

test('the framed page notifies its parent window once the order is paid, and shows no link out', async () => {
  const parent = beFramed()
  const { app, ada, order, notify, paidForm } = await openOrder()

  await renderApp(`/payment/ok?order=${order.id}`, { app, session: ada })
  await screen.findByText('Checking your payment')
  expect(parent.postMessage).not.toHaveBeenCalled()
  await notify(paidForm(order))
  await findInTime('Payment received')

  const message = { source: 'paytr', type: 'PAYMENT_SUCCESS', orderId: order.id }
  await expect.poll(() => parent.postMessage.mock.calls).toEqual([[message, location.origin]])
  expect(screen.queryByRole('link')).toBeNull()
})

test.each([
  ['0', 'Yetersiz bakiye.', 'The card has too little money or limit for this amount.'],
  ['2', '3D Secure kodu hatali', 'The code from your bank was wrong.'],
  ['42', 'Yeni bir neden', 'PayTR did not complete the payment.'],
])(
  'failure code %s is shown as a sentence, with the raw text in the details',
  async (code, raw, sentence) => {
    const parent = beFramed()
    const { app, ada, order, notify, failedForm } = await openOrder()
    await notify({ ...failedForm(order), failed_reason_code: code, failed_reason_msg: raw })

    await renderApp(`/payment/fail?order=${order.id}`, { app, session: ada })

    expect(await screen.findByRole('heading', { name: 'The payment was not completed' })).toBeDefined()
    expect(screen.getByText('Your wallet is unchanged.')).toBeDefined()
    expect(screen.getByText(sentence)).toBeDefined()
    const details = `${code}: ${raw}`
    expect(screen.getByText(details).closest('details')?.open).toBe(false)
    const message = { source: 'paytr', type: 'PAYMENT_ERROR', orderId: order.id, message: sentence, details }
    await expect.poll(() => parent.postMessage.mock.calls).toEqual([[message, location.origin]])
  },
)

test('in its own tab, a declined card links to another attempt', async () => {
  const { app, ada, order, notify, failedForm } = await openOrder()
  await notify(failedForm(order))

  await renderApp(`/payment/fail?order=${order.id}`, { app, session: ada })

  const link = await screen.findByRole('link', { name: 'Try another card' })
  expect(link.getAttribute('href')).toBe('/app/usage-billing?add-balance=1')
})

test('the success URL alone proves nothing: a failed order is shown as failed there too', async () => {
  const { app, ada, order, notify, failedForm } = await openOrder()
  await notify(failedForm(order))

  await renderApp(`/payment/ok?order=${order.id}`, { app, session: ada })

  expect(await screen.findByRole('heading', { name: 'The payment was not completed' })).toBeDefined()
})

test('the failure URL is trusted when no result arrives for a while', async () => {
  const parent = beFramed()
  const { app, ada, order } = await openOrder()
  await renderApp(`/payment/fail?order=${order.id}`, { app, session: ada })
  await screen.findByText('Checking your payment')

  expect(await findInTime('PayTR did not complete the payment.')).toBeDefined()
  await expect.poll(() => parent.postMessage.mock.calls).toHaveLength(1)
})

test('a missing confirmation is reported as late, and still awaited', async () => {
  const { app, ada, order, notify, paidForm } = await openOrder()
  await renderApp(`/payment/ok?order=${order.id}`, { app, session: ada })
  await screen.findByText('Checking your payment')

  expect(await findInTime('PayTR has not confirmed this payment yet')).toBeDefined()
  await notify(paidForm(order))

  expect(await findInTime('Payment received')).toBeDefined()
})

test('polls after a second, then at growing intervals', async () => {
  const { app, ada, order } = await openOrder()
  const pauses = vi.spyOn(globalThis, 'setInterval')
  const requestedMs: number[] = []
  await renderApp(`/payment/ok?order=${order.id}`, {
    app,
    session: ada,
    around: (answer, path) => {
      if (path.includes('payment.get')) {
        requestedMs.push(performance.now())
      }
      return answer()
    },
  })
  await screen.findByText('Checking your payment')

  const chosen = () => [...new Set(pauses.mock.calls.map(([, ms]) => ms))]
  await expect.poll(chosen).toEqual(expect.arrayContaining([1_000, 1_500, 2_250]))
  expect((requestedMs[1] ?? 0) - (requestedMs[0] ?? 0)).toBeGreaterThan(950)
  expect((requestedMs[2] ?? 0) - (requestedMs[1] ?? 0)).toBeGreaterThan(1_450)
})

test('the order of another user is not shown', async () => {
  const { app, admin, order } = await openOrder()

  await renderApp(`/payment/ok?order=${order.id}`, { app, session: admin })

  expect(await screen.findByText('The payment could not be looked up')).toBeDefined()
})

test('a URL without an order is reported', async () => {
  const { app, ada } = await openOrder()

  await renderApp('/payment/ok', { app, session: ada })

  expect(await screen.findByText('This link does not refer to a payment.')).toBeDefined()
})
