import './receipt-screen.tsx'
import '../usage-screen.tsx'
import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { formatLira } from '#client/components/format-lira.ts'
import { renderApp } from '#client/testing/render-screen.tsx'
import { openShop } from '#server/testing/open-shop.ts'

test('a paid order has a receipt with all quoted amounts, and it can be printed', async () => {
  const shop = await openShop()
  const { orderId } = await shop.buy()
  const payment = (await shop.ada.call('GET', `/payments/${orderId}`)).json()
  const { user } = await renderApp('/app/usage-billing?tab=payments', { app: shop.app, session: shop.ada })

  await user.click(await screen.findByRole('link', { name: `Receipt of ${payment.reference}` }))

  const paper = within(await screen.findByRole('article', { name: 'Payment receipt' }))
  const { quote, billing } = payment
  const shown = [
    payment.reference,
    billing.companyName,
    billing.companyAddress,
    billing.companyEmail,
    formatLira(quote.exchangeRate, 'en', 4),
    formatLira(quote.tryAmountRaw, 'en'),
    formatLira(quote.feeAmount, 'en'),
    formatLira(quote.vatAmount, 'en'),
    formatLira(quote.totalTryAmount, 'en'),
  ]
  for (const text of shown) {
    expect(paper.getAllByText(text).length).toBeGreaterThan(0)
  }
  const printed = vi.fn()
  vi.stubGlobal('print', printed)
  await user.click(screen.getByRole('button', { name: 'Print or save as PDF' }))
  expect(printed).toHaveBeenCalledOnce()
  vi.unstubAllGlobals()
})

test('an unpaid order has no receipt', async () => {
  const shop = await openShop()
  const order = await shop.anOrder()
  await renderApp(`/app/receipts/${order?.id}`, { app: shop.app, session: shop.ada })
  expect(await screen.findByText('There is no receipt yet')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Print or save as PDF' })).toBeNull()
})

test('a receipt of another user is not accessible', async () => {
  const shop = await openShop()
  const { orderId } = await shop.buy()

  await renderApp(`/app/receipts/${orderId}`, { app: shop.app, session: shop.admin })

  expect(await screen.findByText('Could not load the receipt')).toBeDefined()
})
