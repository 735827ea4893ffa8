import './cases-page.tsx'
import './payments-page.tsx'
import './prices-page.tsx'
import '../usage-screen.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderApp } from '#client/testing/render-screen.tsx'
import { openShop } from '#server/testing/open-shop.ts'
import { createTestApp } from '#server/testing/test-app.ts'

async function openPrices() {
  const { app, signUp } = await createTestApp()
  const root = await signUp('root')
  const { user } = await renderApp('/app/usage-billing?page=prices', { app, session: root })
  await user.click(await screen.findByRole('button', { name: 'Change the price of flowtill-demo' }))
  const input = await screen.findByLabelText(/^Input, USD per million tokens/)
  const type = async (text: string) => {
    await user.clear(input)
    await user.type(input, text)
    await user.click(screen.getByRole('button', { name: 'Save' }))
  }
  const inForce = async () =>
    (await root.call('GET', '/usage/prices'))
      .json<{ model: string; inputUsdPerMillion: string }[]>()
      .find(({ model }) => model === 'flowtill-demo')?.inputUsdPerMillion
  return { user, type, inForce }
}

test('a new price is a new version, and the old one stays in the history', async () => {
  const { user, type, inForce } = await openPrices()

  await type('0.25')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(Number(await inForce())).toBe(0.25)

  await user.click(screen.getByRole('button', { name: 'Prices of flowtill-demo' }))
  const history = within(await screen.findByRole('dialog'))
  expect(await history.findByText('$0.25')).toBeDefined()
  expect(history.getByText('$0.10', { selector: 'td:nth-child(2)' })).toBeDefined()
  expect(history.getByText('current')).toBeDefined()
})

test('a price above $1,000 per million requires confirmation', async () => {
  const { user, type, inForce } = await openPrices()

  await type('2500')
  const question = within(await screen.findByRole('alertdialog'))
  expect(question.getByText(/\$2,500\.00 per million/)).toBeDefined()
  await user.click(question.getByRole('button', { name: 'Cancel' }))
  expect(Number(await inForce())).toBe(0.1)

  await user.click(screen.getByRole('button', { name: 'Save' }))
  await user.click(await screen.findByRole('button', { name: 'Yes, this is the price' }))
  await waitFor(async () => expect(Number(await inForce())).toBe(2_500))
})

test('an invalid price is reported at its field', async () => {
  const { type, inForce } = await openPrices()

  await type('-1')

  expect(await screen.findByText('Enter dollars per million tokens, with at most 6 decimals')).toBeDefined()
  expect(Number(await inForce())).toBe(0.1)
})

test('a search is priced per thousand, and the entered price is charged', async () => {
  const { app, signUp } = await createTestApp()
  const root = await signUp('root')
  const { user } = await renderApp('/app/usage-billing?page=prices', { app, session: root })
  await user.type(await screen.findByRole('searchbox', { name: 'Find a model' }), 'tavily')
  expect(await screen.findByText('per 1,000 credits')).toBeDefined()

  await user.click(screen.getByRole('button', { name: 'Change the price of search-credit' }))
  const price = await screen.findByLabelText<HTMLInputElement>(/^Price, USD per 1,000 credits/)
  expect(price.value).toBe('8')
  expect(screen.queryByLabelText(/^Output/)).toBeNull()
  await user.clear(price)
  await user.type(price, '9.5')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

  expect(await screen.findByText('$9.50')).toBeDefined()
  const { prices } = (await app.inject('/api/v1/usage/public-prices')).json<{ prices: object[] }>()
  expect(prices).toContainEqual(
    expect.objectContaining({ provider: 'tavily', unit: 'credit', inputUsdPerMillion: '9500' }),
  )
})

async function openPayments() {
  const shop = await openShop()
  const { orderId } = await shop.buy()
  const { user } = await renderApp('/app/usage-billing?page=payments', { app: shop.app, session: shop.admin })
  const payment = async () => (await shop.ada.call('GET', `/payments/${orderId}`)).json()
  await user.click(await screen.findByRole('button', { name: /^Refund / }))
  const dialog = within(await screen.findByRole('dialog'))
  return { ...shop, user, dialog, payment }
}

test('a payment is partially refunded, with a reason', async () => {
  const { user, dialog, payment } = await openPayments()

  await user.click(dialog.getByRole('radio', { name: 'Partial amount' }))
  await user.type(dialog.getByLabelText(/^Amount in USD/), '40')
  await user.type(dialog.getByLabelText(/^Reason/), 'Bought too much')
  await user.click(dialog.getByRole('button', { name: 'Refund $40.00' }))

  expect(await screen.findByText('$40.00 was refunded.')).toBeDefined()
  expect(await payment()).toMatchObject({ refundedUsd: 40, refunds: [{ reason: 'Bought too much' }] })
  expect(await screen.findByText('$40.00 refunded')).toBeDefined()
})

test('an excessive amount or a missing reason is rejected before any request', async () => {
  const { user, dialog, payment } = await openPayments()

  await user.click(dialog.getByRole('radio', { name: 'Partial amount' }))
  await user.type(dialog.getByLabelText(/^Amount in USD/), '100.01')
  await user.click(dialog.getByRole('button', { name: 'Refund $100.01' }))

  expect(await dialog.findByText('At most $100.00 can be refunded.')).toBeDefined()
  expect(dialog.getByText('Enter a reason of at least 5 characters')).toBeDefined()
  expect(await payment()).toMatchObject({ refunds: [] })
})

test('a case is closed with its findings', async () => {
  const { app, services, store, signUp } = await createTestApp()
  const root = await signUp('root')
  await store.transaction((tx) =>
    services.cases.open(tx, { kind: 'orphan', subject: 'FT1', details: { kurus: 100 } }),
  )
  const { user } = await renderApp('/app/usage-billing?page=cases', { app, session: root })

  await user.click(await screen.findByRole('button', { name: 'Close case “Payment without an order”, FT1' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.queryByRole('checkbox')).toBeNull()
  await user.type(dialog.getByLabelText(/^What did you find/), 'A test of the bank')
  await user.click(dialog.getByRole('button', { name: 'Close case' }))

  expect(await screen.findByText('No open cases')).toBeDefined()
  expect((await root.call('GET', '/payments/cases')).json()).toMatchObject([
    { note: 'A test of the bank', closedBy: expect.any(String) },
  ])
})

test('a failed ledger check is shown at the top of every page', async () => {
  const shop = await openShop()
  const { oid } = await shop.anOrder({ state: 'paid', paidKurus: 518_750, paidDate: new Date() })
  await shop.services.ledger.check()

  await renderApp('/app/usage-billing', { app: shop.app, session: shop.admin })

  const banner = await screen.findByText(/the ledger check failed/)
  expect(banner.closest('[role="alert"]')?.textContent).toContain(oid)
})
