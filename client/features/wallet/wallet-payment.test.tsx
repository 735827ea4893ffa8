import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { renderScreen } from '#client/testing/render-screen.tsx'
import { openShop } from '#server/testing/open-shop.ts'
import { serveFrames } from './testing/card-page.ts'
import { WalletButton } from './wallet-button.tsx'

const paths = { management: '/app/wallet-management', billing: '/app/usage-billing' }
const fields = {
  customerName: 'Ada Aydin',
  companyName: 'Pera Seramik Ltd.',
  address: 'Moda Cad. 14',
  companyAddress: 'Bogazkesen Cad. 61',
  companyPhone: '2122453061',
  companyEmail: 'muhasebe@peraseramik.com',
  amount: '100',
}

/** From the button to the card page of an order. */
async function openCardPage() {
  serveFrames({ atOnce: true })
  const shop = await openShop()
  const { app, ada, services } = shop
  const asked: string[] = []
  const { user } = await renderScreen(<WalletButton paths={paths} />, {
    app,
    session: ada,
    around: (answer, path) => {
      asked.push(path)
      return answer()
    },
  })
  await user.click(await screen.findByTestId('wallet-balance'))
  await user.click(await screen.findByRole('button', { name: 'Add Balance' }))
  await screen.findByRole('dialog', { name: 'Add Balance with PayTR' })
  for (const [name, value] of Object.entries(fields)) {
    const field = document.querySelector(`[name="${name}"]`)
    if (field) {
      fireEvent.change(field, { target: { value } })
    }
  }
  await screen.findByText('You get', undefined, { timeout: 20_000 })
  await user.click(screen.getByRole('button', { name: 'Proceed to PayTR' }))
  await screen.findByRole('dialog', { name: 'Secure Payment' }, { timeout: 20_000 })
  const frame = screen.getByTitle<HTMLIFrameElement>('Card payment with PayTR')
  await waitFor(() => expect(frame.contentWindow).not.toBeNull())

  const [order] = (await services.payments.list(ada.user.id, { limit: 1 })).items
  const say = (type: string, message?: string) =>
    dispatchEvent(
      new MessageEvent('message', {
        data: { source: 'paytr', type, orderId: order?.id, message },
        origin: location.origin,
        source: frame.contentWindow,
      }),
    )
  return { ...shop, user, say, asked, reference: order?.reference ?? '' }
}
const panel = () => screen.findByRole('dialog', { name: 'My Wallet' })

test('paid: both dialogs close, the wallet is up to date and says so for five seconds', async () => {
  const { say, control, reference } = await openCardPage()
  await control({ settle: { oid: reference, as: 'success' } })
  const timers = vi.spyOn(globalThis, 'setTimeout')

  say('PAYMENT_SUCCESS')

  const words = 'Payment successful. Your balance has been updated.'
  expect(await within(await panel()).findByText(words)).toBeDefined()
  expect(timers.mock.calls.map(([, ms]) => ms)).toContain(5_000)
  expect(screen.queryByRole('dialog', { name: 'Secure Payment' })).toBeNull()
  expect(screen.queryByRole('dialog', { name: 'Add Balance with PayTR' })).toBeNull()
  expect(await within(await panel()).findByText('$105.00', undefined, { timeout: 20_000 })).toBeDefined()
  expect(await screen.findByText('Top-up by card')).toBeDefined()

  await waitFor(() => expect(screen.queryByText(words)).toBeNull(), { timeout: 20_000 })
})

test('a message alone brings no money: what the wallet holds is asked from the server', async () => {
  const { say, asked } = await openCardPage()
  asked.length = 0

  say('PAYMENT_SUCCESS')

  expect(await within(await panel()).findByText('$5.00')).toBeDefined()
  await waitFor(() => expect(asked.some((path) => path.includes('wallet.get'))).toBe(true))
  expect(
    asked.every((path) => !/create|credit|set/.test(path.replaceAll('/trpc/', '').split('?')[0] ?? '')),
  ).toBe(true)
  expect(screen.getByRole('button', { name: 'Wallet, balance $5.00' })).toBeDefined()
})

test.each([
  ['Not enough on the card', 'Payment failed: Not enough on the card'],
  [undefined, 'Payment failed: Unknown error'],
])('refused with %j', async (message, sentence) => {
  const { say } = await openCardPage()

  say('PAYMENT_ERROR', message)

  expect((await within(await panel()).findByRole('alert')).textContent).toBe(sentence)
  expect(screen.queryByRole('dialog', { name: 'Secure Payment' })).toBeNull()
  expect(await within(await panel()).findByText('$5.00')).toBeDefined()
})

test('closed by hand after paying: the wallet is asked again, and the focus is back on its button', async () => {
  const { user, control, reference } = await openCardPage()
  await control({ settle: { oid: reference, as: 'success' } })

  await user.click(screen.getByRole('button', { name: 'Close' }))

  expect(await screen.findByRole('button', { name: 'Wallet, balance $105.00' })).toBeDefined()
  expect(document.activeElement).toBe(screen.getByTestId('wallet-balance'))
})
