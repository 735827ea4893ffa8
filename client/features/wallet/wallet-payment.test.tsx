import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
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

async function openCardPage({ savesToProfile = false } = {}) {
  serveFrames({ atOnce: true })
  const shop = await openShop()
  const { app, ada, services } = shop
  const requested: string[] = []
  const { user } = await renderScreen(<WalletButton paths={paths} />, {
    app,
    session: ada,
    around: (answer, path) => {
      requested.push(path)
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
  const tick = screen.getByRole('checkbox', { name: 'Save to my profile' })
  if (savesToProfile) {
    await user.click(tick)
  }
  await screen.findByText('You get', undefined, { timeout: 20_000 })
  await user.click(screen.getByRole('button', { name: 'Proceed to PayTR' }))
  await screen.findByRole('dialog', { name: 'Secure Payment' }, { timeout: 20_000 })
  const frame = screen.getByTitle<HTMLIFrameElement>('Card payment with PayTR')
  await waitFor(() => expect(frame.contentWindow).not.toBeNull())

  const [order] = (await services.payments.list(ada.user.id, { limit: 1 })).items
  const post = (type: string, message?: string, details?: string) =>
    dispatchEvent(
      new MessageEvent('message', {
        data: { source: 'paytr', type, orderId: order?.id, message, details },
        origin: location.origin,
        source: frame.contentWindow,
      }),
    )
  return { ...shop, user, post, requested, reference: order?.reference ?? '' }
}
const panel = () => screen.findByRole('dialog', { name: 'My Wallet' })

test('paid: both dialogs close, and the wallet is up to date and confirms for five seconds', async () => {
  const { post, control, reference } = await openCardPage()
  await control({ settle: { oid: reference, as: 'success' } })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  onTestFinished(() => void vi.useRealTimers())
  const timers = vi.spyOn(globalThis, 'setTimeout')

  post('PAYMENT_SUCCESS')

  const words = 'Payment successful. Your balance has been updated.'
  expect(await within(await panel()).findByText(words)).toBeDefined()
  expect(timers.mock.calls.map(([, ms]) => ms)).toContain(5_000)
  expect(screen.queryByRole('dialog', { name: 'Secure Payment' })).toBeNull()
  expect(screen.queryByRole('dialog', { name: 'Add Balance with PayTR' })).toBeNull()
  expect(await within(await panel()).findByText('$105.00', undefined, { timeout: 20_000 })).toBeDefined()
  expect(await screen.findByText('Top-up by card')).toBeDefined()

  await act(() => vi.advanceTimersByTimeAsync(5_000))
  expect(screen.queryByText(words)).toBeNull()
})

test('a success message alone changes no balance: the wallet is fetched from the server', async () => {
  const { post, requested } = await openCardPage()
  requested.length = 0

  post('PAYMENT_SUCCESS')

  expect(await within(await panel()).findByText('$5.00')).toBeDefined()
  await waitFor(() => expect(requested.some((path) => path.includes('wallet.get'))).toBe(true))
  expect(
    requested.every((path) => !/create|credit|set/.test(path.replaceAll('/trpc/', '').split('?')[0] ?? '')),
  ).toBe(true)
  expect(screen.getByRole('button', { name: 'Wallet, balance $5.00' })).toBeDefined()
})

const declined = () => screen.findByRole('dialog', { name: 'Add Balance with PayTR' })
const fieldValue = (name: string) => document.querySelector<HTMLInputElement>(`[name="${name}"]`)?.value

test.each([
  ['Your bank declined the card.', 'Payment failed: Your bank declined the card.'],
  [undefined, 'Payment failed: Unknown error'],
])('declined with %j: the form returns with every field, and shows the reason', async (message, sentence) => {
  const { post } = await openCardPage()

  post('PAYMENT_ERROR', message)

  const dialog = within(await declined())
  expect(await dialog.findByText(sentence)).toBeDefined()
  expect(screen.queryByRole('dialog', { name: 'Secure Payment' })).toBeNull()
  for (const [name, value] of Object.entries(fields)) {
    expect(fieldValue(name)?.replaceAll(' ', '')).toBe(value.replaceAll(' ', ''))
  }
  expect(dialog.getByRole('button', { name: 'Try another card' })).toBeDefined()
})

test('after a declined card, another attempt creates another order', async () => {
  const { post, user, services, ada } = await openCardPage()
  post('PAYMENT_ERROR', 'Your bank declined the card.')

  const again = within(await declined()).getByRole('button', { name: 'Try another card' })
  await waitFor(() => expect(again).toHaveProperty('disabled', false), { timeout: 20_000 })
  await user.click(again)

  await screen.findByRole('dialog', { name: 'Secure Payment' }, { timeout: 20_000 })
  expect((await services.payments.list(ada.user.id, { limit: 10 })).items).toHaveLength(2)
})

test('the provider’s own text is collapsed', async () => {
  const { post } = await openCardPage()

  post('PAYMENT_ERROR', 'Your bank declined the card.', '0: Kart bankasi islemi onaylamadi.')

  const text = await within(await declined()).findByText('0: Kart bankasi islemi onaylamadi.')
  expect(text.closest('details')?.open).toBe(false)
})

test('new billing values are saved to the profile if the user wants it', async () => {
  const { services, ada } = await openCardPage({ savesToProfile: true })

  await waitFor(async () =>
    expect(await services.profile.get(ada.user.id)).toMatchObject({
      customerName: 'Ada Aydin',
      companyAddress: 'Bogazkesen Cad. 61',
      companyPhone: '2122453061',
    }),
  )
})

test('closing after a payment refetches the wallet and returns focus to its button', async () => {
  const { user, control, reference } = await openCardPage()
  await control({ settle: { oid: reference, as: 'success' } })

  await user.click(screen.getByRole('button', { name: 'Close' }))

  expect(await screen.findByRole('button', { name: 'Wallet, balance $105.00' })).toBeDefined()
  expect(document.activeElement).toBe(screen.getByTestId('wallet-balance'))
})
