import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { address, renderApp, renderScreen } from '#client/testing/render-screen.tsx'
import { createTestApp } from '#server/testing/test-app.ts'
import { WalletButton } from './wallet-button.tsx'

const paths = { management: '/app/wallet-management', billing: '/app/usage-billing' }

async function openWallet(around?: Parameters<typeof renderScreen>[1]['around']) {
  const { app, signUp, services } = await createTestApp()
  const admin = await signUp('root')
  const ada = await signUp('ada')
  const { user } = await renderScreen(<WalletButton paths={paths} />, {
    app,
    session: ada,
    ...(around && { around }),
  })
  return { user, admin, ada, services }
}

test('shows the balance on load, and refreshes it when the panel opens', async () => {
  const { user, admin, ada } = await openWallet()
  await expect.poll(() => screen.getByTestId('wallet-balance').textContent).toBe('$5.00')
  await admin.call('POST', '/wallets/credit', { userId: ada.user.id, amount: 12.5 })

  await user.click(screen.getByTestId('wallet-balance'))

  const panel = await screen.findByRole('dialog', { name: 'My Wallet' })
  expect(await within(panel).findByText('$17.50')).toBeDefined()
  expect(within(panel).getByText('USD')).toBeDefined()
  expect(within(panel).getByText(/^Last updated \d/)).toBeDefined()
})

test('shows the last movements with their sign, and a link to all of them', async () => {
  const { user, admin, ada } = await openWallet()
  await admin.call('POST', '/wallets/credit', { userId: ada.user.id, amount: 12.5 })
  await admin.call('POST', '/wallets/credit', { userId: ada.user.id, amount: -2 })

  await user.click(screen.getByTestId('wallet-balance'))

  const lines = await screen.findAllByRole('listitem')
  expect(lines.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/Adjustment by root−\$2\.00$/),
    expect.stringMatching(/Adjustment by root\+\$12\.50$/),
    expect.stringMatching(/Welcome credit\+\$5\.00$/),
  ])
  // In the time zone that usage counts its days in, not the browser's.
  expect(lines[0]?.querySelector('time')?.title).toMatch(/ GMT\+3$/)
  expect(screen.getByRole('link', { name: 'Usage & Billing' }).getAttribute('href')).toBe(paths.billing)
})

test('Refresh reloads', async () => {
  const { user, admin, ada } = await openWallet()
  await user.click(screen.getByTestId('wallet-balance'))
  await screen.findByText('Welcome credit')
  await admin.call('POST', '/wallets/credit', { userId: ada.user.id, amount: 1 })

  await user.click(screen.getByRole('button', { name: 'Refresh' }))

  const panel = screen.getByRole('dialog', { name: 'My Wallet' })
  expect(await within(panel).findByText('$6.00')).toBeDefined()
  expect(await within(panel).findByText('Adjustment by root')).toBeDefined()
})

test('below the threshold the button shows a low balance; at it, nothing', async () => {
  const { user, admin, ada } = await openWallet()
  await admin.call('POST', '/wallets/upsert', { userId: ada.user.id, amount: 1.99 })
  await user.click(screen.getByTestId('wallet-balance'))
  expect(await screen.findByRole('button', { name: 'Wallet, balance $1.99, low' })).toBeDefined()

  await admin.call('POST', '/wallets/upsert', { userId: ada.user.id, amount: 2 })
  await user.click(screen.getByRole('button', { name: 'Refresh' }))
  expect(await screen.findByRole('button', { name: 'Wallet, balance $2.00' })).toBeDefined()
})

test('the threshold is the one set by the user', async () => {
  const { user, ada } = await openWallet()
  await ada.call('PUT', '/usage/caps', { perDay: null, perMonth: null, lowBalance: 10 })

  await user.click(screen.getByTestId('wallet-balance'))

  expect(await screen.findByRole('button', { name: 'Wallet, balance $5.00, low' })).toBeDefined()
})

test('only administrators see the link to Wallet Management', async () => {
  const { user } = await openWallet()
  await user.click(screen.getByTestId('wallet-balance'))
  await screen.findByText('Welcome credit')

  expect(screen.queryByText('Switch to Admin View')).toBeNull()
})

test('an admin opens Wallet Management and returns to the open wallet', async () => {
  const { app, signUp } = await createTestApp()
  const admin = await signUp('root')
  const { user } = await renderApp('/app/credentials?x=1', { app, session: admin })

  await user.click(await screen.findByTestId('wallet-balance'))
  await user.click(await screen.findByRole('link', { name: 'Switch to Admin View' }))
  expect(await screen.findByRole('heading', { name: 'Wallet Management' })).toBeDefined()

  await user.click(screen.getByRole('link', { name: 'Back to My Wallet' }))
  expect(await screen.findByRole('dialog', { name: 'My Wallet' })).toBeDefined()
  await expect.poll(address).toBe('/app/credentials?x=1')
})

test('the URL opens Add Balance, and the parameter is removed', async () => {
  const { app, signUp } = await createTestApp()
  const ada = await signUp('ada')

  await renderApp('/app/credentials?x=1&add-balance=1', { app, session: ada })

  expect(await screen.findByRole('dialog', { name: 'Add Balance with PayTR' })).toBeDefined()
  await expect.poll(address).toBe('/app/credentials?x=1')
})

test('Add Balance replaces the panel, and returns the focus to the button', async () => {
  const { user } = await openWallet()
  await user.click(screen.getByTestId('wallet-balance'))
  await user.click(screen.getByRole('button', { name: 'Add Balance' }))

  const dialog = await screen.findByRole('dialog', { name: 'Add Balance with PayTR' })
  expect(screen.queryByRole('dialog', { name: 'My Wallet' })).toBeNull()
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }))

  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
  expect(document.activeElement).toBe(screen.getByTestId('wallet-balance'))
})

test('a balance that cannot be loaded shows an error in the panel, and Retry loads it', async () => {
  let isBroken = true
  const { user } = await openWallet((answer, path) =>
    isBroken && path.includes('wallet.get') ? Promise.reject(new TypeError('fetch failed')) : answer(),
  )
  await user.click(screen.getByTestId('wallet-balance'))
  expect((await screen.findByRole('alert')).textContent).toContain('Could not load your balance.')
  isBroken = false

  await user.click(screen.getByRole('button', { name: 'Try again' }))

  expect(await within(screen.getByRole('dialog')).findByText('$5.00')).toBeDefined()
})

test('a balance that could not be refreshed shows its time, and Retry loads the new one', async () => {
  let isBroken = false
  const { user } = await openWallet((answer, path) =>
    isBroken && path.includes('wallet.get') ? Promise.reject(new TypeError('fetch failed')) : answer(),
  )
  await expect.poll(() => screen.getByTestId('wallet-balance').textContent).toBe('$5.00')
  isBroken = true
  await user.click(screen.getByTestId('wallet-balance'))

  const panel = within(screen.getByRole('dialog'))
  expect(await panel.findByText(/^Balance as of \d{2}:\d{2}\. It could not be refreshed\.$/)).toBeDefined()
  expect(panel.getByText('$5.00')).toBeDefined()
  isBroken = false
  await user.click(panel.getByRole('button', { name: 'Try again' }))

  await expect.poll(() => panel.queryByText(/as of/), { timeout: 10_000 }).toBeNull()
})

test('closes by button and by Escape, and returns the focus', async () => {
  const { user } = await openWallet()
  const button = screen.getByTestId('wallet-balance')

  await user.click(button)
  await user.click(await screen.findByRole('button', { name: 'Close' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(document.activeElement).toBe(button)

  await user.click(button)
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a balance that cannot be loaded is shown as a dash, without an error', async () => {
  await openWallet((answer, path) =>
    path.includes('wallet.get') ? Promise.reject(new TypeError('fetch failed')) : answer(),
  )

  await expect.poll(() => screen.getByTestId('wallet-balance').textContent).toBe('—')
  expect(screen.getByRole('button', { name: 'Wallet, balance unknown' })).toBeDefined()
  expect(screen.queryByRole('alert')).toBeNull()
})
