import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderScreen } from '#client/testing/render-screen.tsx'
import { createTestApp } from '#server/testing/test-app.ts'
import { WalletButton } from './wallet-button.tsx'

async function openWallet(around?: Parameters<typeof renderScreen>[1]['around']) {
  const { app, signUp, services } = await createTestApp()
  const admin = await signUp('root')
  const ada = await signUp('ada')
  const { user } = await renderScreen(<WalletButton />, { app, session: ada, ...(around && { around }) })
  return { user, admin, ada, services }
}

test('shows the balance at once, and again when the panel opens', async () => {
  const { user, admin, ada } = await openWallet()
  await expect.poll(() => screen.getByTestId('wallet-balance').textContent).toBe('$5.00')
  await admin.call('POST', '/wallets/credit', { userId: ada.user.id, amount: 12.5 })

  await user.click(screen.getByTestId('wallet-balance'))

  const panel = await screen.findByRole('dialog', { name: 'My Wallet' })
  expect(await within(panel).findByText('$17.50')).toBeDefined()
  expect(within(panel).getByText('USD')).toBeDefined()
  expect(within(panel).getByText(/^Last updated \d/)).toBeDefined()
})

test('what cannot be done yet says why', async () => {
  const { user } = await openWallet()

  await user.click(screen.getByTestId('wallet-balance'))

  const add = await screen.findByRole('button', { name: 'Add Balance' })
  expect(add).toMatchObject({ disabled: true })
  expect(screen.getByText('Adding balance arrives with payments.')).toBeDefined()
  expect(screen.queryByText('Switch to Admin View')).toBeNull()
})

test('closes by button and by Escape, and gives the focus back', async () => {
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

test('a balance that cannot be loaded is a dash, and no alarm', async () => {
  await openWallet((answer, path) =>
    path.includes('wallet.get') ? Promise.reject(new TypeError('fetch failed')) : answer(),
  )

  await expect.poll(() => screen.getByTestId('wallet-balance').textContent).toBe('—')
  expect(screen.getByRole('button', { name: 'Wallet, balance unknown' })).toBeDefined()
  expect(screen.queryByRole('alert')).toBeNull()
})
